"""POST /compat/memoryd/v1/recall."""

from datetime import UTC, datetime, timedelta
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import (
    JSONObjectField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
)
from provenance.compat.bodies import OlderInstantField, OlderSessionBody, PairBody, RepoBody
from provenance.compat.contributions import HARNESS
from provenance.compat.door import OlderDoorView, Refused, body_of, described
from provenance.compat.kinds import TYPES, kinds_of
from provenance.services.access.caller import Caller
from recall.services.question import Question, ShownTo
from recall.services.recall import recall

from .recalled import recalled
from .subjects import asked_about

# MemoryD's pack modes, and the budget in tokens that each has where the request names none.
PACKS = {
    "default": 1200,
    "debugging": 1000,
    "onboarding": 1400,
    "planning": 1300,
    "active_task": 900,
    "review": 1100,
    "personal_context": 900,
}
_MOST_TOKENS = 100_000
_MOST_ITEMS = 40
_NOT_USED = {
    "files": "files do not rank here",
    "include_history": "what was withdrawn is not recalled; as_of asks for an earlier time",
    "metadata": "metadata of a question is not kept",
}


def _types() -> StrictListField:
    return StrictListField(
        child=StrictChoiceField(choices=TYPES), max_length=len(TYPES), required=False
    )


class OlderRecallBody(PairBody):
    """A question in MemoryD's shape."""

    repo = RepoBody(required=False)
    session = OlderSessionBody(required=False)
    query = StrictCharField(max_length=4_000, required=False, allow_blank=True)
    files = StrictListField(child=StrictCharField(max_length=1000), max_length=200, required=False)
    max_tokens = StrictIntegerField(min_value=1, required=False)
    pack_mode = StrictChoiceField(choices=list(PACKS), required=False)
    include_types = _types()
    exclude_types = _types()
    recency_days = StrictIntegerField(min_value=1, max_value=36_500, required=False)
    as_of = OlderInstantField(required=False)
    include_history = StrictBooleanField(required=False)
    metadata = JSONObjectField(required=False)


class OlderRecallView(OlderDoorView):
    """One question."""

    capability = "recall"

    @described(
        operation="memoryd_recall",
        summary="Ask the memory, in MemoryD's shape",
        request=OlderRecallBody,
        data={
            "recall": serializers.UUIDField(),
            "summary": serializers.CharField(),
            **{
                name: serializers.ListField(child=serializers.DictField())
                for name in ("facts", "checkpoints", "citations", "withheld")
            },
            "truncated": serializers.BooleanField(),
            "abstained": serializers.BooleanField(),
            "authority": serializers.CharField(),
            "policy": serializers.DictField(),
            "pack": serializers.DictField(),
        },
    )
    def post(self, request: Request) -> Response:
        """Answers with attributed evidence, recorded as shown to the session that is named."""
        at = datetime.now(UTC)
        body = body_of(request, OlderRecallBody, at=at)
        if body.get("as_of") and body.get("include_history"):
            raise Refused("invalid_request", "as_of excludes include_history.", status=400)
        caller = caller_of(request)
        question = question_of(body, shown_to=shown_to(caller, body.get("session")), at=at)
        answer = recall(caller=caller, question=question, at=at)
        warnings = [words for name, words in _NOT_USED.items() if body.get(name)]
        if body.get("as_of"):
            warnings.append("as_of is a recording time here")
        return self.answered(
            recalled(answer, pair=body, mode=body.get("pack_mode", "default")), warnings=warnings
        )


def shown_to(caller: Caller, session: dict[str, Any] | None) -> ShownTo:
    """The conversation that the answer is shown to, under the producer that its turns come from."""
    if not session:
        return ShownTo()
    name = session.get("id") or session.get("thread_id")
    if caller.bound_producer_id:
        return ShownTo(session=name)
    return ShownTo(session=name, harness=session.get("source") or HARNESS, instance=HARNESS)


def question_of(body: dict[str, Any], *, shown_to: ShownTo, at: datetime) -> Question:
    """The question. A repository narrows to what is about it; without a query, the newest."""
    days = body.get("recency_days")
    budget = body.get("max_tokens") or PACKS[body.get("pack_mode", "default")]
    query = (body.get("query") or "").strip()
    return Question(
        query=query or None,
        intent=None if query else "recent",
        shown_to=shown_to,
        subjects=asked_about(body.get("repo")),
        kinds=_kinds(body),
        since=at - timedelta(days=days) if days else None,
        as_of=body.get("as_of"),
        limit=_MOST_ITEMS,
        budget_tokens=min(budget, _MOST_TOKENS),
    )


def _kinds(body: dict[str, Any]) -> tuple[str, ...]:
    wanted = body.get("include_types") or list(TYPES)
    left = [one for one in wanted if one not in body.get("exclude_types", ())]
    if len(left) == len(TYPES):
        return ()
    if not left:
        raise Refused("invalid_request", "Every type is excluded.", status=400)
    return tuple(sorted(kinds_of(left)))
