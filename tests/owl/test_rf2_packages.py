"""How SNOMED CT releases come: folders, archives, extensions, and what is wrong with some of them."""

import io
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from entailed.errors import ReadError
from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl import read_ontology
from owl import rf2_release as rf2
from owl.rf2_release import GB, US, Release, identifier, machinery
from owl.test_rf2_reader import findings, sct, values

Damage: TypeAlias = Callable[[bytes], bytes]
EXTENSION_MODULE = "11000146104"
CONCEPT, OTHER = identifier(7), identifier(8)


def edition() -> Release:
    release = Release()
    release.header(f"Ontology(<http://snomed.info/sct/{rf2.MODULE}>)")
    release.named(rf2.ROOT, "Machinery", "machinery")
    release.named(CONCEPT, "shim", "part")
    release.under(CONCEPT, rf2.ROOT)
    for item in range(50, 60):  # an edition is larger than its extension
        release.named(identifier(item), f"bolt {item}", "part")
        release.under(identifier(item), rf2.ROOT)
    return release


def extension() -> Release:
    release = Release(module=EXTENSION_MODULE, country="NL1000146", language="nl", time="20260331", first_item=9000)
    release.header(f"Ontology(<http://snomed.info/sct/{EXTENSION_MODULE}>)")
    release.header(f"Import(<http://snomed.info/sct/{rf2.MODULE}/version/20260101>)")
    return release


@pytest.fixture(scope="module")
def machines() -> Release:
    return machinery(60)


# ---- folders and archives


def test_an_archive_reads_as_its_folder_does(machines: Release, tmp_path: Path) -> None:
    unpacked = read_ontology(machines.write(tmp_path / "release"))
    archive = read_ontology(machines.write_zip(tmp_path / "release.zip"))
    assert archive.ontology == unpacked.ontology
    assert archive.report.findings == unpacked.report.findings
    assert sorted(path.name for path in tmp_path.iterdir()) == ["release", "release.zip"]


def test_the_snapshot_folder_alone_is_enough(machines: Release, tmp_path: Path) -> None:
    machines.write(tmp_path)
    assert read_ontology(tmp_path / "Snapshot").ontology == read_ontology(tmp_path).ontology


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        (r"^", "x"),  # a pre-release
        (r"_Snapshot", "_UKCLSnapshot"),  # the United Kingdom, where the content type is first
        (r"(?<=[a-z])Snapshot", "UKCLSnapshot"),  # and where the name of the set is
        (r"INT_(\d+)", r"US1000124_\1"),
        (r"INT_(\d+)", r"INT_\1T120000Z"),
    ],
)
def test_files_go_by_the_names_of_other_editions(machines: Release, tmp_path: Path, pattern: str, name: str) -> None:
    expected = read_ontology(machines.write(tmp_path / "expected"))
    for path, text in machines.files():
        (tmp_path / "renamed").mkdir(exist_ok=True)
        (tmp_path / "renamed" / re.sub(pattern, name, Path(path).name)).write_text(text, encoding="utf-8")
    assert read_ontology(tmp_path / "renamed").ontology == expected.ontology


def test_full_and_delta_files_are_counted_and_not_read(machines: Release, tmp_path: Path) -> None:
    expected = read_ontology(machines.write(tmp_path)).ontology
    for kind in ("Full", "Delta"):
        folder = tmp_path / kind / "Terminology"
        folder.mkdir(parents=True)
        for name in ("sct2_Concept_", "sct2_Description_", "sct2_Relationship_", "der2_sRefset_SimpleMap"):
            (folder / f"{name}{kind}_INT_20260101.txt").write_text("nothing of ours")
    result = read_ontology(tmp_path)
    assert result.ontology == expected
    assert findings(result)["a file of the Full or Delta release; the Snapshot is read"] == ("skipped", None, 8)


def test_a_release_without_a_snapshot_says_how_to_choose(machines: Release, tmp_path: Path) -> None:
    for path, text in machines.files():
        full = tmp_path / path.replace("Snapshot", "Full")
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=r"no snapshot table of concepts\. .* comes with a Snapshot folder"):
        read_ontology(tmp_path)


@pytest.mark.parametrize(
    ("table", "advice"), [("OWLExpression", "have axioms in OWL since 2019"), ("Description", "Name the folder")]
)
def test_an_incomplete_release_is_refused(machines: Release, tmp_path: Path, table: str, advice: str) -> None:
    machines.write(tmp_path)
    next(tmp_path.rglob(f"*{table}*")).unlink()
    with pytest.raises(ReadError, match=advice):
        read_ontology(tmp_path)


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_what_is_no_release_is_refused_as_before(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "things"
    if kind == "folder":
        path.mkdir()
        (path / "notes.txt").write_text("nothing")
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("notes.txt", "nothing")
    with pytest.raises(ReadError, match="this is a folder" if kind == "folder" else "zip archive"):
        read_ontology(path)


# ---- an edition and its extensions


@pytest.mark.parametrize("packed", [False, True])
def test_an_extension_is_merged_with_its_edition(tmp_path: Path, packed: bool) -> None:
    more = extension()
    more.term(CONCEPT, "vulplaatje", preferred=("31000146106",))
    more.named(OTHER, "afstandsring", "part")
    more.under(OTHER, CONCEPT)
    if packed:
        edition().write_zip(tmp_path / "edition.zip")
        more.write_zip(tmp_path / "extension.zip")
    else:
        edition().write(tmp_path / "edition")
        more.write(tmp_path / "extension")
    result = read_ontology(tmp_path, language="nl")
    assert values(result, CONCEPT, iris.RDFS_LABEL) == ["vulplaatje"]
    assert values(result, rf2.ROOT, iris.RDFS_LABEL) == ["Machinery"]
    assert owl.SubClassOf(owl.Class(sct(OTHER)), owl.Class(sct(CONCEPT))) in result.ontology.axioms
    assert result.ontology.iri == f"http://snomed.info/sct/{EXTENSION_MODULE}"
    assert result.ontology.version_iri == f"http://snomed.info/sct/{EXTENSION_MODULE}/version/20260331"
    assert result.ontology.imports == ()
    assert not [finding for finding in result.report.findings if finding.kind == "unresolved"]


@pytest.mark.parametrize(("time", "active"), [("20260201", False), ("20251201", True), ("", False)])
@pytest.mark.parametrize("longer", [False, True])
def test_the_version_of_a_component_with_the_later_time_is_taken(
    tmp_path: Path, time: str, active: bool, longer: bool
) -> None:
    """A row without a time is not published yet, and so the latest; which file is the larger does not matter."""
    more = extension()
    more.concept(CONCEPT, active=False, time=time)
    if longer:
        for item in range(20):
            more.concept(identifier(100 + item))
    edition().write(tmp_path / "edition")
    more.write(tmp_path / "extension")
    result = read_ontology(tmp_path)
    assert values(result, CONCEPT, iris.DEPRECATED) == ([] if active else ["true"])
    assert len(values(result, CONCEPT, iris.ID)) == 1


def test_an_extension_alone_misses_what_it_extends(tmp_path: Path) -> None:
    more = extension()
    more.named(OTHER, "afstandsring", "part")
    more.under(OTHER, CONCEPT)
    result = read_ontology(more.write(tmp_path))
    kinds = [finding.message for finding in result.report.findings if finding.kind == "unresolved"]
    assert any(message.startswith("a concept of the axioms that no table describes") for message in kinds)
    assert any(message.startswith("import of <http://snomed.info/sct/900000000000207008/") for message in kinds)


# ---- damage


def concepts_file(folder: Path) -> Path:
    return next(folder.rglob("sct2_Concept_*"))


def test_rows_that_are_none_are_counted_with_their_line(tmp_path: Path) -> None:
    file = concepts_file(edition().write(tmp_path))
    with file.open("ab") as stream:
        stream.write(b"1\t2\t3\r\n" + f"{OTHER}\t20260101\t2\tm\td\r\n".encode() + b"\xff\t20260101\t1\tm\td\r\n")
    found = findings(read_ontology(tmp_path))
    assert found[f"a row of {file.name} that is no concept"] == ("skipped", 14, 2)
    assert found[f"a row of {file.name} that is not UTF-8"] == ("skipped", 16, 1)


def test_a_byte_order_mark_and_plain_line_ends_do_no_harm(tmp_path: Path) -> None:
    expected = read_ontology(edition().write(tmp_path)).ontology
    for file in tmp_path.rglob("*.txt"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\r\n", b"\n"))
    assert read_ontology(tmp_path).ontology == expected


def test_other_columns_are_refused(tmp_path: Path) -> None:
    file = concepts_file(edition().write(tmp_path))
    file.write_bytes(file.read_bytes().replace(b"moduleId", b"module"))
    with pytest.raises(ReadError, match=r"line 1: the columns of sct2_Concept_.* Expected: id, effectiveTime"):
        read_ontology(tmp_path)


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    file = concepts_file(edition().write(tmp_path))
    with file.open("ab") as stream:
        stream.write(b"1" * (2 << 20))
    with pytest.raises(ReadError, match=r"line 14: a line of sct2_Concept_\S+ is longer than 1,048,576 bytes"):
        read_ontology(tmp_path)


def test_an_archive_that_grows_beyond_measure_is_refused(tmp_path: Path) -> None:
    bomb = edition()
    bomb.term(CONCEPT, "shim " * 1_000_000, preferred=(US, GB))
    with pytest.raises(ReadError, match=r"sct2_Description_\S+ would grow to more than 100 times its size"):
        read_ontology(bomb.write_zip(tmp_path / "release.zip"))


def test_an_archive_with_damaged_data_is_refused(tmp_path: Path) -> None:
    path = edition().write_zip(tmp_path / "release.zip")
    with zipfile.ZipFile(path) as archive:
        info = next(info for info in archive.infolist() if "Concept_" in info.filename)
    data = bytearray(path.read_bytes())
    middle = info.header_offset + 30 + len(info.filename) + info.compress_size // 2
    data[middle : middle + 20] = bytes(20)
    path.write_bytes(data)
    with pytest.raises(ReadError, match=r"sct2_Concept_\S+ in the zip archive is damaged"):
        read_ontology(path)


def test_an_archive_that_needs_a_password_is_refused(tmp_path: Path) -> None:
    path = edition().write_zip(tmp_path / "release.zip")
    data = bytearray(path.read_bytes())
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for header in re.finditer(re.escape(magic), bytes(data)):
            struct.pack_into("<H", data, header.start() + offset, 1)
    path.write_bytes(data)
    with pytest.raises(ReadError, match=r"cannot be unpacked: .*password.* Unpack the archive and name the folder"):
        read_ontology(path)


def in_headers(archive: bytes, local: int, central: int, value: bytes) -> bytes:
    """An archive with a value at a place in the headers of its members, at the beginning and at the end."""
    data = bytearray(archive)
    for magic, offset in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        for header in re.finditer(re.escape(magic), archive):
            data[header.start() + offset : header.start() + offset + len(value)] = value
    return bytes(data)


def repacked_and_damaged(archive: bytes, compression: int) -> bytes:
    """The archive with other compression, and damage in the data of its first member."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as before, zipfile.ZipFile(packed, "w", compression) as after:
        for info in before.infolist():
            after.writestr(info.filename, before.read(info))
        first = after.infolist()[0]
        data = bytearray(packed.getvalue())
        start = first.header_offset + 30 + len(first.filename) + 9  # behind the properties of LZMA
        data[start : start + 40] = b"\xff" * 40
        directory = after.start_dir
    return bytes(data[:directory]) + packed.getvalue()[directory:]


UTF_8 = b"\x00\x08"


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (
            lambda data: in_headers(data, 6, 8, UTF_8).replace(b"SnomedCT", b"Snom\xff\xff\xffT"),
            "zip archive is damaged",
        ),
        (lambda data: in_headers(data, 6, 6, b"\xff\x00"), "cannot be unpacked: zip file version 25.5"),
        (lambda data: in_headers(data, 8, 10, b"\x63\x00"), "cannot be unpacked: That compression method"),
        (lambda data: repacked_and_damaged(data, zipfile.ZIP_LZMA), "in the zip archive is damaged"),
        (lambda data: in_headers(data, 8, 10, b"\x0c\x00"), "cannot be read: Invalid data stream"),
        (lambda data: data[:-22] + b"PK\x06\x07" + b"\x01" * 16 + data[-22:], "zip archive is damaged"),
    ],
    ids=["name", "version", "compression", "lzma", "bzip2", "several disks"],
)
def test_whatever_is_wrong_with_an_archive_it_is_refused(tmp_path: Path, damage: Damage, problem: str) -> None:
    path = edition().write_zip(tmp_path / "release.zip")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ReadError, match=problem):
        read_ontology(path)


def test_an_archive_cut_short_is_refused(tmp_path: Path) -> None:
    path = edition().write_zip(tmp_path / "release.zip")
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ReadError, match="zip archive"):
        read_ontology(path)


def test_an_archive_inside_an_archive_is_not_opened(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("sct2_Concept_Snapshot_INT_20260101.txt", "nothing")
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
    with pytest.raises(ReadError, match="zip archive"):
        read_ontology(tmp_path / "outer.zip")
