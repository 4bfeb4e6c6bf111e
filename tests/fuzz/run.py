"""Damages real files and reads them: whatever comes in, a reader reads it or raises `ReadError`, within ten seconds.

    python tests/fuzz/run.py                          # 10,000 inputs for each reader
    python tests/fuzz/run.py --count 500 --format obo
    python tests/fuzz/run.py --format turtle --only 4711 --keep /tmp/input

The files are the small ones of the shared development data (`ENTAILED_DATA`, or `shared` beside the project), some
converted to the formats that are not among them. A release of SNOMED CT and mappings in SSSOM are made up; every other
archive is damaged before it is packed. An input follows from its number, so a failure can be had again. The readers run
in a process of their own: one that crashes or hangs is noted, and the run goes on after it. Not part of the tests,
because it takes many minutes. Exits with 1 where something failed.
"""

import argparse
import gzip
import io
import json
import os
import random
import resource
import select
import subprocess
import sys
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyhornedowl
import pyoxigraph

from entailed.errors import ReadError
from entailed.owl import Format, ReadOptions, read_ontology
from entailed.owl.sssom import read_sssom

sys.path.append(str(Path(__file__).parents[1]))
from owl.rf2_release import machinery
from owl.test_sssom import COLUMNS, HEADER

RF2, SSSOM = "rf2", "sssom"
READERS = (*map(str, Format), RF2, SSSOM)
SHARED = Path(os.environ.get("ENTAILED_DATA") or Path(__file__).parents[3] / "shared")
LONGEST_S = 10.0
MOST_MEMORY = 4 * 2**30
LARGEST_SEED = 20_000

# ---- files to damage


def files(*patterns: str) -> list[bytes]:
    found = [path for pattern in patterns for path in sorted(SHARED.glob(pattern))]
    return [path.read_bytes() for path in found if path.stat().st_size <= LARGEST_SEED]


def as_rdf(documents: list[bytes], format_: pyoxigraph.RdfFormat) -> list[bytes]:
    parsed = (pyoxigraph.parse(document, pyoxigraph.RdfFormat.RDF_XML, base_iri="http://e/") for document in documents)
    return [pyoxigraph.serialize((quad.triple for quad in quads), format=format_) or b"" for quads in parsed]


def as_horned(documents: list[bytes], serialization: str) -> list[bytes]:
    parsed = (pyhornedowl.open_ontology_from_string(document.decode(), "ofn") for document in documents)
    return [ontology.save_to_string(serialization).encode() for ontology in parsed]


def made_up_mappings() -> bytes:
    predicates = "skos:exactMatch", "owl:equivalentClass", "rdfs:subClassOf", "sssom:NoTermFound"
    rows = (f"FOOD:{n}\tapple {n}\t{predicates[n % 4]}\t\tNO:{n}\tsemapv:LexicalMatching\t0.{n}" for n in range(40))
    return (HEADER + COLUMNS + "\n".join(rows) + "\n").encode()


def seeds(reader: str) -> list[bytes]:
    functional = files("data/suites/obo-to-owl/**/*.ofn", "cases/L*/*.ofn")
    rdf_xml = files("data/suites/obo-to-owl/**/*.owl")
    match reader:
        case "rf2":
            return [TABLE_ENDS.join(f"{name}\n{text}".encode() for name, text in machinery(20).files())]
        case "sssom":
            return [made_up_mappings()]
        case Format.OBO:
            return files("data/suites/obo-to-owl/**/*.obo", "cases/*/*.obo")
        case Format.FUNCTIONAL:
            return functional
        case Format.RDF_XML:
            return rdf_xml
        case Format.TURTLE:
            return files("cases/*/*.ttl") + as_rdf(rdf_xml, pyoxigraph.RdfFormat.TURTLE)
        case Format.N_TRIPLES:
            return as_rdf(rdf_xml, pyoxigraph.RdfFormat.N_TRIPLES)
        case Format.OWL_XML:
            return as_horned(functional, "owx")
        case Format.MANCHESTER:
            return as_horned(functional, "omn")
    raise ValueError(reader)


# ---- damage

FRAGMENTS = [
    *(b"(", b")", b'"', b"'", b"<", b">", b"[", b"]", b"{", b"}", b"\\", b"!", b":", b"#", b"&", b"\0", b"\n", b"\r"),
    *(b"\xe9", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"]]>", b"<!--", b"&lt;", b"&x;", b"^^", b"@en", b"_:b1"),
    *(b"-1", b"99999999999999999999", b"owl:Thing", b"rdf:nil", b"is_a: ", b"[Term]\n", b"intersection_of: ", b'{a="b'),
    *(b"SubClassOf(", b"<rdf:Description>", b'rdf:parseType="Literal"', b" and (", b" some ", b"Class: "),
]


def damaged(original: bytes, others: list[bytes], choose: random.Random) -> bytes:
    data = bytearray(original)
    for _ in range(choose.randint(1, 6)):
        at = choose.randint(0, len(data))
        end = min(len(data), at + choose.choice([1, 1, 4, 40, 400]))
        match choose.randrange(9):
            case 0 if data:
                data[at % len(data)] ^= 1 << choose.randrange(8)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = choose.choice(FRAGMENTS)
            case 3:
                data[at:at] = bytes(choose.randrange(256) for _ in range(choose.randint(1, 8)))
            case 4:
                data[at:at] = data[at:end] * choose.choice([1, 2, 50])
            case 5:
                other = choose.choice(others)
                start = choose.randint(0, len(other))
                data[at:end] = other[start : start + 200]
            case 6:
                del data[at:]
            case _:
                lines = data.split(b"\n")
                one, two = choose.randrange(len(lines)), choose.randrange(len(lines))
                match choose.randrange(3):
                    case 0:
                        lines[one], lines[two] = lines[two], lines[one]
                    case 1:
                        lines.insert(one, lines[two])
                    case 2:
                        del lines[one]
                data = bytearray(b"\n".join(lines))
    return gzip.compress(bytes(data))[: choose.randint(20, 10_000)] if choose.random() < 0.01 else bytes(data)


TABLE_ENDS = b"\f"


def packed(tables: bytes, compression: int) -> bytes:
    """An archive of tables, each of which begins with a line that holds its name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two of one name
        for table in tables.split(TABLE_ENDS):
            name, _, text = table.partition(b"\n")
            archive.writestr(name.decode(errors="replace").partition("\0")[0][:200] or "nameless", text)
    return file.getvalue()


def input_of(reader: str, number: int, originals: list[bytes]) -> bytes:
    choose = random.Random(number)
    original = choose.choice(originals)
    if reader != RF2:
        return damaged(original, originals, choose)
    compression = choose.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    if number % 2:
        return packed(damaged(original, originals, choose), compression)
    return damaged(packed(original, compression), originals, choose)


# ---- the process that reads


def read_one(reader: str, number: int, file: Path) -> None:
    if reader == SSSOM:
        read_sssom(file)
    elif reader == RF2 or number % 3 == 0:  # every third is recognised by its content, as most files are
        read_ontology(file)
    else:
        read_ontology(file, ReadOptions(format=Format(reader)))


def read_inputs(reader: str, numbers: Iterator[int], file: Path) -> None:
    """Read inputs; a line of JSON goes to stdout before and after each."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    originals = seeds(reader)
    for number in numbers:
        print(json.dumps({"begins": number}), flush=True)
        file.write_bytes(input_of(reader, number, originals))
        began = time.perf_counter()
        try:
            read_one(reader, number, file)
            outcome = "read"
        except ReadError:
            outcome = "refused"
        except BaseException as error:  # a panic of a library in Rust is no `Exception`
            outcome = f"{type(error).__name__}: {str(error)[:200]}"
        print(json.dumps({"ends": number, "outcome": outcome, "seconds": time.perf_counter() - began}), flush=True)


# ---- the process that watches


def watch(reader: str, count: int, folder: Path) -> tuple[Counter[str], list[str], float]:
    outcomes: Counter[str] = Counter()
    failures: list[str] = []
    slowest, first = 0.0, 0
    while first < count:
        command = [
            sys.executable,
            __file__,
            "--child",
            "--format",
            reader,
            "--count",
            str(count),
            "--first",
            str(first),
        ]
        with subprocess.Popen(
            [*command, "--keep", str(folder / "input")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        ) as child:  # without a buffer, in which `select` would not see a line that waits
            assert child.stdout is not None
            begun, failed = first, ""
            while True:
                ready, _, _ = select.select([child.stdout], [], [], LONGEST_S + 20)
                line = child.stdout.readline() if ready else b""
                if not line:
                    break
                said = json.loads(line)
                if "begins" in said:
                    begun = said["begins"]
                    continue
                first = said["ends"] + 1
                slowest = max(slowest, said["seconds"])
                outcomes[said["outcome"]] += 1
                if said["outcome"] not in ("read", "refused") or said["seconds"] > LONGEST_S:
                    failures.append(f"{said['ends']}: {said['outcome']} after {said['seconds']:.1f} s")
            if first < count:
                failed = f"crash, code {child.wait()}" if ready else "hang"
                child.kill()
        if failed:
            outcomes[failed] += 1
            failures.append(f"{begun}: {failed}")
            first = begun + 1
    return outcomes, failures, slowest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="inputs for each reader")
    parser.add_argument("--format", choices=READERS, action="append", help="only this reader; repeatable")
    parser.add_argument("--only", type=int, help="read one input in this process")
    parser.add_argument("--keep", type=Path, help="where the input is written")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = options.keep or Path(folder) / "input"
        if options.child or options.only is not None:
            numbers = range(options.first, options.count) if options.child else [options.only]
            read_inputs(options.format[0], iter(numbers), file)
            return 0
        failed = False
        print(f"{'reader':<12} {'inputs':>7} {'read':>7} {'refused':>8} {'failed':>7} {'slowest':>9} {'seconds':>8}")
        for reader in options.format or READERS:
            began = time.perf_counter()
            outcomes, failures, slowest = watch(reader, options.count, Path(folder))
            seconds = time.perf_counter() - began
            total, read, refused = outcomes.total(), outcomes["read"], outcomes["refused"]
            bad = total - read - refused
            print(
                f"{reader:<12} {total:>7} {read:>7} {refused:>8} {bad:>7} {slowest:>7.2f} s {seconds:>8.0f}",
                flush=True,
            )
            for failure in failures[:20]:
                print(f"    {failure}", flush=True)
            failed = failed or bool(failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
