"""RealMemBench as published (`*_dialogues_*.json`): one person's sessions, with questions in them.

A question is a turn of the user; what the assistant's next turn used is its evidence, named by
session and by the text of a memory, which in turn names the turn that it was taken from.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import Conversation, Query, Turn, UnreadableError

Session = Mapping[str, Any]


def fits(data: Any) -> bool:
    """True for dialogues of a person."""
    return isinstance(data, dict) and isinstance(data.get("dialogues"), list)


def conversations(data: dict[str, Any], path: Path) -> Sequence[Conversation]:
    """The person's sessions, numbered from 0; a question comes before all of its own session."""
    person = str(data.get("_metadata", {}).get("person_name") or path.name.split("_dialogues")[0])
    sessions = data["dialogues"]
    turns = [turn for number, one in enumerate(sessions) for turn in _turns(number, one)]
    return [Conversation(id=person, turns=turns, queries=list(_queries(person, sessions)))]


def _turns(number: int, session: Session) -> Iterator[Turn]:
    for order, turn in enumerate(session["dialogue_turns"]):
        yield Turn(
            id=f"{number}:{order}",
            session=str(number),
            number=number,
            order=order,
            speaker=str(turn["speaker"]),
            text=str(turn["content"]),
            happened_at=_day(session["current_time"]),
        )


def _queries(person: str, sessions: Sequence[Session]) -> Iterator[Query]:
    numbers = {session["session_uuid"]: number for number, session in enumerate(sessions)}
    for number, session in enumerate(sessions):
        turns = session["dialogue_turns"]
        for order, turn in enumerate(turns):
            if not turn.get("is_query"):
                continue
            used = turns[order + 1].get("memory_used") if order + 1 < len(turns) else None
            evidence = [
                (numbers[one["session_uuid"]], str(one["content"]))
                for one in used or ()
                if numbers.get(one["session_uuid"], number) < number
            ]
            if evidence:
                gold = [_source(sessions[where], where, text) for where, text in evidence]
                yield Query(
                    id=f"{person}_{number}_{order}",
                    text=str(turn["content"]),
                    gold=tuple(dict.fromkeys(one for one in gold if one)),
                    gold_sessions=tuple(dict.fromkeys(str(where) for where, _ in evidence)),
                    category=str(turn.get("category_name") or "all"),
                    before=number,
                )


def _source(session: Session, number: int, text: str) -> str | None:
    """The turn that a memory was taken from; None where the session has no such memory."""
    for memory in session.get("extracted_memory") or ():
        if memory["content"] != text:
            continue
        snapshot = memory.get("source_content_snapshot")
        for order, turn in enumerate(session["dialogue_turns"]):
            if turn["content"] == snapshot:
                return f"{number}:{order}"
        order = int(memory.get("source_turn") or 0) - 1
        if 0 <= order < len(session["dialogue_turns"]):
            return f"{number}:{order}"
    return None


def _day(written: str) -> datetime:
    """`2025-12-19 (Friday)`, as midnight UTC."""
    try:
        return datetime.strptime(written[:10], "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError as error:
        raise UnreadableError(f"{written[:40]!r} is not a day.") from error
