"""Recent conversations: what people asked, and what they were last told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import Observation
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.access.caller import Caller
from provenance.services.reading.conversations_answers import Answer, answers_to
from provenance.services.reading.reader import Reader, reading
from provenance.services.reading.representation import text_of
from provenance.services.times import instant

RECENT = "conversations"


@dataclass(frozen=True, kw_only=True)
class RecentFilters:
    """What is asked for. `since` is event time; `session` is the host's id."""

    limit: int
    since: datetime | None = None
    session: str | None = None
    include_unknown_time: bool = False


def recent_conversations(*, caller: Caller, filters: RecentFilters, at: datetime) -> dict[str, Any]:
    """The last user turns by event time, each with the assistant's last text before the next.

    Turns whose time is not known are counted, and listed last where that is asked for. Neither
    withdrawn nor withheld material is among them. Of a text sent in parts, the first is shown.
    """
    with reading(caller=caller, at=at) as reader:
        questions = _questions(reader, session=filters.session)
        known = questions.filter(ordered_at__isnull=False)
        if filters.since is not None:
            known = known.filter(ordered_at__gte=filters.since)
        unknown = questions.filter(ordered_at__isnull=True)
        found = list(known.with_source().order_by("-ordered_at", "-id")[: filters.limit])
        if filters.include_unknown_time and len(found) < filters.limit:
            rest = filters.limit - len(found)
            found += unknown.with_source().order_by("-ordered_at", "-id")[:rest]
        results, shown = _represent(found)
        reader.was_shown(shown, door=RECENT)
        return {"results": results, "unknown_time": unknown.count()}


def _questions(reader: Reader, *, session: str | None) -> ObservationQuerySet:
    """The user turns that still hold; the parts after the first are left out."""
    first = Q(part_index=None) | Q(part_index=0)
    rows = reader.observations().still_holding()
    rows = rows.filter(first, kind="turn", speaker_role="user")
    return rows if session is None else rows.filter(session__external_id=session)


def _represent(questions: Sequence[Observation]) -> tuple[list[dict[str, Any]], list[UUID]]:
    answers = answers_to([question.id for question in questions])
    results = [_pair(question, answers.get(question.id)) for question in questions]
    shown = [question.id for question in questions]
    shown += [answers[one].id for one in shown if one in answers]
    return results, shown


def _pair(question: Observation, answer: Answer | None) -> dict[str, Any]:
    session = question.session
    return {
        "session": session and session.external_id,
        "turn_index": question.turn_index,
        "q": text_of(question),
        "a": answer and answer.text,
        "created_at": instant(question.ordered_at),
        "observations": [str(question.id), *([str(answer.id)] if answer else [])],
    }
