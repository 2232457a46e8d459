"""Events that cannot be taken as they are."""

from typing import Any

from .base import Problem


class EventConflict(Problem):
    code, status, title = "event_conflict", 409, "This event is here with other content"
    explanation = (
        "An event of the same principal, producer, session and `event_id` was accepted earlier "
        "with a different digest. The first stands, and nothing of this request was stored but "
        "the fact of the conflict. To say something new, use a new `event_id`; to put the first "
        "right, propose a correction."
    )


class Erased(Problem):
    code, status, title = "erased", 410, "This was erased"
    explanation = (
        "The content of this event was destroyed for good, and the event is refused if it comes "
        "again: under its own identity, under its name in another system, or as a proven copy. "
        "The same words from elsewhere are not refused. An event or a proposal that would make a "
        "fact of what was erased is refused too: there is nothing left to adopt or to put right."
    )


class AmbiguousSession(Problem):
    code, status, title = "ambiguous_session", 409, "Several sessions bear this name"
    explanation = (
        "Session ids are the producers' own, so two producers, or two principals that report from "
        "one producer, may use the same one. Add `?producer=harness/instance`, `?principal=name` "
        "or both, or ask by the session's `ref`, which is its own; `GET /v1/sessions` lists them."
    )


class PolicyRejected(Problem):
    code, status, title = "policy_rejected", 422, "A policy refuses this content"
    explanation = (
        "The request was screened before anything was written, and a rule refuses it. Nothing of "
        "its content, event id or session was kept. `receipt` names the rule and the time."
    )

    rule: str | None = None

    @classmethod
    def by(cls, rule: str | None, *, receipt: dict[str, Any] | None = None) -> "PolicyRejected":
        """The refusal that a rule, named by its code, makes."""
        refused = cls(f"The rule {rule} refuses it.", receipt=receipt)
        refused.rule = rule
        return refused


class NothingToRelease(Problem):
    code, status, title = "nothing_to_release", 409, "It is not held back"
    explanation = (
        "Only what is quarantined or withheld can be released. This observation is admitted: it "
        "always was, or somebody released it before."
    )
