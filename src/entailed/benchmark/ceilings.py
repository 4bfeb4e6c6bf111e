"""The ceilings of a data set: what its questions come to where no model takes part."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from entailed.benchmark.ceiling_fallback import SEARCHES, FallbackCeiling, fallback_outcomes
from entailed.benchmark.ceiling_names import NameRecall, PerturbedName, by_bm25, by_service, perturbed_names, recall
from entailed.benchmark.ceiling_service import ServiceCeiling, service_ceiling
from entailed.benchmark.ceiling_tables import (
    fallback_table,
    names_table,
    service_table,
    tiers_table,
    wrong_rows_table,
)
from entailed.benchmark.data_folder import read_test
from entailed.benchmark.entity_names import names_in
from entailed.benchmark.items import Item
from entailed.benchmark.report_tables import Table, as_csv, markdown
from entailed.benchmark.revision import Revision, revise
from entailed.benchmark.verbalisation import Wording
from entailed.errors import ReadError
from entailed.owl import Iri, Ontology, ReadReport, read_ontology
from entailed.service import OntologyService, build_index
from entailed.service.sentences import sentences

PERTURBED_NAMES = "perturbed_names.jsonl"
Progress = Callable[[str], None]
"""Called with a few words as each stage begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """What was measured."""

    service: ServiceCeiling
    fallback: tuple[FallbackCeiling, ...]
    names: tuple[PerturbedName, ...]
    recall: tuple[NameRecall, ...]

    def tables(self, *, timing: bool = False) -> tuple[Table, ...]:
        """All tables; with the times of queries only if wanted, since they differ each time."""
        return (
            service_table(self.service),
            fallback_table(self.fallback, timing=timing),
            tiers_table(self.fallback),
            wrong_rows_table(self.fallback),
            names_table(self.recall),
        )


def measure_ceilings(
    folder: Path,
    *,
    wordings: Sequence[Wording] = tuple(Wording),
    names: int = 200,
    limit: int | None = None,
    seed: int = 0,
    progress: Progress = lambda stage: None,
) -> Ceilings:
    """Measure the ceilings of a data set that was built from an ontology.

    Args:
        folder: Of the data set.
        wordings: Of the sentences that take the place of axioms in test 2.
        names: How many of each perturbation; fewer where fewer labels can be changed so.
        limit: The most items of each test.
        seed: Of the choice of synonyms, and of the perturbations.
        progress: Called with a few words as each stage begins.

    Raises:
        ReadError: The folder holds no such data set.
    """
    progress("reading")
    first, second = read_test(folder, 1), read_test(folder, 2)
    if first.ontology is None:
        raise ReadError("it has no ontology.", source=str(folder), advice="Build the data set again.")
    ontology, report = read_ontology(first.ontology)
    groups = _groups(folder)
    with TemporaryDirectory() as temporary:
        progress("indexing the source ontology")
        build_index(ontology, report, Path(temporary) / "index", role_groups=groups)
        service = OntologyService(Path(temporary) / "index")
        progress("asking test 1")
        of_service = service_ceiling(service, first.items[:limit])
        progress("looking for perturbed names")
        perturbed = perturbed_names(ontology, most=names, seed=seed)
        found = recall("service", perturbed, by_service(service))
        found += recall("BM25", perturbed, by_bm25(ontology, Path(temporary) / "names"))
    of_text = fallback_ceilings(
        ontology, report, second.items[:limit], wordings=wordings, groups=groups, seed=seed, progress=progress
    )
    return Ceilings(service=of_service, fallback=tuple(of_text), names=perturbed, recall=found)


def write_ceilings(folder: Path, ceilings: Ceilings, tables: Sequence[Table]) -> Path:
    """Write a report, a CSV file for each table, and the perturbed names for other programs to look for.

    Returns:
        The report.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        (folder / f"{table.name}.csv").write_text(as_csv(table), encoding="utf-8", newline="\n")
    lines = (json.dumps(name._asdict(), ensure_ascii=False) + "\n" for name in ceilings.names)
    (folder / PERTURBED_NAMES).write_text("".join(lines), encoding="utf-8", newline="\n")
    report = folder / "report.md"
    report.write_text("\n".join(["# Ceilings\n", *map(markdown, tables)]), encoding="utf-8", newline="\n")
    return report


def _groups(folder: Path) -> tuple[Iri, ...]:
    """The grouping relations that the data set was built with."""
    path = folder / "manifest.json"
    try:
        return tuple(json.loads(path.read_text(encoding="utf-8"))["options"]["groups"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = "it does not say which relations the data set groups others by."
        raise ReadError(problem, source=str(path), advice="Build the data set again.") from error


def fallback_ceilings(
    ontology: Ontology,
    report: ReadReport,
    items: Sequence[Item],
    *,
    wordings: Sequence[Wording],
    groups: Sequence[Iri] = (),
    seed: int,
    progress: Callable[[str], None] = lambda stage: None,
) -> Iterator[FallbackCeiling]:
    """Revise an ontology in each wording, and ask it everything with each search.

    Args:
        ontology: As it was before any revision.
        report: Of its reading.
        items: Of test 2.
        wordings: Of the sentences that take the place of axioms.
        groups: Relations that only hold others together.
        seed: Of the choice of synonyms.
        progress: Called with a few words as each stage begins.
    """
    names = names_in(ontology)
    for wording in wordings:
        progress(f"revising, wording {wording}")
        revision = revise(ontology, names, wording=wording, groups=groups, seed=seed)
        with TemporaryDirectory() as folder:
            build_index(revision.ontology, report, Path(folder) / "index", role_groups=groups)
            service = OntologyService(Path(folder) / "index")
            for search in SEARCHES:
                progress(f"asking, wording {wording}, {search}")
                yield FallbackCeiling(
                    wording, search, fallback_outcomes(service, items, search), _added(revision), names
                )


def _added(revision: Revision) -> frozenset[str]:
    return frozenset(part for said in revision.sentences.values() for text in said for part in sentences(text))
