"""What a visitor may do with an observation, and what each act would come to."""

from collections.abc import Sequence
from dataclasses import dataclass

from provenance.models import Observation
from provenance.services.reading.standing_now import standing_of
from provenance.services.reviewing.visitor import Visitor

PROPOSALS = {
    "withdraw": "It no longer holds, and recall tells it to nobody. Its copies, and what comes of "
    "it alone, are withdrawn with it.",
    "correct": "It was wrong: it stands as corrected, and what you state instead becomes a fact.",
    "supersede": "It was true and is over: it stands as superseded. What you state in its place, "
    "if anything, becomes a fact.",
    "restore": "It holds again as it was said.",
    "adopt": "What it says, or your wording of it, becomes a fact that stands on it.",
}
# These put something in its place that stands on its words.
STATES_ANEW = ("correct", "supersede", "adopt")
_HELD = "It is held back: it has to be released first."
_ERASED = "Its words were erased: nothing can stand on them."


@dataclass(frozen=True, kw_only=True)
class Act:
    """One kind of proposal: what accepting it comes to, or why it cannot be made."""

    kind: str
    effect: str
    refusal: str | None


@dataclass(frozen=True, kw_only=True)
class Acts:
    """All that may be done with one observation. What is None or False is not offered at all."""

    proposals: Sequence[Act]
    refusal: str | None
    releases: bool
    erases: bool


def acts_for(visitor: Visitor, observation: Observation) -> Acts:
    """The acts on an observation that was read `with_source`. Asks no query."""
    grants, whose = visitor.grants, observation.principal_id
    over = {
        one: grants.over(one, principal_id=whose, producer_id=observation.producer_id) is not None
        for one in ("propose", "review", "administer")
    }
    held = standing_of(observation)[1] != "admitted"
    person = visitor.caller.kind == "human"
    return Acts(
        proposals=[
            Act(kind=kind, effect=effect, refusal=_refusal(kind, observation))
            for kind, effect in PROPOSALS.items()
        ]
        if over["propose"]
        else [],
        refusal=None if over["propose"] else "You hold no grant to propose changes to it.",
        releases=held and over["review"] and person and observation.lane == "open",
        erases=over["administer"],
    )


def _refusal(kind: str, observation: Observation) -> str | None:
    standing, admission = standing_of(observation)
    if kind == "withdraw" and standing == "withdrawn":
        return "It is withdrawn already."
    if kind == "restore" and standing in ("reported", "current"):
        return "It holds as it was said."
    if kind in STATES_ANEW and observation.erased:
        return _ERASED
    if kind in ("correct", "adopt") and admission != "admitted":
        return _HELD
    return None
