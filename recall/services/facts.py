"""Finds the facts that answer a question: by what they state, and by what they stand on."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import FactEvidence
from provenance.services.correcting.fact_shape import evidence_of, represent_facts, visible_facts
from provenance.services.reading.reader import Reader
from provenance.services.text_language import text_language
from recall.services.abstention import LEAST_MATCHED
from recall.services.packing import Packed, pack
from recall.services.question import Candidate, Question
from recall.services.statistics import information
from recall.services.terms import terms_of

MOST_FACTS = 10
# Facts are few: people make them one by one. So many of the latest that fit are looked at.
_MOST_READ = 500
# A stem may differ from its word in its last letters; so much of it is looked for in the text.
_SHORTEST = 4
_ANY = "SELECT FROM fact WHERE workspace_id = %(here)s LIMIT 1"


def find_facts(
    *,
    question: Question,
    reader: Reader,
    allowed: Any,
    supporting: Sequence[Candidate],
    frequencies: dict[str, int],
    documents: int,
) -> list[dict[str, Any]]:
    """The current facts (current at `as_of`, where it is given) for the question, best first.

    A fact fits where an observation that supports the question is among its evidence, or where it
    states enough of the question's words itself. All its evidence is in the reader's reach, and
    some of it among the `allowed` rows, so that every filter of the question holds.
    `frequencies` are those of the question's terms in observations, of which there are `documents`.
    """
    if not fetch(_ANY, {"here": current_workspace()}):
        return []
    by_evidence = {one.observation_id: one.score for one in supporting}
    weights = _weights(frequencies, documents=documents)
    within = allowed.order_by().filter(id=OuterRef("observation_id"))
    evidence = FactEvidence.objects.here()
    on_it = evidence.filter(observation_id__in=list(by_evidence))
    fitting = Q(id__in=on_it.values("fact_id")) | _stating(weights)
    rows = (
        visible_facts(reader, as_of=question.as_of)
        .filter(fitting, Exists(evidence.filter(Exists(within), fact_id=OuterRef("id"))))
        .filter(standing="current")
        .order_by("-position")[:_MOST_READ]
    )
    facts = list(rows)
    scores = _scores(facts, by_evidence=by_evidence, weights=weights)
    kept = [fact for fact in facts if fact.id in scores]
    if question.sort == "recency":
        kept.sort(key=lambda fact: fact.decided_at, reverse=True)
    else:
        kept.sort(key=lambda fact: (-scores[fact.id], -fact.position))
    return represent_facts(kept[: min(MOST_FACTS, question.limit)])


def pack_facts(facts: list[dict[str, Any]], *, budget: int) -> Packed:
    """Facts come first: as many as fit."""
    return pack(facts, budget=budget, text="statement")


def _weights(frequencies: dict[str, int], *, documents: int) -> dict[str, float]:
    """The question's terms, each with its share of the question's information."""
    told = {
        term: information(terms={term: 1.0}, frequencies=frequencies, documents=documents)
        for term in frequencies
    }
    whole = sum(told.values())
    return {term: weight / whole for term, weight in told.items()} if whole else {}


def _stating(weights: dict[str, float]) -> Q:
    """Statements that may hold one of the terms; the terms themselves are compared afterwards."""
    stated = Q(pk__in=[])
    for term in weights:
        plain = term.removeprefix("=")
        stated |= Q(statement__text__icontains=plain[: max(_SHORTEST, len(plain) - 2)])
    return stated


def _scores(
    facts: Sequence[Any], *, by_evidence: dict[UUID, float], weights: dict[str, float]
) -> dict[UUID, float]:
    """Those that fit, with the better of their two claims."""
    stands_on = evidence_of([fact.id for fact in facts])
    scores: dict[UUID, float] = {}
    language = text_language()
    for fact in facts:
        found = [by_evidence[one] for one in stands_on[fact.id] if one in by_evidence]
        stated = terms_of(fact.statement.text, language=language) if weights else {}
        share = sum(weight for term, weight in weights.items() if term in stated)
        if share >= LEAST_MATCHED:
            found.append(share)
        if found:
            scores[fact.id] = max(found)
    return scores
