"""OBO files as people have them: what breaks the grammar costs one line at most, and is counted with its number."""

import time
from pathlib import Path

import fastobo
import pytest

from entailed.owl import Finding, Ontology, ReadResult, read_ontology
from entailed.owl import annotations as iris
from entailed.owl import model as owl

OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"
X1, X2 = owl.Class(OBO + "X_1"), owl.Class(OBO + "X_2")
HEADER = "format-version: 1.4\nontology: test\n\n"


@pytest.fixture
def read(tmp_path):
    def read_document(document: str) -> ReadResult:
        path = tmp_path / "test.obo"
        path.write_text(document, encoding="utf-8")
        return read_ontology(path)

    return read_document


def stated(ontology: Ontology, subject: str = X1.iri) -> list[tuple[str, str, tuple[str, ...]]]:
    """Property, value and annotation values of the assertions about a subject, its identifier aside."""
    return [
        (axiom.property.iri, value(axiom.value), tuple(value(annotation.value) for annotation in axiom.annotations))
        for axiom in ontology.axioms
        if isinstance(axiom, owl.AnnotationAssertion) and axiom.subject == subject and axiom.property.iri != iris.ID
    ]


def value(annotation_value: owl.AnnotationValue) -> str:
    match annotation_value:
        case owl.Literal(text):
            return text
        case owl.IriValue(iri):
            return iri
    raise AssertionError(annotation_value)


def lines(findings: tuple[Finding, ...], kind: str) -> list[int | None]:
    return [line for finding in findings if finding.kind == kind for line in (finding.line, *finding.further_lines)]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("xref: PMID: 1", (iris.HAS_DB_XREF, "PMID: 1", ())),
        ('xref: KEGG COMPOUND:1 {source="A:1"}', (iris.HAS_DB_XREF, "KEGG COMPOUND:1", ("A:1",))),
        ("xref: only words", (iris.HAS_DB_XREF, "only words", ())),
        (r"xref: https://e.org/a\:b", (iris.HAS_DB_XREF, "https://e.org/a:b", ())),
        ('def: "A." [PMID: 1, A:2]', (iris.DEFINITION, "A.", ("PMID: 1", "A:2"))),
        (r'def: "A." [from U:http\://e.org]', (iris.DEFINITION, "A.", ("from U:http://e.org",))),
        ('def: "A."', (iris.DEFINITION, "A.", ())),
        ('def: "A." [A:1', (iris.DEFINITION, "A.", ("A:1",))),
        ('def: "A "b" c." [A:1]', (iris.DEFINITION, 'A "b" c.', ("A:1",))),
        ('def: "A." more [A:1]', (iris.DEFINITION, "A.", ("A:1",))),
        ('synonym: "s" []', (iris.HAS_RELATED_SYNONYM, "s", ())),
        ('synonym: "s" exact [A:1]', (iris.HAS_EXACT_SYNONYM, "s", ("A:1",))),
        ('synonym: "s" NARROW', (iris.HAS_NARROW_SYNONYM, "s", ())),
        ('synonym: "s" EXACT t:1 more []', (iris.HAS_EXACT_SYNONYM, "s", (OBO + "t_1",))),
        ("name: n {source=A:1}", (iris.RDFS_LABEL, "n", ("A:1",))),
        ("is_obsolete: True", (iris.DEPRECATED, "true", ())),
        ('property_value: p:1 "v"', (OBO + "p_1", "v", ())),
        ('property_value: p:1 "v" xsd:string more', (OBO + "p_1", "v", ())),
        ("property_value: p:1 some words", (OBO + "p_1", "some words", ())),
    ],
)
def test_line_whose_meaning_is_plain_is_repaired(read, clause, expected):
    result = read(f"{HEADER}[Term]\nid: X:1\n{clause}\nis_a: X:2\n")
    assert stated(result.ontology) == [expected]
    assert result.ontology.logical_axioms() == [owl.SubClassOf(X1, X2)]
    assert [(finding.kind, finding.line) for finding in result.report.findings] == [("repaired", 6)]


@pytest.mark.parametrize(
    "clause",
    [
        "no tag at all",
        "no tag: at all",
        "unheard_of: X:3",
        "is_a: X:3 X:4",
        "is_a:",
        "relationship: part_of",
        "relationship: part_of X:3 X:4",
        'is_a: X:3 {gci_relation="r"}',
        f'relationship: r X:3 {{cardinality="{"9" * 5000}"}}',
        "def: without quotes",
        'def: "without an end [A:1]',
        "name:",
        "is_obsolete: perhaps",
        "property_value: p:1",
        "xref:",
    ],
)
def test_line_without_a_plain_meaning_is_left_out_alone(read, clause):
    result = read(f"{HEADER}[Term]\nid: X:1\ncomment: before\n{clause}\nis_a: X:2\n")
    assert stated(result.ontology) == [(iris.RDFS_COMMENT, "before", ())]
    assert result.ontology.logical_axioms() == [owl.SubClassOf(X1, X2)]
    assert [(finding.kind, finding.line) for finding in result.report.findings] == [("skipped", 7)]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("name: what! no", "what! no"),
        ("name: what ! a comment", "what"),
        (r"name: what \! no", "what ! no"),
        ("name: 1-{[2-amino]}3", "1-{[2-amino]}3"),
        ('name: "quoted" ! "a comment', '"quoted"'),
        (r"name: two\nlines\, one\Wblank", "two\nlines, one blank"),
        ("xref: http://e.org/#!/a ! a comment", "http://e.org/#!/a"),
        ('def: "yes! {a=b} no" [A:1 "really! {c}"] ! comment', "yes! {a=b} no"),
        ('comment: spread over \\\n two lines {source="A:1"}', "spread over  two lines"),
    ],
)
def test_marks_of_comments_and_qualifiers_may_stand_in_texts(read, clause, expected):
    result = read(f"{HEADER}[Term]\nid: X:1\n{clause}\nbroken\n")
    assert [text for _, text, _ in stated(result.ontology)] == [expected]
    assert lines(result.report.findings, "repaired") == []
    assert lines(result.report.findings, "skipped") == [6 + clause.count("\\\n") + 1]


@pytest.mark.parametrize(
    ("clause", "modern"),
    [
        ('exact_synonym: "s" [A:1]', 'synonym: "s" EXACT [A:1]'),
        ('related_synonym: "s" []', 'synonym: "s" RELATED []'),
        ("xref_analog: A:1", "xref: A:1"),
        ("use_term: X:2", "consider: X:2"),
    ],
)
def test_tags_of_the_first_version_of_the_format_mean_what_they_meant(read, clause, modern):
    one, other = (read(f"{HEADER}[Term]\nid: X:1\n{line}\n") for line in (clause, modern))
    assert one.ontology == other.ontology
    assert one.report.findings == ()


def test_findings_of_one_kind_keep_the_line_of_each(read):
    frames = "".join(f"[Term]\nid: X:{number}\nxref: a b\n\n" for number in range(3))
    (finding,) = read(HEADER + frames).report.findings
    assert (finding.count, finding.line, finding.further_lines) == (3, 6, (10, 14))


@pytest.mark.parametrize(
    ("document", "classes", "kind", "line"),
    [
        (HEADER + "[term]\nid: X:1\n", {X1}, "repaired", 4),
        (HEADER + "[Term\nid: X:1\n", {X1}, "repaired", 4),
        (HEADER + "[Term]\nid: X:1\nname: a\nid: X:2\n", {X1, X2}, "repaired", 7),
        (HEADER + "[Term]\nname: a\n\n[Term]\nid: X:2\n", {X2}, "skipped", 4),
        (HEADER + "[Thing]\nid: X:1\n\n[Term]\nid: X:2\n", {X2}, "skipped", 4),
        ("format-version: 1.4\nontology: test\nbroken\n[Term]\nid: X:1\n", {X1}, "skipped", 3),
        ("format-version: 1.4\nontology: test\nidspace: X\n[Term]\nid: X:1\n", {X1}, "skipped", 3),
        ("format-version: 1.4\nontology: test\nsubsetdef: slim\n[Term]\nid: X:1\n", {X1}, "skipped", 3),
        ("format-version: 1.4\nontology: test\nowl-axioms: Ontology(\n[Term]\nid: X:1\n", {X1}, "skipped", 3),
        ('ontology: test\nsynonymtypedef: t "t" WIDE\n[Term]\nid: X:1\n', {X1}, "repaired", 2),
        ('ontology: test\nimport: x {a="b"}\n[Term]\nid: X:1\n', {X1}, "skipped", 2),
        (HEADER + "[Term]\nid: X:1\nname: a\nname: b\n", {X1}, "doubtful", 7),
        (HEADER + "[Term]\nid: X:1\ncreation_date: 202z-09-29T15:45:36Z\n", {X1}, "doubtful", 6),
    ],
)
def test_fault_in_a_header_or_a_heading_costs_no_more_than_it_touches(read, document, classes, kind, line):
    result = read(document)
    found = {axiom.entity for axiom in result.ontology.axioms if isinstance(axiom, owl.Declaration)}
    assert {entity for entity in found if isinstance(entity, owl.Class)} == classes
    findings = [finding for finding in result.report.findings if finding.kind != "unresolved"]
    assert [(finding.kind, finding.line) for finding in findings] == [(kind, line)]


def test_definition_with_a_part_that_cannot_be_read_is_left_out_whole(read):
    parts = 'intersection_of: X:2\nintersection_of: r:1 X:3 {gci_relation="r:2", gci_filler="X:4"}'
    result = read(f"{HEADER}[Term]\nid: X:1\n{parts}\n")
    assert result.ontology.logical_axioms() == []
    assert lines(result.report.findings, "skipped") == [7]


def test_month_first_date_in_the_header_does_not_stop_the_load(shared: Path):
    report = read_ontology(shared / "cases/F02_obo_bad_date_header/bad_date.obo").report
    assert report.classes == 1
    assert [(finding.kind, finding.line) for finding in report.findings] == [("doubtful", 3)]


HOSTILE = ["{", '{a="', '{"{",', '","', "\\", "!", " !", '{a="{a=",b="', '[" ', '"{a="', "a\\\n", ":", " ", "=,", '"']


def test_long_hostile_lines_are_read_in_proportion_to_their_length(read):
    tags = ("name", "def", "synonym", "xref", "is_a", "property_value", "relationship", "subsetdef")
    clauses = "\n".join(f"{tag}: {start}{unit * 20_000}" for unit in HOSTILE for tag in tags for start in ("", '"a" ['))
    begin = time.process_time()
    read(f"{HEADER}[Term]\nid: X:1\n{clauses}\n")
    assert time.process_time() - begin < 30  # some seconds; minutes where a single unit is read in quadratic time


# ---- against a strict parser


def frames(text: str) -> list[tuple[int, str]]:
    """The frames of a document below its header, each with the number of the line it begins at."""
    found = []
    line = 1
    for number, part in enumerate(text.split("\n[")):
        if number:
            found.append((line, f"[{part}\n"))
        line += part.count("\n") + 1
    return found


def is_accepted(document: str) -> bool:
    try:
        fastobo.loads(document, threads=1)
    except SyntaxError:
        return False
    return True


def refused_lines(text: str) -> set[int]:
    """The lines, each taken alone, that the strict parser does not accept."""
    refused = set()
    for begin, frame in frames(text):
        if not is_accepted(frame):
            heading, identifier, *clauses = frame.split("\n")
            refused |= {
                begin + 2 + number
                for number, clause in enumerate(clauses)
                if clause and not is_accepted(f"{heading}\n{identifier}\n{clause}\n")
            }
    return refused


@pytest.mark.shared
@pytest.mark.parametrize(("name", "least"), [("so", 11), ("envo", 64), ("blood_and_immune_upper_slim", 1)])
def test_file_that_strict_parsers_refuse_is_read_with_the_number_of_each_repaired_line(shared: Path, name, least):
    path = shared / f"data/ontologies/{name}.obo"
    refused = refused_lines(path.read_text(encoding="utf-8"))
    findings = read_ontology(path).report.findings
    assert len(refused) >= least
    assert refused <= set(lines(findings, "repaired"))
    assert lines(findings, "skipped") == []


def as_strictly_parsed(text: str) -> set[tuple[str, str, tuple[str, ...]]]:
    """Property, value and cross-references of names, definitions, comments and synonyms, as fastobo reads them."""
    found = set()
    for _, frame in frames(text):
        if frame.startswith("[Term]") and is_accepted(frame):
            for clause in fastobo.loads(frame, threads=1)[0]:
                match clause.raw_tag():
                    case "name":
                        found.add((iris.RDFS_LABEL, clause.name.strip(), ()))
                    case "comment":
                        found.add((iris.RDFS_COMMENT, clause.comment.strip(), ()))
                    case "def":
                        found.add((iris.DEFINITION, clause.definition, xrefs(clause.xrefs)))
                    case "synonym":
                        kind = f"{OIO}has{clause.synonym.scope.capitalize()}Synonym"
                        found.add((kind, clause.synonym.desc, xrefs(clause.synonym.xrefs)))
    return found


def xrefs(listed: object) -> tuple[str, ...]:
    return tuple(str(xref.id).replace("\\", "") for xref in listed)  # type: ignore[attr-defined]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["go-nucleus/go-nucleus", "so", "blood_and_immune_upper_slim"])
def test_texts_are_those_a_strict_parser_reads(shared: Path, name):
    path = shared / f"data/ontologies/{name}.obo"
    ours = {
        (
            axiom.property.iri,
            value(axiom.value),
            tuple(value(a.value) for a in axiom.annotations if a.property.iri == iris.HAS_DB_XREF),
        )
        for axiom in read_ontology(path).ontology.axioms
        if isinstance(axiom, owl.AnnotationAssertion)
    }
    strict = as_strictly_parsed(path.read_text(encoding="utf-8"))
    assert len(strict) > 200
    assert strict - ours == set()
