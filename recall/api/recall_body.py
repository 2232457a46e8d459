"""The body of `POST /v1/recall`, and how it becomes a question."""

from typing import Any

from rest_framework import serializers

from provenance.api.closed import ClosedSerializer
from provenance.api.fields import (
    InstantField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictNumberField,
)
from provenance.models.observation import KINDS
from recall.services.question import INTENTS, SECTIONS, Question, ShownTo, SubjectAsked
from recall.services.threads import MOST_NEIGHBOURS

MAX_QUERY = 4_000
_ONE_OF = ("query", "session", "subjects", "since", "intent")


class CallerProducerBody(ClosedSerializer):
    """The producer that shows the answer."""

    harness = StrictCharField(max_length=100)
    instance = StrictCharField(max_length=200)


class CallerBody(ClosedSerializer):
    """The conversation that the answer is shown to."""

    session = StrictCharField(max_length=200, required=False)
    producer = CallerProducerBody(required=False)


class SubjectAskedBody(ClosedSerializer):
    """A subject by kind and key, exactly."""

    kind = StrictCharField(max_length=50)
    key = StrictCharField(max_length=300)
    branch = StrictCharField(max_length=200, required=False)
    revision = StrictCharField(max_length=100, required=False)


class RecallBody(ClosedSerializer):
    """What is asked: at least one of query, session, subjects, since and intent."""

    query = StrictCharField(max_length=MAX_QUERY, required=False, allow_blank=True)
    caller = CallerBody(required=False)
    intent = StrictChoiceField(choices=INTENTS, required=False)
    session = StrictCharField(max_length=200, required=False)
    exclude_session = StrictCharField(max_length=200, required=False)
    subjects = StrictListField(child=SubjectAskedBody(), max_length=20, required=False)
    kinds = StrictListField(
        child=StrictChoiceField(choices=KINDS), max_length=len(KINDS), required=False
    )
    since = InstantField(required=False)
    until = InstantField(required=False)
    as_of = InstantField(required=False)
    recency_weight = StrictNumberField(min_value=0, max_value=1, required=False)
    sort = StrictChoiceField(choices=["relevance", "recency"], required=False)
    neighbours = StrictIntegerField(
        min_value=0,
        max_value=MOST_NEIGHBOURS,
        required=False,
        help_text="Turns before and after each item in its session, so many on each side, where the"
        " budget has room once all items are in: as `context`, `before` and `after` in the order of"
        " the thread, each an item like others, marked `context_of`. None by default.",
    )
    limit = StrictIntegerField(min_value=1, max_value=200, required=False)
    budget_tokens = StrictIntegerField(min_value=1, max_value=100_000, required=False)
    min_score = StrictNumberField(min_value=0, max_value=2, required=False)
    include = StrictListField(
        child=StrictChoiceField(choices=SECTIONS), min_length=1, max_length=2, required=False
    )
    explain = StrictBooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses a question that asks for nothing."""
        if not any(attrs.get(name) for name in _ONE_OF):
            raise serializers.ValidationError({"query": ["nothing asked"]}, code="required")
        return attrs


def question_from(body: dict[str, Any]) -> Question:
    """The question that a validated `RecallBody` states."""
    shown = body.get("caller", {})
    producer = shown.get("producer", {})
    told = {name: value for name, value in body.items() if name not in ("caller", "subjects")}
    for name in ("kinds", "include"):
        if name in told:
            told[name] = tuple(told[name])
    return Question(
        **told,
        subjects=tuple(SubjectAsked(**subject) for subject in body.get("subjects", ())),
        shown_to=ShownTo(
            session=shown.get("session"),
            harness=producer.get("harness"),
            instance=producer.get("instance"),
        ),
    )
