"""The index folder of an ontology: written beside its place and renamed into it, checked when opened.

manifest.json                    format version, source, options, counts, size and checksum of every other file
checks.json                      what a curator should look at
closure/                         the arrays of `reasoning.Closure`
grouped/                         the same for what holds within role groups, where there are any
axioms/                          the logical axioms, and which names bring each into a module
class_entities/, role_entities/  IRIs, names to show, which are obsolete
class_names/, role_names/        all names and the search over them
cards.*                          one line of JSON per class
card_search/                     BM25 over whole cards
mentions/                        which concepts the definitions and names of each mention
mappings/                        mappings between ontologies, where there are any
without_mappings/                closure/ and grouped/ without those that are reasoned with
"""

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from entailed.errors import InconsistentOntologyError, IndexFolderError, ReadError
from entailed.owl import Curies, Ontology, ReadReport
from entailed.reasoning import TOP, Closure, ConceptInclusions, Saturation, saturate, translate
from entailed.search import Builds, begin_text_index
from entailed.service.arrays import map_array
from entailed.service.axiom_store import AxiomStore
from entailed.service.cards import CardRecord, card_records
from entailed.service.checks import Check, checks_from_json, checks_json, in_order
from entailed.service.curation import Reviewer
from entailed.service.entities import Entities
from entailed.service.manifest import FORMAT_VERSION, MANIFEST, Manifest, checksum, files_of, write_manifest
from entailed.service.mappings import NO_MAPPINGS, Mappings, MappingTable
from entailed.service.mention_index import MentionIndex
from entailed.service.names import Name, NameTable
from entailed.service.spelling import fold
from entailed.service.strings import StringTable
from entailed.service.vocabulary import NameSource, Notes, names_of, notes_by_subject, shown_name

CHECKS = "checks.json"
WITHOUT_MAPPINGS = "without_mappings"
SNOMED_ROLE_GROUP = "http://snomed.info/id/609096000"

Progress = Callable[[str], None]
"""Called with a few words as each stage begins."""
Review = Callable[[Manifest, Sequence[Check]], None]
"""Called with what an index says of itself and what was found for a curator, the worst first."""


# ---- writing


def build_index(
    ontology: Ontology,
    report: ReadReport,
    folder: Path,
    *,
    source_sha256: str = "",
    language: str = "en",
    role_groups: Sequence[str] = (),
    mappings: Mappings = NO_MAPPINGS,
    progress: Progress = lambda stage: None,
    review: Review = lambda manifest, checks: None,
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
        mappings: Between classes of the ontology.
        progress: Called with a few words as each stage begins.
        review: Called with what a curator should look at before the index takes its place; if it raises, none does.

    Raises:
        ReadError: The ontology has no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: `folder` exists and is not an index.
    """
    check_replaceable(folder)
    progress("reasoning, names, cards")
    whole = replace(ontology, axioms=(*ontology.axioms, *mappings.axioms))
    inclusions = translate(whole)
    if len(inclusions.classes) <= TOP + 1:
        raise ReadError("the ontology has no class.", source=report.source, advice="Is this the right file?")
    grouping = _grouping_roles(inclusions, ontology, role_groups, report.source)
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{folder.name}.building-", dir=folder.parent))
    try:
        # Three at a time: the kernel in a thread that holds no lock, what is for searching in processes, the rest here.
        with Builds() as builds, ThreadPoolExecutor(1) as reasoner:
            saturation = reasoner.submit(saturate, inclusions, grouping)
            alone = reasoner.submit(_saturate_told, ontology, grouping) if mappings.axioms else None
            told_apart = len(report.given) > 1
            notes = notes_by_subject(ontology)
            counts = _write_told(building, ontology, notes, inclusions, grouping, language, builds, told_apart)
            AxiomStore.write(building / "axioms", whole, inclusions)
            reviewer = Reviewer(ontology, notes, language=language)
            checks = list(reviewer.told(report, inclusions))
            counts |= _write_derived(building, saturation.result(), report.source, bool(mappings.axioms))
            unsatisfiable = saturation.result().closure.unsatisfiable_classes()
            checks.append(reviewer.unsatisfiable(inclusions.classes[concept] for concept in unsatisfiable))
            if mappings.rows:
                MappingTable.write(building / "mappings", mappings.rows, inclusions.classes)
                counts |= _mapping_counts(mappings)
            if alone:
                without = _write_derived(building / WITHOUT_MAPPINGS, alone.result(), report.source, False)
                counts["unsatisfiable_by_mappings"] = counts["unsatisfiable"] - without["unsatisfiable"]
            progress("writing the index")
        found = in_order(checks)
        (building / CHECKS).write_text(json.dumps(checks_json(found), ensure_ascii=False), encoding="utf-8")
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
            files={name: path.stat().st_size for name, path in files_of(building)},
            checksums={name: checksum(path) for name, path in files_of(building)},
            mapping_files=list(mappings.files),
        )
        review(manifest, found)
        write_manifest(building, manifest)
        _move_into_place(building, folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return manifest


def _write_told(
    folder: Path,
    ontology: Ontology,
    notes: Mapping[str, Notes],
    inclusions: ConceptInclusions,
    grouping: Sequence[str],
    language: str,
    builds: Builds,
    told_apart: bool,
) -> dict[str, int]:
    """Write what needs no reasoning; first what other processes go on with."""
    curies = Curies.of(ontology)
    MentionIndex.begin(folder / "mentions", inclusions.classes, inclusions.roles, notes, builds)
    names = _write_names(folder, "class", inclusions.classes, notes, curies, language, builds, told_apart)
    _write_names(folder, "role", inclusions.roles, notes, curies, language, builds, told_apart)
    records = card_records(ontology, notes, inclusions.classes, inclusions.roles, grouping=grouping, language=language)
    texts = _card_texts(inclusions.classes, inclusions.roles, records, notes, language)
    begin_text_index(builds, folder / "card_search", texts, "words")
    StringTable.write(folder / "cards", (record.as_line() for record in records))
    classes = [notes.get(iri, Notes()) for iri in inclusions.classes[TOP + 1 :]]
    return {
        "classes": len(classes),
        "obsolete": sum(n.obsolete for n in classes),
        "relations": len(inclusions.roles),
        "names": names,
        "unlabelled": sum(not n.labels for n in classes),
    }


def _saturate_told(ontology: Ontology, grouping: Sequence[str]) -> Saturation:
    """What follows without mappings, over the same numbers: the axioms of mappings bring no new names."""
    return saturate(translate(ontology), grouping)


def _mapping_counts(mappings: Mappings) -> dict[str, int]:
    return {"mappings": len(mappings.rows), "mappings_reasoned": sum(row.axiom is not None for row in mappings.rows)}


def _write_derived(folder: Path, saturation: Saturation, source: str, mapped: bool) -> dict[str, int]:
    closure = saturation.closure
    if not closure.consistent:
        raise InconsistentOntologyError(
            f"{source}: the axioms {'and the mappings ' if mapped else ''}contradict each other, so every statement "
            "would follow and no answer would mean anything. Find the contradiction with an ontology editor's "
            f"reasoner and remove it{', or leave the mappings out' if mapped else ''}."
        )
    folder.mkdir(exist_ok=True)
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
    builds: Builds,
    told_apart: bool,
) -> int:
    found = [notes.get(iri, Notes()) for iri in iris]
    shown = [shown_name(iri, n, language) for iri, n in zip(iris, found, strict=True)]
    obsolete = [n.obsolete for n in found]
    if told_apart:
        shown = _told_apart(shown, [(curies.curie(iri) or "").partition(":")[0] for iri in iris], obsolete)
    Entities.write(folder / f"{kind}_entities", iris, shown, obsolete)
    names = [
        Name(number, text, source)
        for number, (iri, n) in enumerate(zip(iris, found, strict=True))
        for text, source in names_of(n, iri)
        # Identifiers that follow from the IRI are found through it.
        if not (source is NameSource.IDENTIFIER and curies.expand(text) == iri)
    ]
    NameTable.write(folder / f"{kind}_names", names, builds)
    return len(names)


def _told_apart(names: Sequence[str], prefixes: Sequence[str], obsolete: Sequence[bool]) -> list[str]:
    """The names to show, with their prefixes where current entities of several ontologies share one."""
    sharing: dict[str, set[str]] = {}
    for name, prefix, is_obsolete in zip(names, prefixes, obsolete, strict=True):
        if not is_obsolete:
            sharing.setdefault(fold(name), set()).add(prefix)
    return [
        f"{prefix}: {name}" if prefix and len(sharing.get(fold(name), ())) > 1 else name
        for name, prefix in zip(names, prefixes, strict=True)
    ]


def _card_texts(
    classes: tuple[str, ...],
    roles: tuple[str, ...],
    records: list[CardRecord],
    notes: Mapping[str, Notes],
    language: str,
) -> Iterator[str]:
    def name(iri: str) -> str:
        return shown_name(iri, notes.get(iri, Notes()), language)

    for iri, record in zip(classes, records, strict=True):
        if iri in notes and notes[iri].obsolete:
            yield ""
            continue
        relations = (f"{name(roles[role])} {name(classes[filler])}" for role, filler in record.relations)
        parents = (name(classes[parent]) for parent in record.superclasses)
        yield " ".join((name(iri), *parents, *relations, *record.texts()))


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


def read_checks(folder: Path) -> tuple[Check, ...]:
    """What a curator should look at, the worst first, from an index that `read_manifest` has checked."""
    return checks_from_json(json.loads((folder / CHECKS).read_text(encoding="utf-8")))


def open_closure(folder: Path) -> Closure:
    """Map the closure in a folder of an index that `read_manifest` has checked."""
    return Closure.from_arrays({path.stem: map_array(path) for path in folder.glob("*.npy")})
