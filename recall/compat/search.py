"""POST /compat/memoryd/v1/search."""

from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
)
from provenance.compat.bodies import PairBody, RepoBody
from provenance.compat.door import OlderDoorView, body_of, described
from provenance.compat.kinds import TYPES, kinds_of
from recall.services.question import Question
from recall.services.recall import recall

from .recalled import evidence
from .subjects import asked_about

_MOST = 200
_TOKENS = 100_000
_SHOWN = ("id", "type", "scope", "content", "confidence", "repo_id", "updated_at")


class OlderSearchBody(PairBody):
    """A search in MemoryD's shape. `scope` is MemoryD's own division, which is not kept here."""

    repo = RepoBody(required=False)
    query = StrictCharField(max_length=4_000, required=False, allow_blank=True)
    scope = StrictCharField(max_length=50, required=False)
    type = StrictChoiceField(choices=TYPES, required=False)
    limit = StrictIntegerField(required=False)
    include_archived = StrictBooleanField(required=False)
    cursor = serializers.RegexField(r"^\d{1,4}$", required=False)


class OlderSearchView(OlderDoorView):
    """Finds records."""

    capability = "recall"

    @described(
        operation="memoryd_search",
        summary="Search the memory, in MemoryD's shape",
        request=OlderSearchBody,
        data={
            "matches": serializers.ListField(child=serializers.DictField()),
            "next_cursor": serializers.CharField(allow_null=True),
        },
    )
    def post(self, request: Request) -> Response:
        """At most 200 results deep; what was withdrawn is never among them."""
        at = datetime.now(UTC)
        body = body_of(request, OlderSearchBody, at=at)
        start = int(body.get("cursor", 0))
        end = min(start + min(max(body.get("limit", 20), 1), _MOST), _MOST)
        answer = recall(
            caller=caller_of(request), question=question_of(body, limit=min(end + 1, _MOST)), at=at
        )
        found = answer["episodic"]
        matches = [match(one, body) for one in found[start:end]]
        more = len(found) > end
        warnings = [
            words
            for name, words in (
                ("include_archived", "what was withdrawn is not searched"),
                ("scope", "scope does not narrow here"),
            )
            if body.get(name)
        ]
        return self.answered(
            {"matches": matches, "next_cursor": str(end) if more else None}, warnings=warnings
        )


def question_of(body: dict[str, Any], *, limit: int) -> Question:
    """The search as a question; without a query, the newest."""
    query = (body.get("query") or "").strip()
    form = body.get("type")
    return Question(
        query=query or None,
        intent=None if query else "recent",
        subjects=asked_about(body.get("repo")),
        kinds=tuple(sorted(kinds_of([form]))) if form else (),
        include=("episodic",),
        limit=limit,
        budget_tokens=_TOKENS,
    )


def match(one: dict[str, Any], pair: dict[str, Any]) -> dict[str, Any]:
    """One result as MemoryD shows it."""
    record = evidence(one, 0, pair)
    return {
        **{name: record[name] for name in _SHOWN},
        "workspace_id": pair["workspace"],
        "tags": one["labels"],
        "archived": False,
        "provenance": record["policy"]["provenance"],
    }
