"""What recall would answer differently, in sentences that promise no more than is known."""

from collections.abc import Iterator

from provenance.services.reviewing.queue.would import Would
from provenance.services.reviewing.queue.would_change import MOST_REACHED

HELD = (
    "Released, recall can tell it from then on. Kept, nothing changes: recall goes on leaving it "
    "out, and it waits no longer."
)
HELD_GROUND = (
    "What it is about is held back, and nothing becomes a fact of that. Release it first, or "
    "reject this."
)
PAIR = (
    "Nothing changes while nobody decides: recall tells both of them, as far as each holds, "
    "and neither counts for the other."
)
PLANNED = (
    "Nothing of it is in the ledger yet. Applied, what is new in it can be recalled as imported."
)

RECONCILES = (
    "Nothing of it is done yet. Applied, it can be taken back: what was said stays as it was said."
)


def recall_would(would: Would, *, makes_fact: bool, of: int) -> list[str]:
    """What acceptance would do to answers. `of` counts the targets, `makes_fact` says whether a
    statement becomes a fact.

    What is left out and told is known; in which order recall tells the rest is not.
    """
    return list(_sentences(would, makes_fact=makes_fact, of=of))


def statements_would(count: int) -> str:
    """What becomes of so many statements that are accepted together."""
    return (
        "1 statement would become a fact."
        if count == 1
        else f"{count} statements would become facts."
    )


def _sentences(would: Would, *, makes_fact: bool, of: int) -> Iterator[str]:
    if makes_fact:
        yield "Recall would tell the statement first, as a fact that you decided."
    if would.untold:
        yield (
            "Recall would leave it out, and count it among what it omits."
            if would.untold == of == 1
            else f"Recall would leave out {_observations(would.untold)}, and count "
            f"{'it' if would.untold == 1 else 'them'} among what it omits."
        )
    if would.told:
        yield f"Recall would tell {'it' if would.told == of == 1 else _observations(would.told)} again."
    if unsure := would.beside["uncertain"]:
        yield f"Recall would go on telling {_observations(unsure)}, marked as uncertain."
    if would.facts_untold:
        yield f"It would no longer tell {_facts(would.facts_untold)} as current."
    if would.facts_told:
        yield f"It would tell {_facts(would.facts_told)} as current again."
    moved = would.untold or would.told or would.facts or would.beside or makes_fact
    if not moved and would.complete:
        yield "Recall would answer as it does now."
    if would.hidden:
        yield f"{would.hidden} more would change that you may not see."
    if not would.complete:
        yield (
            f"More than {MOST_REACHED} observations come from it: these are counted here, all of "
            "them on the page of the proposal."
        )


def _observations(count: int) -> str:
    return f"{count} observation{'' if count == 1 else 's'}"


def _facts(count: int) -> str:
    return f"{count} fact{'' if count == 1 else 's'}"
