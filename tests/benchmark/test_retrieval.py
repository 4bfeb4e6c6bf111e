"""Text retrieval: from an ontology, and from a corpus of documents."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.ontology_search import OntologySearch
from entailed.benchmark.verbalised_axioms import verbalised_axioms
from entailed.errors import ReadError
from entailed.search import FloatArray
from entailed.service import OntologyService, open_ontology
from entailed.service.opened_index import OpenedIndex


class Lengths:
    """An encoder by which texts of the same length are near."""

    identity = "lengths"

    def __init__(self) -> None:
        self.encoded = 0

    def encode_documents(self, texts: Sequence[str]) -> FloatArray:
        self.encoded += len(texts)
        angles = np.array([len(text) for text in texts]) / 100
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)

    def encode_query(self, text: str) -> FloatArray:
        vector: FloatArray = self.encode_documents([text])[0]
        return vector


# ---- ontologies


def test_a_concept_is_found_by_any_field_and_shown_with_the_one_that_matched(
    kitchen: OntologyService, tmp_path: Path
) -> None:
    search = OntologySearch(kitchen, tmp_path)
    found = search.cards("lasagna")[0]
    assert (found.name, found.field) == (
        "lasagne",
        "has_exact_synonym: lasagna {has_synonym_type: Usual name in American English}",
    )
    assert search.card(found).startswith("lasagne\ndefinition: Dish of pasta sheets")
    assert search.cards("simmered minced beef onion")[0].field.startswith("definition: Sauce of minced beef")
    concepts = [card.concept for card in search.cards("sauce")]
    assert len(concepts) == len(set(concepts)) == 5
    assert search.axioms("wheat contains gluten")[0] == 'Every wheat is related by "contains" to some gluten.'
    assert search.cards("zzz") == search.axioms("zzz") == ()
    assert "BM25 alone" in search.notice


def test_obsolete_concepts_are_not_found(kitchen: OntologyService, tmp_path: Path) -> None:
    index = OpenedIndex(kitchen.folder)
    obsolete = [number for number in range(len(index.classes)) if index.classes.is_obsolete(number)]
    assert obsolete
    search = OntologySearch(kitchen, tmp_path)
    for number in obsolete:
        assert number not in [card.concept for card in search.cards(index.classes.name(number))]


def test_words_and_meaning_are_fused(kitchen: OntologyService, tmp_path: Path) -> None:
    encoder = Lengths()
    search = OntologySearch(kitchen, tmp_path, encoder=encoder)
    assert search.notice == ""
    fields = [card.field for card in search.cards("ratatouille")]
    assert fields[0] == "ratatouille"
    # Not one of its words, but its length.
    assert any("ratatouille" not in field and len(field) == len("ratatouille") for field in fields)


def test_what_is_built_is_kept_and_a_run_that_was_killed_leaves_nothing_half_made(
    kitchen: OntologyService, tmp_path: Path
) -> None:
    class Killed(Lengths):
        def encode_documents(self, texts: Sequence[str]) -> FloatArray:
            if self.encoded > 100:
                raise KeyboardInterrupt
            return super().encode_documents(texts)

    with pytest.raises(KeyboardInterrupt):
        OntologySearch(kitchen, tmp_path, encoder=Killed())
    told: list[tuple[int, int]] = []
    first = OntologySearch(
        kitchen, tmp_path, encoder=Lengths(), progress=lambda done, total: told.append((done, total))
    )
    assert told[-1][0] == told[-1][1]
    assert {path.suffix for path in tmp_path.glob("*/*")} == {"", ".npy"}
    encoder = Lengths()
    again = OntologySearch(kitchen, tmp_path, encoder=encoder)
    assert encoder.encoded == 0
    assert again.cards("lasagne") == first.cards("lasagne")


OFN = """Prefix(:=<http://example.org/>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://example.org/>
AnnotationAssertion(rdfs:label :has "has part")
SubClassOf(:brig :ship)
SubClassOf(:brig ObjectIntersectionOf(:ship ObjectSomeValuesFrom(:has :mast) ObjectSomeValuesFrom(:has :sail)))
SubClassOf(ObjectSomeValuesFrom(:has :sail) ObjectSomeValuesFrom(:needs :wind))
EquivalentClasses(:cutter ObjectIntersectionOf(:ship ObjectSomeValuesFrom(:has ObjectSomeValuesFrom(:made :oak))))
DisjointClasses(:ship :mast)
SubClassOf(:raft ObjectComplementOf(:ship))
SubClassOf(:raft ObjectUnionOf(:cutter :brig))
TransitiveObjectProperty(:has)
SubObjectPropertyOf(ObjectPropertyChain(:has :made) :made)
)
"""


def test_axioms_become_sentences_and_none_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "ships.ofn"
    path.write_text(OFN, encoding="utf-8")
    assert sorted(verbalised_axioms(OpenedIndex(open_ontology(path, tmp_path / "cache").folder))) == sorted(
        [
            "Every brig is a kind of ship.",
            'Every brig is a kind of ship that is related by "has part" to some mast and is related by "has part" to '
            "some sail.",
            'Every thing that is related by "has part" to some sail is related by "needs" to some wind.',
            'These are the same: cutter; ship that is related by "has part" to some thing that is related by "made" to '
            "some oak.",
            "Nothing is more than one of these: ship; mast.",
            "Every raft is a kind of ¬ ship.",
            "Every raft is a kind of cutter ⊔ brig.",
            "has part ∘ has part ⊑ has part",
            "has part ∘ made ⊑ made",
        ]
    )


# ---- documents


def write(folder: Path, *lines: str) -> Path:
    path = folder / "corpus.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_documents_are_found_by_title_and_text(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"id": "1", "title": "Selenium", "text": "An element."}',
        "",
        '{"id": "2", "title": null, "text": "Élan and staggers.", "source": "x"}',
        '{"id": "3", "text": "Copper."}',
    )
    search = DocumentSearch(path, tmp_path / "cache")
    assert [document.shown for document in search.best("selenium", 5)] == ["Selenium. An element."]
    assert [document.id for document in search.best("staggers of copper", 1)] == ["3"]
    assert search.best("élan", 3)[0].text == "Élan and staggers."
    assert "BM25" in search.notice


def test_with_an_encoder_documents_are_ranked_by_meaning_alone(tmp_path: Path) -> None:
    path = write(tmp_path, '{"id": "1", "text": "aaaa aaaa aaaa"}', '{"id": "2", "text": "bbb"}')
    search = DocumentSearch(path, tmp_path / "cache", encoder=Lengths())
    assert [document.id for document in search.best("aaaa", 2)] == ["2", "1"]
    assert search.notice == ""


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "there are no documents in it"),
        (['{"id": "1", "text": "a"}', '{"id": "2"}'], "line 2: it is no object with the texts `id` and `text`"),
        (['{"id": "1", "text": " "}'], "line 1: it is no object"),
        (['{"id": "1", "text": "a", "title": 3}'], "line 1: its `title` is no text"),
        (["[" * 100_000], "line 1: "),
        (['{"id": "1", "text": "' + "a" * 1_000_000 + '"}'], "line 1: it is longer than 1,000,000 bytes"),
    ],
)
def test_what_is_no_corpus_is_refused_with_its_line(tmp_path: Path, lines: list[str], problem: str) -> None:
    with pytest.raises(ReadError, match=problem):
        DocumentSearch(write(tmp_path, *lines), tmp_path / "cache")
    with pytest.raises(ReadError, match="No such file"):
        DocumentSearch(tmp_path / "none", tmp_path / "cache")
