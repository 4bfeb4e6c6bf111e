"""Items about the kitchen, written by hand, with the gold that its ontology entails."""

from entailed.benchmark import Conditions, GoldEvidence, Item, Masked, Restriction, Slot, Term
from entailed.oarag import ListOfNames, SeveralOptions

_OBO = "http://purl.obolibrary.org/obo/"


def term(name: str, number: str) -> Term:
    return Term(name, f"{_OBO}KIT_{number}")


CONTAINS = Term("contains", f"{_OBO}kitchen#contains")
GLUTEN, MILK_PROTEIN = term("gluten", "0000601"), term("milk protein", "0000602")
LASAGNE, MOUSSAKA, FLOUR = term("lasagne", "0000431"), term("moussaka", "0000433"), term("wheat flour", "0000355")
SCONE, RATATOUILLE = term("scone", "0000403"), term("ratatouille", "0000430")
CONTAINS_GLUTEN = f"SubClassOf(<{FLOUR.iri}> ObjectSomeValuesFrom(<{CONTAINS.iri}> <{GLUTEN.iri}>))"

GLUTEN_ITEM = Item(
    id="gluten",
    data_set="kitchen",
    question=SeveralOptions(text="Which of these contain gluten?", options=("wheat flour", "ratatouille", "scone")),
    gold=("wheat flour", "scone"),
    construction=Masked(
        subject=FLOUR,
        restriction=Restriction(CONTAINS, GLUTEN),
        slot=Slot.SUBJECT,
        options=(FLOUR, RATATOUILLE, SCONE),
    ),
    evidence=(GoldEvidence(FLOUR.iri, CONTAINS_GLUTEN),),
)

DISHES_ITEM = Item(
    id="dishes",
    data_set="kitchen",
    question=ListOfNames(text="Which dishes contain gluten and milk protein?"),
    gold=("lasagne", "moussaka"),  # not all of them: what is scored is whether those given are among these
    construction=Conditions(
        root=term("dish", "0000003"),
        restrictions=(Restriction(CONTAINS, GLUTEN), Restriction(CONTAINS, MILK_PROTEIN)),
        answers=(LASAGNE, MOUSSAKA),
    ),
    evidence=(
        GoldEvidence(FLOUR.iri, CONTAINS_GLUTEN),
        GoldEvidence(LASAGNE.iri, "Lasagne has some béchamel sauce as ingredient."),
    ),
)


def numbered(count: int) -> tuple[Item, ...]:
    """Items with ids of their own; the text of each question is its id."""
    return tuple(
        Item(
            id=f"item-{number}",
            data_set="kitchen",
            question=SeveralOptions(text=f"item-{number}", options=("knife", "fork", "spoon")),
            gold=("knife", "spoon"),
        )
        for number in range(count)
    )
