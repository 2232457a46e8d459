"""Answers a question from what the ledger allows: bounded, attributed, receipted (P12, P15)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.reading.reader import Reader
from provenance.services.reading.representation import represent_observations
from provenance.services.reading.with_source import read_with_source
from provenance.services.reviewing.views import grants_of_view
from recall.services.abstention import REASON, answers, calibrated_floor, supported
from recall.services.allowed import allowed_by
from recall.services.answer import assemble
from recall.services.duplicates import without_copies
from recall.services.facts import find_facts, pack_facts
from recall.services.packing import Packed, pack, pack_best
from recall.services.pending import waiting
from recall.services.putting import Course, Put
from recall.services.query_vector import QueryVector, embed_question
from recall.services.question import Candidate, Question
from recall.services.recall_receipt import write_receipt
from recall.services.route import Route, route
from recall.services.search import Search
from recall.services.standing import omissions, show_as_stood
from recall.services.subjects import ambiguous, mismatches, several_heads
from recall.services.threads import with_neighbours
from recall.services.timings import Timings

# Of the story of something, so many of the best are told in the order of events.
_TOLD_IN_ORDER = 10


def recall(*, caller: Caller, question: Question, at: datetime) -> dict[str, Any]:
    """The answer of contract §3, with its receipt and exposure committed.

    Raises CapabilityRequired without a live recall grant. The query is embedded before the
    transaction opens; without an embedder the answer says `degraded`.
    """
    return put(caller=caller, question=question, at=at, how=Put()).answer


def put(*, caller: Caller, question: Question, at: datetime, how: Put) -> Course:
    """The same, through whose view and at what door `how` says, with what happened on the way.

    Raises also NotFound where the caller may not take that view.
    """
    timings = Timings()
    chosen = route(question, at=at)
    with timings.of("embedding"):
        query = embed_question("" if chosen.by_words_alone else question.text, within=caller)
    with workspace(caller):
        with timings.of("grants"):
            grants = live_grants(caller=caller, at=at)
            if how.view not in (None, caller.principal_id):
                grants = grants_of_view(how.view, by=grants, at=at)
            allowed = allowed_by(grants, question=question)
        search = Search(allowed=allowed, question=question, timings=timings)
        found = search.run(route=chosen, query=query, at=at)
        with timings.of("facts"):
            reader = Reader(caller=caller, at=at, reach=grants.reach("recall"))
            facts = _facts(found, question=question, search=search, query=query, reader=reader)
        with timings.of("standing"):
            found = found if _wants_episodes(question) else []
            gone = omissions(positions=[one.position for one in found], as_of=question.as_of)
            omitted, holding = _holding(found, gone=gone)
        with timings.of("abstention"):
            sure = search.confidence(holding)
            kept = _supported(holding, sure=sure, search=search, query=query, question=question)
            omitted["below_threshold"] = len(holding) - len(kept)
        with timings.of("packing"):
            told = pack_facts(facts, budget=question.budget_tokens)
            packed = _pack(kept, question=question, route=chosen, reader=reader, spent=told.used)
            omitted["budget"] = told.left_out + packed.left_out
            left = question.budget_tokens - told.used - packed.used
            packed = with_neighbours(
                packed, allowed=allowed, question=question, reader=reader, left=left
            )
            pending = waiting(allowed)
            omitted["pending_embedding"] = pending
        abstained = not packed.items and not kept and not facts
        receipt_id = how.told and write_receipt(
            caller=caller,
            how=how,
            question=question,
            route=chosen,
            grants=grants,
            items=packed.items,
            facts=told.items,
            abstained=abstained,
            at=at,
        )
        unclear = _unclear(packed, question=question, reader=reader)
    answer = assemble(
        receipt_id=receipt_id or None,
        question=question,
        route=chosen,
        facts=told,
        packed=packed,
        omitted=omitted,
        abstention_reason=REASON if abstained else None,
        ambiguous_subjects=unclear,
        query=query,
        pending=pending,
        explanation={
            "confidence": round(sure, 4) if search.by_query else None,
            "unread": asdict(search.unread),
            "timings_ms": timings.represent(),
        },
    )
    return Course(
        answer=answer,
        grants=grants,
        found=found,
        gone=gone,
        holding=holding,
        kept=kept,
        limit=question.limit,
    )


def _wants_episodes(question: Question) -> bool:
    return "episodic" in question.include


def _facts(
    found: list[Candidate],
    *,
    question: Question,
    search: Search,
    query: QueryVector,
    reader: Reader,
) -> list[dict[str, Any]]:
    """The facts for the question; what does not support it by itself finds no fact either."""
    if "facts" not in question.include:
        return []
    if search.by_query:
        floor = calibrated_floor(query, documents=search.corpus.documents)
        found = [
            one
            for one in found
            if supported(one, information=search.information, least_cosine=floor)
        ]
    return find_facts(
        question=question,
        reader=reader,
        allowed=search.allowed,
        supporting=found,
        frequencies=search.frequencies,
        documents=search.corpus.documents,
    )


def _holding(
    found: list[Candidate], *, gone: Mapping[int, str]
) -> tuple[Counter[str], list[Candidate]]:
    """What holds now (or held, with `as_of`), copies merged; and what was left out, counted."""
    omitted = Counter(gone.values())
    holding = [candidate for candidate in found if candidate.position not in gone]
    holding, omitted["duplicate"] = without_copies(holding)
    return omitted, holding


def _supported(
    holding: list[Candidate],
    *,
    sure: float,
    search: Search,
    query: QueryVector,
    question: Question,
) -> list[Candidate]:
    """The candidates to return: none at all where they do not answer the question."""
    if search.by_query and not answers(
        holding,
        sure=sure,
        information=search.information,
        query=query,
        documents=search.corpus.documents,
    ):
        return []
    least = question.min_score
    return [one for one in holding if least is None or one.score >= least]


def _pack(
    kept: list[Candidate], *, question: Question, route: Route, reader: Reader, spent: int
) -> Packed:
    """Represents the best `limit` items and fits them into what is left of the budget."""
    chosen = kept[: question.limit]
    ids = [candidate.observation_id for candidate in chosen]
    rows = read_with_source(ids)
    if question.sort == "recency":
        chosen.sort(key=lambda c: (-c.recency, c.observation_id.hex))
    elif route.in_order_of_events:
        chosen[:_TOLD_IN_ORDER] = sorted(chosen[:_TOLD_IN_ORDER], key=_by_event_time(rows))
    items = represent_observations([rows[c.observation_id] for c in chosen], reader=reader)
    other = mismatches(observation_ids=ids, asked=question.subjects)
    show_as_stood(items, positions=[one.position for one in chosen], as_of=question.as_of)
    for candidate, item in zip(chosen, items, strict=True):
        item["score"] = _score(candidate)
        if candidate.observation_id in other:
            item["subject_mismatch"] = other[candidate.observation_id]
        if question.explain:
            item["explain"] = _explanation(candidate)
    budget = question.budget_tokens - spent
    if question.sort == "recency" or route.in_order_of_events or not question.text:
        return pack(items, budget=budget)
    return pack_best(items, values=[one.score for one in chosen], budget=budget)


def _by_event_time(rows: Mapping[UUID, Observation]) -> Callable[[Candidate], Any]:
    """The earliest first; what has no time comes last, in the order of the ledger."""

    def when(candidate: Candidate) -> tuple[bool, float, int]:
        happened_at = rows[candidate.observation_id].ordered_at
        known = happened_at is not None
        return (not known, happened_at.timestamp() if known else 0.0, candidate.position)

    return when


def _score(candidate: Candidate) -> dict[str, Any]:
    return {
        "value": round(candidate.score, 4),
        "lexical_rank": candidate.lexical_rank,
        "semantic_rank": candidate.semantic_rank,
        "recency": round(candidate.recency, 4),
    }


def _explanation(candidate: Candidate) -> dict[str, Any]:
    """Which stages found it, where it stands, and what its sum is made of."""
    return {
        "stages": list(candidate.stages),
        "rank": candidate.rank,
        "bm25": round(candidate.lexical, 4),
        "cosine": None if candidate.semantic is None else round(candidate.semantic, 4),
        **candidate.reasons().represent(),
    }


def _unclear(packed: Packed, *, question: Question, reader: Reader) -> list[dict[str, Any]]:
    """The asked subjects that may mean several things."""
    if not question.subjects:
        return []
    unclear = ambiguous(visible=reader.readable(), asked=question.subjects)
    return unclear + several_heads(packed.items, asked=question.subjects)
