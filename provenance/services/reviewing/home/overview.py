"""All that the first page counts: a fixed number of queries, each of them bounded."""

from collections.abc import Sequence
from dataclasses import dataclass

from provenance.services.reviewing.home.activity import Day, activity
from provenance.services.reviewing.home.at_work import AtWork, at_work
from provenance.services.reviewing.home.last_look import Place, place_now
from provenance.services.reviewing.home.since import Since, since_last_look
from provenance.services.reviewing.queue.undoable import Undoable, last_acceptance
from provenance.services.reviewing.queue.waiting import Waiting, waiting_by_kind
from provenance.services.reviewing.some import Some, some_of
from provenance.services.reviewing.visitor import Visitor


@dataclass(frozen=True, kw_only=True)
class Overview:
    """What waits, what happened, what is at work.

    `place` is where the chronicle stood when the page was read.
    """

    waiting: Sequence[Waiting]
    since: Since
    at_work: AtWork
    activity: Sequence[Day]
    undo: Undoable | None
    observations: Some
    sessions: Some
    place: Place

    @property
    def nothing_waits(self) -> bool:
        """True where there is nothing to decide."""
        return not any(one.some for one in self.waiting)


def overview_of(visitor: Visitor) -> Overview:
    """The overview for the visitor: nothing beyond what they may see is counted."""
    reader = visitor.reader()
    # First, so that what comes while the rest is read is not passed over.
    place = place_now()
    return Overview(
        waiting=waiting_by_kind(visitor),
        since=since_last_look(visitor),
        at_work=at_work(visitor),
        activity=activity(reader),
        undo=last_acceptance(visitor),
        observations=some_of(reader.observations()),
        sessions=some_of(reader.sessions()),
        place=place,
    )
