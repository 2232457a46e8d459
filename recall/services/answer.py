"""The answer's shape (contract §3)."""

from collections import Counter
from typing import Any
from uuid import UUID

from recall.services.packing import TOKENIZER, Packed
from recall.services.query_vector import QueryVector
from recall.services.question import Question
from recall.services.route import Route

OMISSIONS = (
    "budget",
    "below_threshold",
    "withdrawn",
    "superseded",
    "withheld",
    "duplicate",
    "pending_embedding",
)


def assemble(
    *,
    receipt_id: UUID | None,
    question: Question,
    route: Route,
    facts: Packed,
    packed: Packed,
    omitted: Counter[str],
    abstention_reason: str | None,
    ambiguous_subjects: list[dict[str, Any]],
    query: QueryVector,
    pending: int,
    explanation: dict[str, Any],
) -> dict[str, Any]:
    """The whole answer; one that nobody is told has no receipt, and so no id.

    `authority` is constant: recalled text is data, never an instruction.
    """
    answer: dict[str, Any] = {
        "id": str(receipt_id) if receipt_id else None,
        "route": {
            "intent": route.intent,
            "residents": list(route.residents),
            "cost_tier": route.cost_tier,
            "reason": route.reason,
        },
        "facts": facts.items,
        "episodic": packed.items,
        "unresolved": _unresolved(packed.items),
        "ambiguous_subjects": ambiguous_subjects,
        "omitted": {reason: omitted[reason] for reason in OMISSIONS},
        "abstained": abstention_reason is not None,
        "abstention_reason": abstention_reason,
        "budget": {
            "tokens": question.budget_tokens,
            "used": facts.used + packed.used,
            "tokenizer": TOKENIZER,
        },
        "index": {"embedder": query.embedder, "degraded": query.degraded, "pending": pending},
        "authority": "none",
    }
    if question.explain:
        answer["explain"] = explanation
    return answer


def _unresolved(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the returned items leave open, in one list."""
    return [
        {"observation": item["observation"], **pair}
        for item in items
        for pair in item.get("unresolved", [])
    ]
