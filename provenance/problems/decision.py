"""Decisions that cannot be taken so."""

from .base import Problem


class AlreadyDecided(Problem):
    code, status, title = "already_decided", 409, "Somebody decided this before"
    explanation = (
        "A proposal is decided once, and an accepted correction is reverted once. Somebody's act "
        "was first, and nothing of yours was stored. Read the correction again to see what was "
        "decided, by whom and why."
    )


class NotAccepted(Problem):
    code, status, title = "not_accepted", 409, "There is nothing to revert"
    explanation = (
        "Only an accepted correction can be reverted. This one is still proposed, or was rejected."
    )


class HeldBack(Problem):
    code, status, title = "held_back", 409, "What is held back makes no fact"
    explanation = (
        "A fact would stand on an observation that is quarantined or withheld, which is for "
        "reviewers alone. Nothing was stored. Release it first, if it deserves that; reject the "
        "proposal, where it is one; or send an event that adopts it again without that link: what "
        "the person said is then recorded as said, and adopts nothing."
    )


class PersonRequired(Problem):
    code, status, title = "person_required", 403, "Only a person decides"
    explanation = (
        "Agents may propose; whether a correction holds is a person's decision. Decide in the "
        "browser, or with a key of kind `host` whose principal is a human: a key of kind `agent` "
        "is used by a model, even where it bears a person's name."
    )


class ReviewerIsProposer(Problem):
    code, status, title = "reviewer_is_proposer", 403, "Somebody else has to decide this"
    explanation = (
        "A proposal is decided by a person other than the one who made it. Only where a workspace "
        "has a single human reviewer may that one decide their own, which is marked on the "
        "decision."
    )
