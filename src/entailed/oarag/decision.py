"""What the reasoner alone says to a question that is read as triples."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from entailed.oarag.queries import Queries, ask_query, select_query
from entailed.oarag.questions import AnswerValue, FreeText, OneOption, Question, SeveralOptions, YesNoMaybe
from entailed.oarag.reading import Reading, Triple
from entailed.service import OntologyService
from entailed.service.results import AskResult, SelectResult, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the reasoner alone says to the question."""

    value: AnswerValue | None = None
    """Names as a tuple, whatever the question's form."""
    reason: str
    by: tuple[str, ...] = ()
    """The queries that decide."""


def decide(question: Question, reading: Reading, queries: Queries, service: OntologyService) -> Decision:
    """Run the queries that the reading implies, and answer where their results leave nothing open.

    A question that says more than its reading is not answered, though its queries run: they are evidence.
    """
    if not reading.alternatives:
        return Decision(reason="The names in the question form no statement that could be checked.")
    open_question = any(triple.is_open for triple in chain(*reading.alternatives))
    match question:
        case SeveralOptions() | OneOption() if open_question:
            decision = _decide_options(question, reading, queries, service)
        case _ if open_question:
            decision = _decide_list(question, reading, queries)
        case _:
            decision = _decide_statement(question, reading, queries, service)
    if reading.literal:
        return decision
    return Decision(reason="The question says more than its names and relations do, so its answer is not decided.")


def _decide_options(
    question: SeveralOptions | OneOption, reading: Reading, queries: Queries, service: OntologyService
) -> Decision:
    """Check every option in the gap; the answer is what is entailed, if there is a verdict on all the others.

    The claim is that the chosen options hold. That a verdict on another option is incomplete does not touch it: not
    entailed denies nothing anyway. The reason says it.
    """
    several = isinstance(question, SeveralOptions)
    tables = [_results(question.options, triples, queries) for triples in reading.alternatives]
    entailed = [number for number, table in enumerate(tables) if any(map(_all_hold, table.values()))]
    if len(entailed) > 1:
        return Decision(reason="Options are entailed in both directions of the relation; the question leaves it open.")
    number = entailed[0] if entailed else 0
    table, triples = tables[number], reading.alternatives[number]
    if unchecked := [option for option, results in table.items() if _all_hold(results) is None]:
        return Decision(reason=f"There is no clear verdict on: {', '.join(unchecked)}.")
    if not entailed:
        world = _open_world(list(chain(*table.values())))
        return Decision(reason=f"No option is entailed, which denies none of them ({world}).")
    chosen = tuple(option for option, results in table.items() if _all_hold(results))
    if not several and len(chosen) > 1:
        return Decision(reason=f"One option is asked for, and several are entailed: {', '.join(chosen)}.")
    reason = "The reasoner decides the options."
    if others := {option: results for option, results in table.items() if option not in chosen}:
        reason += _said_of_others(others, service)
    by = tuple(ask_query(triple.filled(option)) for option in chosen for triple in triples)
    return Decision(value=chosen if several else chosen[0], reason=reason, by=by)


def _said_of_others(others: dict[str, list[object]], service: OntologyService) -> str:
    """The options that are not entailed: those that the ontology contradicts, and those it leaves open."""
    contradicted = [option for option, results in others.items() if _contradicted(results, service)]
    left_open = [option for option in others if option not in contradicted]
    said = f" Contradicted by the ontology: {', '.join(contradicted)}." if contradicted else ""
    if left_open:
        world = _open_world([result for option in left_open for result in others[option]])
        said += f" Not entailed, which denies nothing ({world}): {', '.join(left_open)}."
    return said


def _contradicted(results: Sequence[object], service: OntologyService) -> bool:
    """Whether the ontology contradicts a statement whose names have one reading each."""
    return any(
        isinstance(result, AskResult) and not result.readings and service.contradiction(result) is not None
        for result in results
    )


def _results(options: Sequence[str], triples: Sequence[Triple], queries: Queries) -> dict[str, list[object]]:
    return {option: [queries.run(ask_query(triple.filled(option))) for triple in triples] for option in options}


def _all_hold(results: Sequence[object]) -> bool | None:
    """Whether each result is an entailment; None where a name has no reading, or readings with different verdicts."""
    held = [_holds(result) for result in results]
    return False if False in held else None if None in held else True


def _holds(result: object) -> bool | None:
    if not isinstance(result, AskResult) or len({result.verdict, *(other.verdict for other in result.readings)}) > 1:
        return None
    match result.verdict:
        case Verdict.ENTAILED:
            return True
        case Verdict.NOT_ENTAILED:
            return False
        case Verdict.UNKNOWN_NAME | Verdict.AMBIGUOUS_NAME | Verdict.UNSATISFIABLE:
            return None


def _open_world(results: Sequence[object]) -> str:
    incomplete = any(isinstance(result, AskResult | SelectResult) and result.incomplete for result in results)
    return "open world; the ontology also has axioms that were not reasoned over" if incomplete else "open world"


def _decide_statement(question: Question, reading: Reading, queries: Queries, service: OntologyService) -> Decision:
    """Answer yes where the statement that is asked about is entailed, and no where the ontology contradicts it."""
    asks = tuple(ask_query(triple.filled()) for triple in chain(*reading.alternatives))
    results = [queries.run(ask) for ask in asks]
    match _all_hold(results):
        case None:
            return Decision(reason="There is no clear verdict on the statement.")
        case False if isinstance(question, YesNoMaybe | FreeText) and _contradicted(results, service):
            return Decision(value="no", reason="The ontology contradicts the statement.", by=asks)
        case False:
            return Decision(reason=f"The statement is not entailed, which does not deny it ({_open_world(results)}).")
    if not isinstance(question, YesNoMaybe | FreeText):
        return Decision(reason="The statement is entailed, but the question is not to be answered by yes or no.")
    return Decision(value="yes", reason="The statement is entailed.", by=asks)


def _decide_list(question: Question, reading: Reading, queries: Queries) -> Decision:
    """Answer with all that is entailed to satisfy the question."""
    selects = [select_query(triples) for triples in reading.alternatives]
    found = {
        select: result for select in selects if isinstance(result := queries.run(select), SelectResult) and result.rows
    }
    if len(found) != 1:
        reason = (
            "Both directions of the relation give results." if found else "Nothing is entailed to satisfy the question."
        )
        return Decision(reason=reason)
    [(select, result)] = found.items()
    names = tuple(row.name for row in result.rows)
    if len(names) < result.total:
        return Decision(reason=f"{result.total} entities are entailed to satisfy the question; {len(names)} are shown.")
    if any(name.also for name in result.names):
        return Decision(reason="A name in the question has another, looser reading.")
    if isinstance(question, YesNoMaybe):
        return Decision(reason="The question asks for names, but is to be answered by yes or no.")
    reason = f"These are all that the reasoner derives; there may be more ({_open_world([result])})."
    return Decision(value=names, reason=reason, by=(select,))
