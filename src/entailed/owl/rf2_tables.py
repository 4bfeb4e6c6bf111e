"""The tables of an RF2 release: which files hold them, and the current row of every component.

What a table holds is told by the name of its file, which packages of extensions vary:
`sct2_Concept_Snapshot_INT_20260101.txt`, `sct2_Concept_UKCLSnapshot_GB1000000_20260401.txt`,
`sct2_Description_Snapshot-sv_SE1000052_20260531.txt`; pre-releases put an `x` in front.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from entailed.errors import ReadError
from entailed.owl.report import Findings
from entailed.owl.rf2_files import ReleaseFile, is_archive, lines, opened_files, refuse_bombs
from entailed.owl.rf2_identifiers import is_well_formed


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A kind of table: how its files are named and which columns they have."""

    name: str
    """What one row is, as findings speak of it."""
    files: re.Pattern[str]
    """Matches the beginning of a file name; its only group is `Snapshot`, `Full` or `Delta`."""
    columns: tuple[str, ...]
    component: str = ""
    """Last digit of the partition of the identifiers; empty where rows are identified by UUIDs."""


def _table(name: str, files: str, columns: str, component: str = "") -> Table:
    pattern = re.compile(rf"x?{files}\w*?(Snapshot|Full|Delta)")
    all_columns = tuple(f"id effectiveTime active moduleId {columns}".split())
    return Table(name=name, files=pattern, columns=all_columns, component=component)


_DESCRIPTION = "conceptId languageCode typeId term caseSignificanceId"
CONCEPTS = _table("concept", "sct2_Concept_", "definitionStatusId", "0")
DESCRIPTIONS = _table("description", "sct2_Description_", _DESCRIPTION, "1")
TEXT_DEFINITIONS = _table("text definition", "sct2_TextDefinition_", _DESCRIPTION, "1")
LANGUAGE = _table("language preference", r"der2_cRefset_\w*?Language", "refsetId referencedComponentId acceptabilityId")
OWL_EXPRESSIONS = _table(
    "OWL expression", r"(?:sct2|der2)_sRefset_\w*?OWLExpression", "refsetId referencedComponentId owlExpression"
)
ASSOCIATIONS = _table(
    "historical association", r"der2_cRefset_\w*?Association", "refsetId referencedComponentId targetComponentId"
)
CONCRETE_VALUES = _table(
    "concrete value",
    "sct2_RelationshipConcreteValues_",
    "sourceId value relationshipGroup typeId characteristicTypeId modifierId",
    "2",
)
TABLES = (CONCEPTS, DESCRIPTIONS, TEXT_DEFINITIONS, LANGUAGE, OWL_EXPRESSIONS, ASSOCIATIONS, CONCRETE_VALUES)


class Row(NamedTuple):
    """A line of a table."""

    values: list[str]
    """One for each column."""
    file: str
    line: int
    """1-based."""

    @property
    def active(self) -> bool:
        """Whether the component is part of the release."""
        return self.values[2] == "1"

    @property
    def version(self) -> str:
        """Larger for a later version of the same component; a row that is not published yet has no time."""
        return self.values[1] or "unpublished"


def is_release(path: Path) -> bool:
    """Whether a path is a folder or a zip archive that holds tables of concepts, be they of a snapshot or not.

    Raises:
        ReadError: an archive cannot be read.
    """
    if not path.is_dir() and not is_archive(path):
        return False
    with opened_files(path) as files:
        return any(CONCEPTS.files.match(file.name) for file in files)


def is_snapshot_table(file_name: str) -> bool:
    """Whether a file is one of those that are read."""
    table, kind = _kind(file_name)
    return table is not None and kind == "Snapshot"


class Release:
    """The snapshot tables of a release."""

    def __init__(self, files: Iterable[ReleaseFile], *, source: str, findings: Findings) -> None:
        """Sort the files by what they hold.

        Raises:
            ReadError: there is no snapshot, or an archive would unpack to more than can be meant.
        """
        self.source = source
        self._findings = findings
        self._files: dict[str, list[ReleaseFile]] = {table.name: [] for table in TABLES}
        others = histories = 0
        for file in files:
            table, kind = _kind(file.name)
            if kind != "Snapshot":
                histories += 1
            elif table is None:
                others += 1
            else:
                self._files[table.name].append(file)
        self._refuse_incomplete(histories)
        refuse_bombs([*chain.from_iterable(self._files.values())], source=self.source)
        if histories:
            findings.add("skipped", "a file of the Full or Delta release; the Snapshot is read", count=histories)
        if others:
            message = "a file of another kind: inferred relationships, other reference sets, maps, documents"
            findings.add("skipped", message, count=others)

    def _refuse_incomplete(self, histories: int) -> None:
        missing = [table.name for table in (CONCEPTS, DESCRIPTIONS, OWL_EXPRESSIONS) if not self._files[table.name]]
        if not missing:
            return
        problem = f"this SNOMED CT release has no snapshot table of {missing[0]}s."
        advice = "Name the folder of the release, or its Snapshot folder, and not a folder inside."
        if histories:
            advice = "Only the Full or Delta files are here; the release comes with a Snapshot folder: name that one."
        elif missing[0] == OWL_EXPRESSIONS.name:
            advice = "Releases have axioms in OWL since 2019: use one of these."
        raise ReadError(problem, source=self.source, advice=advice)

    @property
    def date(self) -> str | None:
        """The latest date in the names of the tables of concepts, such as `20260101`."""
        dates = [re.findall(r"_(\d{8})(?=[T.])", file.name) for file in self._files[CONCEPTS.name]]
        return max((date for found in dates for date in found), default=None)

    def active_rows(self, table: Table) -> Iterator[Row]:
        """The current rows of a table that are active; the others are counted."""
        inactive = 0
        for row in self.rows(table):
            if row.active:
                yield row
            else:
                inactive += 1
        if inactive:
            self._findings.add("skipped", f"an inactive {table.name}", count=inactive)

    def rows(self, table: Table) -> Iterator[Row]:
        """The latest row of every component; in an edition with extensions each may bring its own version of one.

        All files but the largest are held in memory: extensions are small beside what they extend.

        Raises:
            ReadError: a file cannot be read, or has other columns.
        """
        by_size = sorted(self._files[table.name], key=lambda file: file.size)
        held: dict[str, Row] = {}
        for row in chain.from_iterable(self._rows_of(file, table) for file in by_size[:-1]):
            held[row.values[0]] = _later(row, held.get(row.values[0]))
        for row in chain.from_iterable(self._rows_of(file, table) for file in by_size[-1:]):
            yield _later(row, held.pop(row.values[0], None))
        yield from held.values()

    def _rows_of(self, file: ReleaseFile, table: Table) -> Iterator[Row]:
        for line, text in self._decoded(file):
            values = text.split("\t")
            if line == 1:
                self._check_header(file, table, values)
            elif len(values) != len(table.columns) or values[2] not in ("0", "1"):
                self._findings.add("skipped", f"a row of {file.name} that is no {table.name}", line=line)
            else:
                if table.component and not is_well_formed(values[0], table.component):
                    message = f"an identifier of a {table.name} with a wrong check digit or partition, in {file.name}"
                    self._findings.add("doubtful", message, line=line)
                yield Row(values, file.name, line)

    def _check_header(self, file: ReleaseFile, table: Table, header: list[str]) -> None:
        if tuple(header) != table.columns:
            problem = f"the columns of {file.name} are {', '.join(header)}."
            raise ReadError(problem, source=self.source, line=1, advice=f"Expected: {', '.join(table.columns)}.")

    def _decoded(self, file: ReleaseFile) -> Iterator[tuple[int, str]]:
        for line, data in lines(file, source=self.source):
            try:
                yield line, data.decode("utf-8-sig" if line == 1 else "utf-8")
            except UnicodeDecodeError:
                self._findings.add("skipped", f"a row of {file.name} that is not UTF-8", line=line)


def _later(row: Row, other: Row | None) -> Row:
    return row if other is None or row.version >= other.version else other


def _kind(name: str) -> tuple[Table | None, str]:
    """The table that a file holds, or None for a file of no concern, and `Snapshot`, `Full` or `Delta`."""
    for table in TABLES:
        if match := table.files.match(name):
            return table, match[1]
    history = re.match(r"x?(?:sct2|der2)_\w*?(Full|Delta)[-_]", name)
    return None, history[1] if history else "Snapshot"
