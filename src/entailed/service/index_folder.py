"""The index folder of an ontology: written beside its place and renamed into it, checked when opened.

manifest.json                    format version, source, options, counts, the size of every other file
closure/                         the arrays of `reasoning.Closure`
grouped/                         the same for what holds within role groups, where there are any
axioms/                          the logical axioms, and which names bring each into a module
class_entities/, role_entities/  IRIs, names to show, which are obsolete
class_names/, role_names/        all names and the search over them
cards.*                          one line of JSON per class
card_search/                     BM25 over whole cards
"""

import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from entailed.errors import InconsistentOntologyError, IndexFolderError, ReadError
from entailed.owl import Curies, Ontology, ReadReport
from entailed.reasoning import TOP, Closure, ConceptInclusions, Saturation, saturate, translate
from entailed.search import TextIndexBuilds
from entailed.service.arrays import map_array
from entailed.service.axiom_store import AxiomStore
from entailed.service.cards import CardRecord, card_records
from entailed.service.entities import Entities
from entailed.service.names import Name, NameTable
from entailed.service.strings import StringTable
from entailed.service.vocabulary import NameSource, Notes, local_name, names_of, notes_by_subject, preferred

FORMAT_VERSION = 1
MANIFEST = "manifest.json"
SNOMED_ROLE_GROUP = "http://snomed.info/id/609096000"
REBUILD = "Build it again with `entailed index`."

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an index folder says of itself."""

    format_version: int
    source: str
    """The file that was read, as it was named."""
    source_sha256: str
    """Of the file's bytes; empty where the ontology did not come from a file."""
    language: str
    """The preferred language of labels."""
    prefixes: dict[str, str]
    report: dict[str, object]
    """The `ReadReport` as JSON."""
    counts: dict[str, int]
    """`classes`, `obsolete`, `relations`, `names`, `links`, `unsatisfiable`, `unlabelled`."""
    grouping_roles: list[str]
    """IRIs of the relations that group others and are looked through."""
    not_reasoned: dict[str, int]
    """Axioms (or parts of them) that were not reasoned over, by kind."""
    files: dict[str, int]
    """Size in bytes of every other file of the folder."""


# ---- writing


def build_index(
    ontology: Ontology,
    report: ReadReport,
    folder: Path,
    *,
    source_sha256: str = "",
    language: str = "en",
    role_groups: Sequence[str] = (),
    progress: Progress = lambda stage: None,
) -> Manifest:
    """Reason over an ontology and write its index folder, replacing an older index there.

    Args:
        ontology: What to index.
        report: How it was read; kept in the manifest.
        folder: Where the index goes. Nothing is there until the index is whole.
        source_sha256: Of the file it was read from.
        language: Labels in this language are preferred; all are indexed.
        role_groups: Relations, by IRI, CURIE or label, that only hold others together; queries look through them.
            SNOMED CT's own is known.
        progress: Called with a few words as each stage begins.

    Raises:
        ReadError: The ontology has no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: `folder` exists and is not an index.
    """
    check_replaceable(folder)
    progress("reasoning, names, cards")
    inclusions = translate(ontology)
    if len(inclusions.classes) <= TOP + 1:
        raise ReadError("the ontology has no class.", source=report.source, advice="Is this the right file?")
    grouping = _grouping_roles(inclusions, ontology, role_groups, report.source)
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{folder.name}.building-", dir=folder.parent))
    try:
        # Three at a time: the kernel in a thread that holds no lock, searches in processes, the rest here.
        with TextIndexBuilds() as text_indexes, ThreadPoolExecutor(1) as reasoner:
            saturation = reasoner.submit(saturate, inclusions, grouping)
            counts = _write_told(building, ontology, inclusions, language, text_indexes)
            counts |= _write_derived(building, saturation.result(), report.source)
            progress("writing the index")
        manifest = Manifest(
            format_version=FORMAT_VERSION,
            source=report.source,
            source_sha256=source_sha256,
            language=language,
            prefixes=dict(ontology.prefixes),
            report=report.as_json(),
            counts=counts,
            grouping_roles=list(grouping),
            not_reasoned=dict(sorted(Counter(n.kind for n in inclusions.not_reasoned).items())),
            files=dict(_files(building)),
        )
        _write_manifest(building, manifest)
        _move_into_place(building, folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return manifest


def _write_told(
    folder: Path,
    ontology: Ontology,
    inclusions: ConceptInclusions,
    language: str,
    text_indexes: TextIndexBuilds,
) -> dict[str, int]:
    """Write what needs no reasoning; the names first, whose search takes longest."""
    notes = notes_by_subject(ontology)
    curies = Curies.of(ontology)
    names = _write_names(folder, "class", inclusions.classes, notes, curies, language, text_indexes)
    _write_names(folder, "role", inclusions.roles, notes, curies, language, text_indexes)
    records = card_records(ontology, notes, inclusions.classes, inclusions.roles, language=language)
    texts = _card_texts(inclusions.classes, inclusions.roles, records, notes, language)
    text_indexes.begin(folder / "card_search", texts, "words")
    StringTable.write(folder / "cards", (record.as_line() for record in records))
    AxiomStore.write(folder / "axioms", ontology, inclusions)
    classes = [notes.get(iri, Notes()) for iri in inclusions.classes[TOP + 1 :]]
    return {
        "classes": len(classes),
        "obsolete": sum(n.obsolete for n in classes),
        "relations": len(inclusions.roles),
        "names": names,
        "unlabelled": sum(not n.labels for n in classes),
    }


def _write_derived(folder: Path, saturation: Saturation, source: str) -> dict[str, int]:
    closure = saturation.closure
    if not closure.consistent:
        raise InconsistentOntologyError(
            f"{source}: the axioms contradict each other, so every statement would follow and no answer would "
            "mean anything. Find the contradiction with an ontology editor's reasoner and remove it."
        )
    _write_closure(folder / "closure", closure)
    if saturation.grouped is not None:
        _write_closure(folder / "grouped", saturation.grouped)
    return {"links": len(closure.links.columns[0]), "unsatisfiable": len(closure.unsatisfiable_classes())}


def _write_closure(folder: Path, closure: Closure) -> None:
    folder.mkdir()
    for name, array in closure.arrays():
        np.save(folder / f"{name}.npy", array)


def _grouping_roles(
    inclusions: ConceptInclusions, ontology: Ontology, wanted: Sequence[str], source: str
) -> tuple[str, ...]:
    """The IRIs of the grouping roles that are named by IRI, CURIE or label, and SNOMED CT's own."""
    curies = Curies.of(ontology)
    notes = notes_by_subject(ontology) if wanted else {}
    found = [iri for iri in inclusions.roles if iri == SNOMED_ROLE_GROUP]
    for name in wanted:
        named = [
            iri
            for iri in inclusions.roles
            if name in (iri, curies.curie(iri)) or any(label.value == name for label in notes.get(iri, Notes()).labels)
        ]
        if not named:
            raise ReadError(f"no relation is named `{name}`.", source=source, advice="Check the name.")
        found += named
    return tuple(dict.fromkeys(found))


def _write_names(
    folder: Path,
    kind: str,
    iris: tuple[str, ...],
    notes: Mapping[str, Notes],
    curies: Curies,
    language: str,
    text_indexes: TextIndexBuilds,
) -> int:
    found = [notes.get(iri, Notes()) for iri in iris]
    # One line each: a line break in a label could pass for a line of output.
    shown = [
        " ".join((preferred(n.labels, language) or "").split()) or local_name(iri)
        for iri, n in zip(iris, found, strict=True)
    ]
    Entities.write(folder / f"{kind}_entities", iris, shown, [n.obsolete for n in found])
    names = [
        Name(number, text, source)
        for number, (iri, n) in enumerate(zip(iris, found, strict=True))
        for text, source in names_of(n, iri)
        # Identifiers that follow from the IRI are found through it.
        if not (source is NameSource.IDENTIFIER and curies.expand(text) == iri)
    ]
    NameTable.write(folder / f"{kind}_names", names, text_indexes)
    return len(names)


def _card_texts(
    classes: tuple[str, ...],
    roles: tuple[str, ...],
    records: list[CardRecord],
    notes: Mapping[str, Notes],
    language: str,
) -> Iterator[str]:
    def name(iri: str) -> str:
        return (preferred(notes[iri].labels, language) if iri in notes else None) or local_name(iri)

    for iri, record in zip(classes, records, strict=True):
        if iri in notes and notes[iri].obsolete:
            yield ""
            continue
        relations = (f"{name(roles[role])} {name(classes[filler])}" for role, filler in record.relations)
        parents = (name(classes[parent]) for parent in record.superclasses)
        yield " ".join((name(iri), *parents, *relations, *record.texts()))


def _files(folder: Path) -> Iterator[tuple[str, int]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".lock"):
            yield path.relative_to(folder).as_posix(), path.stat().st_size


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    values = {name: getattr(manifest, name) for name in Manifest.__slots__}
    (folder / MANIFEST).write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def check_replaceable(folder: Path) -> None:
    """Refuse a place for an index that holds something else.

    Raises:
        IndexFolderError: `folder` exists and is not an index.
    """
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not (folder / MANIFEST).exists()):
        raise IndexFolderError(
            "something that is not an index is there.", folder=folder, advice="Choose another place for the index."
        )


def _move_into_place(building: Path, folder: Path) -> None:
    building.chmod(0o755)  # mkdtemp makes it private; an index may serve other users
    if not folder.exists():
        building.rename(folder)
        return
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.replaced-", dir=folder.parent) as old:
        folder.rename(Path(old) / "index")
        building.rename(folder)


# ---- reading


def read_manifest(folder: Path) -> Manifest:
    """Read and check what an index folder says of itself.

    Raises:
        IndexFolderError: There is no index, it is of another version, or files of it are missing or cut short.
    """
    try:
        stored = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        version = stored["format_version"]
    except FileNotFoundError as error:
        if folder.exists():
            problem, advice = (
                "this folder is not an index.",
                "Name an ontology file, or a folder made by `entailed index -o`.",
            )
        else:
            problem, advice = "there is no such folder.", "Make one with `entailed index -o`."
        raise IndexFolderError(problem, folder=folder, advice=advice) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexFolderError("its manifest cannot be read.", folder=folder, advice=REBUILD) from error
    if version != FORMAT_VERSION:
        problem = f"the index has format version {version}, and this program reads {FORMAT_VERSION}."
        raise IndexFolderError(problem, folder=folder, advice=REBUILD)
    try:
        manifest = Manifest(**stored)
        for name, size in manifest.files.items():
            if (folder / name).stat().st_size != size:
                raise IndexFolderError(f"its file {name} is damaged.", folder=folder, advice=REBUILD)
    except FileNotFoundError as error:
        missing = os.path.relpath(str(error.filename), folder)
        raise IndexFolderError(f"its file {missing} is missing.", folder=folder, advice=REBUILD) from error
    except (TypeError, AttributeError) as error:
        raise IndexFolderError("its manifest cannot be read.", folder=folder, advice=REBUILD) from error
    return manifest


def open_closure(folder: Path) -> Closure:
    """Map the closure in a folder of an index that `read_manifest` has checked."""
    return Closure.from_arrays({path.stem: map_array(path) for path in folder.glob("*.npy")})
