"""Two answers to one question side by side: then and now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from provenance.services.access.caller import Caller
from recall.services.asking.reasons import meaning_of
from recall.services.asking.sheet import Mark, Sheet, Told, sheet_of
from recall.services.question import Question

CAME, WENT, MOVED = "came", "went", "moved"


@dataclass(frozen=True)
class Beside:
    """The answer as of an earlier moment, and the one of now, each item marked that differs."""

    then: Sheet
    now: Sheet

    @property
    def same(self) -> bool:
        """True where both tell the same in the same order."""
        return not any(one.mark for one in (*self.then.items, *self.now.items))


def beside(
    *, caller: Caller, question: Question, view: UUID, as_of: datetime, at: datetime
) -> Beside:
    """Asks twice. Raises as `sheet_of`."""
    then = sheet_of(caller=caller, question=replace(question, as_of=as_of), view=view, at=at)
    now = sheet_of(caller=caller, question=replace(question, as_of=None), view=view, at=at)
    before, after = then.course.places(), now.course.places()
    for one in then.items:
        if (place := after.get(_id(one))) is None:
            one.mark = Mark(word=WENT, why=_why(_id(one), left=now.left, else_="It is not found."))
        elif place != one.place:
            one.mark = Mark(word=MOVED, why=f"Now in place {place}.")
    for one in now.items:
        if (place := before.get(_id(one))) is None:
            late = one.observation is not None and one.observation.recorded_at > as_of
            why = "It was not recorded yet." if late else "It was not found."
            one.mark = Mark(word=CAME, why=_why(_id(one), left=then.left, else_=why))
        elif place != one.place:
            one.mark = Mark(word=MOVED, why=f"Then in place {place}.")
    return Beside(then, now)


def _id(one: Told) -> UUID:
    return UUID(one.item["observation"])


def _why(observation_id: UUID, *, left: Mapping[UUID, str], else_: str) -> str:
    reason = left.get(observation_id)
    return else_ if reason is None else meaning_of(reason)
