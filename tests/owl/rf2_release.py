"""Writes RF2 releases: any rows, or a made-up terminology of machinery of any size.

    python tests/owl/rf2_release.py 100000 /tmp/machinery

Files, columns, and the identifiers with which a release speaks of itself are those of SNOMED CT; nothing else is. The
machinery has parts of parts, faults located in them (defined, and grouped), products with a strength in numbers,
and retired terms. Its concepts are those of a namespace that nobody holds.
"""

import sys
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

NAMESPACE = "9999999"
MODULE = "900000000000207008"
US, GB = "900000000000509007", "900000000000508004"
FSN, SYNONYM, DEFINITION = "900000000000003001", "900000000000013009", "900000000000550004"
PREFERRED, ACCEPTABLE = "900000000000548007", "900000000000549004"
REPLACED_BY, SAME_AS = "900000000000526001", "900000000000527005"
POSSIBLY_EQUIVALENT_TO, MOVED_TO = "900000000000523009", "900000000000524003"
ATTRIBUTE, OBJECT_ATTRIBUTE, DATA_ATTRIBUTE = "410662002", "762705008", "762706009"
ROOT, ROLE_GROUP = "138875005", "609096000"

_COMMON = "id effectiveTime active moduleId"
_COLUMNS = {
    "sct2_Concept_Snapshot": "definitionStatusId",
    "sct2_Description_Snapshot-{language}": "conceptId languageCode typeId term caseSignificanceId",
    "sct2_TextDefinition_Snapshot-{language}": "conceptId languageCode typeId term caseSignificanceId",
    "sct2_Relationship_Snapshot": "sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId",
    "sct2_RelationshipConcreteValues_Snapshot": (
        "sourceId value relationshipGroup typeId characteristicTypeId modifierId"
    ),
    "sct2_sRefset_OWLExpressionSnapshot": "refsetId referencedComponentId owlExpression",
    "der2_cRefset_LanguageSnapshot-{language}": "refsetId referencedComponentId acceptabilityId",
    "der2_cRefset_AssociationSnapshot": "refsetId referencedComponentId targetComponentId",
}
CONCEPT, DESCRIPTION, TEXT, RELATIONSHIP, CONCRETE, OWL, LANGUAGE, ASSOCIATION = _COLUMNS

# ---- identifiers

_DIHEDRAL = (
    "0123456789 1234067895 2340178956 3401289567 4012395678 5987604321 6598710432 7659821043 8765932104 9876543210"
)
_PERMUTED = "0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258"


def identifier(item: int, component: int = 0, namespace: str = NAMESPACE) -> str:
    """The identifier of a concept (component 0), description (1) or relationship (2)."""
    digits = f"{item}{namespace}1{component}"
    check = 0
    for place, digit in enumerate(reversed(digits), start=1):
        permuted = int(_PERMUTED.split()[place % 8][int(digit)])
        check = int(_DIHEDRAL.split()[check][permuted])
    return digits + next(d for d in "0123456789" if _DIHEDRAL.split()[check][int(d)] == "0")


# ---- rows and files


@dataclass(kw_only=True)
class Release:
    """The rows of a release; every method adds some."""

    time: str = "20260101"
    module: str = MODULE
    country: str = "INT"
    language: str = "en"
    first_item: int = 1000
    """Items of descriptions and relationships count from here."""
    tables: dict[str, list[Sequence[str]]] = field(default_factory=lambda: {name: [] for name in _COLUMNS})

    def row(self, table: str, identifier: str, *values: str, active: bool = True, time: str | None = None) -> None:
        self.tables[table].append(
            (identifier, self.time if time is None else time, str(int(active)), self.module, *values)
        )

    def member(self, table: str, *values: str, active: bool = True) -> None:
        number = uuid.uuid5(uuid.NAMESPACE_OID, f"{self.module} {table} {len(self.tables[table])}")
        self.row(table, str(number), *values, active=active)

    def concept(self, sctid: str, *, active: bool = True, time: str | None = None) -> None:
        self.row(CONCEPT, sctid, "900000000000074008", active=active, time=time)

    def term(
        self,
        concept: str,
        text: str,
        kind: str = SYNONYM,
        *,
        preferred: Iterable[str] = (),
        acceptable: Iterable[str] = (),
        active: bool = True,
    ) -> str:
        table = TEXT if kind == DEFINITION else DESCRIPTION
        self.first_item += 1
        sctid = identifier(self.first_item, 1)
        self.row(table, sctid, concept, self.language, kind, text, "900000000000448009", active=active)
        for refset in preferred:
            self.member(LANGUAGE, refset, sctid, PREFERRED)
        for refset in acceptable:
            self.member(LANGUAGE, refset, sctid, ACCEPTABLE)
        return sctid

    def named(self, concept: str, name: str, tag: str, *, british: str = "", synonyms: Iterable[str] = ()) -> str:
        """A concept with its fully specified name, its preferred term in either English, and other terms."""
        self.concept(concept)
        self.term(concept, f"{name} ({tag})", FSN, preferred=(US, GB))
        self.term(concept, name, preferred=(US,) if british else (US, GB))
        if british:
            self.term(concept, british, preferred=(GB,))
        for synonym in synonyms:
            self.term(concept, synonym, acceptable=(US, GB))
        return concept

    def header(self, text: str) -> None:
        component = "734147008" if text.startswith("Ontology") else "734146004"
        self.member(OWL, "762103008", component, text)

    def axiom(self, concept: str, text: str, *, active: bool = True) -> None:
        self.member(OWL, "733073007", concept, text, active=active)

    def under(self, concept: str, *parents: str) -> None:
        """Nothing but parents is known of the concept."""
        every = " ".join(f":{parent}" for parent in parents)
        self.axiom(concept, f"SubClassOf(:{concept} {f'ObjectIntersectionOf({every})' if len(parents) > 1 else every})")

    def value(self, concept: str, attribute: str, value: str) -> None:
        self.first_item += 1
        sctid = identifier(self.first_item, 2)
        self.row(CONCRETE, sctid, concept, value, "1", attribute, "900000000000011006", "900000000000451002")

    def association(self, refset: str, concept: str, target: str) -> None:
        self.member(ASSOCIATION, refset, concept, target)

    def files(self) -> Iterable[tuple[str, str]]:
        """Path inside the release, and text."""
        for table, rows in self.tables.items():
            name = table.format(language=self.language)
            folder = "Refset/Language" if "Language" in name else "Refset" if "der2" in name else "Terminology"
            columns = f"{_COMMON} {_COLUMNS[table]}".split()
            text = "".join("\t".join(row) + "\r\n" for row in (columns, *rows))
            yield f"Snapshot/{folder}/{name}_{self.country}_{self.time}.txt", text

    def write(self, folder: Path) -> Path:
        """Write the files; returns the folder."""
        for path, text in self.files():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode())
        return folder

    def write_zip(self, path: Path) -> Path:
        """Write the files as an archive; returns its path."""
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for name, text in self.files():
                archive.writestr(f"SnomedCT_Machinery_{self.time}T120000Z/{name}", text)
        return path


# ---- the machinery

MATERIALS = (("steel", ""), ("aluminum", "aluminium"), ("gray iron", "grey iron"), ("brass", ""), ("molded", "moulded"))
PARTS = ("bearing", "shaft", "flange", "valve", "gear", "seal", "housing", "piston", "spring", "coupling")
FAULTS = ("wear", "crack", "leak", "corrosion", "seizure", "distortion", "vibration")

ATTRIBUTES = {
    name: identifier(100 + place) for place, name in enumerate(("located in", "caused by", "part of", "strength"))
}
LOCATED_IN, CAUSED_BY, PART_OF, STRENGTH = ATTRIBUTES.values()
PART, CAUSE, FAULT, PRODUCT, URGENT = (identifier(110 + place) for place in range(5))


def machinery(count: int) -> Release:
    """About `count` concepts; the same ones for the same count."""
    release = Release()
    release.header("Prefix(:=<http://snomed.info/id/>)")
    release.header("Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)")
    release.header(f"Ontology(<http://snomed.info/sct/{MODULE}>)")
    _add_model(release)
    parts = _add_parts(release, count * 2 // 5)
    faults = _add_faults(release, count * 2 // 5, parts)
    _add_products(release, count // 10)
    for number in range(count // 10):
        retired = identifier(4_000_000 + number)
        release.concept(retired, active=False)
        release.term(retired, f"old fault {number} (fault)", FSN, preferred=(US, GB))
        release.term(retired, f"old fault {number}", preferred=(US, GB))
        refset = (REPLACED_BY, SAME_AS, POSSIBLY_EQUIVALENT_TO, MOVED_TO)[number % 4]
        release.association(refset, retired, faults[number % len(faults)])
    return release


def _add_model(release: Release) -> None:
    release.named(ROOT, "Machinery", "machinery")
    release.named(ATTRIBUTE, "Attribute", "attribute")
    release.under(ATTRIBUTE, ROOT)
    for sctid, name, axiom in (
        (OBJECT_ATTRIBUTE, "Object attribute", "SubObjectPropertyOf"),
        (DATA_ATTRIBUTE, "Data attribute", "SubDataPropertyOf"),
    ):
        release.named(sctid, name, "attribute")
        release.axiom(sctid, f"{axiom}(:{sctid} :{ATTRIBUTE})")
        release.under(sctid, ATTRIBUTE)
    release.named(ROLE_GROUP, "Role group", "attribute")
    release.axiom(ROLE_GROUP, f"SubObjectPropertyOf(:{ROLE_GROUP} :{OBJECT_ATTRIBUTE})")
    for name, sctid in ATTRIBUTES.items():
        release.named(sctid, name, "attribute")
        kind, parent = ("Data", DATA_ATTRIBUTE) if sctid == STRENGTH else ("Object", OBJECT_ATTRIBUTE)
        release.axiom(sctid, f"Sub{kind}PropertyOf(:{sctid} :{parent})")
    release.axiom(PART_OF, f"TransitiveObjectProperty(:{PART_OF})")
    release.axiom(PART_OF, f"ReflexiveObjectProperty(:{PART_OF})")
    chain = f"ObjectPropertyChain(:{LOCATED_IN} :{PART_OF})"
    release.axiom(LOCATED_IN, f"SubObjectPropertyOf({chain} :{LOCATED_IN})")
    tops = {PART: "Machine part", CAUSE: "Cause", FAULT: "Fault", PRODUCT: "Product", URGENT: "Urgent fault"}
    for sctid, name in tops.items():
        release.named(sctid, name, "machinery")
        release.under(sctid, FAULT if sctid == URGENT else ROOT)


def _add_parts(release: Release, count: int) -> list[str]:
    """A tree of kinds, each of them also part of another part."""
    parts = [PART, *(identifier(1_000_000 + number) for number in range(count))]
    for number, sctid in enumerate(parts[1:], start=1):
        american, british = MATERIALS[number % len(MATERIALS)]
        what = f"{PARTS[number // len(MATERIALS) % len(PARTS)]} mark {number}"
        release.named(sctid, f"{american} {what}", "part", british=british and f"{british} {what}")
        release.term(sctid, f"mk{number}", acceptable=(US, GB))
        whole = f"ObjectSomeValuesFrom(:{PART_OF} :{parts[number // 2]})"
        release.axiom(sctid, f"SubClassOf(:{sctid} ObjectIntersectionOf(:{parts[number // 4]} {whole}))")
        if number % 10 == 0:
            release.term(sctid, f"A part that holds the {what} in place.", DEFINITION, preferred=(US, GB))
    return parts


def _add_faults(release: Release, count: int, parts: Sequence[str]) -> list[str]:
    """Defined by where they are and what causes them, inside a role group."""
    causes = [identifier(2_000_000 + number) for number in range(len(FAULTS))]
    for sctid, name in zip(causes, FAULTS, strict=True):
        release.named(sctid, name, "cause")
        release.under(sctid, CAUSE)
    faults = [identifier(3_000_000 + number) for number in range(count)]
    for number, sctid in enumerate(faults):
        part, cause = parts[number % len(parts)], number % 3 % len(FAULTS)
        release.named(sctid, f"{FAULTS[cause]} of part {number}", "fault", synonyms=[f"F-{number}"])
        place, origin = (
            f"ObjectSomeValuesFrom(:{attribute} :{filler})"
            for attribute, filler in ((LOCATED_IN, part), (CAUSED_BY, causes[cause]))
        )
        group = f"ObjectSomeValuesFrom(:{ROLE_GROUP} ObjectIntersectionOf({place} {origin}))"
        release.axiom(sctid, f"EquivalentClasses(:{sctid} ObjectIntersectionOf(:{FAULT} {group}))")
        if number % 100 == 1:
            general = f"ObjectIntersectionOf(:{FAULT} ObjectSomeValuesFrom(:{ROLE_GROUP} {place}))"
            release.axiom(URGENT, f"SubClassOf({general} :{URGENT})")
    return faults


def _add_products(release: Release, count: int) -> None:
    for number in range(count):
        sctid, strength = identifier(5_000_000 + number), str(number % 40 * 25)
        release.named(sctid, f"bolt {number} of strength {strength}", "product")
        group = f'ObjectSomeValuesFrom(:{ROLE_GROUP} DataHasValue(:{STRENGTH} "{strength}"^^xsd:decimal))'
        release.axiom(sctid, f"SubClassOf(:{sctid} ObjectIntersectionOf(:{PRODUCT} {group}))")
        release.value(sctid, STRENGTH, f"#{strength}")


if __name__ == "__main__":
    machinery(int(sys.argv[1])).write(Path(sys.argv[2]))
