"""Recall of OAK's search and of its text annotator over the names that `entailed bench ceiling` perturbed.

    pip install oaklib            # in an environment of its own
    python benchmarks/names/oak.py pronto:go.obo perturbed_names.jsonl

Search takes a name as it is, in labels and synonyms. The annotator finds every name that occurs in a text by a lexical
index, here the text is the perturbed name and longer finds go before shorter ones. Search goes through the ontology for
each name and is measured on the first names of each perturbation only.
"""

import argparse
import json
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path

from oaklib import get_adapter
from oaklib.datamodels.search import SearchConfiguration, SearchProperty
from oaklib.datamodels.text_annotator import TextAnnotationConfiguration

RECALL_AT = (1, 5)
SEARCH = SearchConfiguration(properties=[SearchProperty.LABEL, SearchProperty.ALIAS])


def table(
    way: str, names: Iterable[dict[str, str]], find: Callable[[str], list[str]], iri: Callable[[str], str]
) -> None:
    ranks = defaultdict(list)
    for name in names:
        found = [iri(curie) for curie in dict.fromkeys(find(name["name"]))]
        ranks[name["how"]].append(found.index(name["iri"]) if name["iri"] in found else max(RECALL_AT))
    for how, of_kind in ranks.items():
        recall = " / ".join(f"{100 * sum(rank < at for rank in of_kind) / len(of_kind):3.0f}" for at in RECALL_AT)
        print(f"{way:15}{how:15}{recall}   {len(of_kind)} names", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures OAK; see the head of this file.")
    parser.add_argument("ontology", help="as OAK selects it")
    parser.add_argument("names", type=Path, help="JSON lines with `how`, `name` and `iri`")
    parser.add_argument("--searched", type=int, default=5, help="names of each perturbation that are searched for")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    names = [json.loads(line) for line in options.names.read_text(encoding="utf-8").splitlines()]
    adapter = get_adapter(options.ontology)

    def annotate(text: str) -> list[str]:
        found = list(adapter.annotate_text(text, TextAnnotationConfiguration()))
        return [annotation.object_id for annotation in sorted(found, key=lambda a: -len(a.match_string))]

    def iri(curie: str) -> str:
        return adapter.curie_to_uri(curie) or curie

    by_kind = groupby(names, key=itemgetter("how"))
    first = [name for _, of_kind in by_kind for name in islice(of_kind, options.searched)]
    table("OAK annotator", names, annotate, iri)
    table("OAK search", first, lambda name: list(adapter.basic_search(name, SEARCH)), iri)


if __name__ == "__main__":
    main()
