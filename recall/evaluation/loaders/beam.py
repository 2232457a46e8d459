"""BEAM as published: `chat.json` in a folder of its own, its probing questions beside or below."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import Conversation, Query, Turn, UnreadableError
from recall.evaluation.loaders.dialogue import unique
from recall.evaluation.loaders.files import parsed, uncompressed

_QUESTIONS = ("probing_questions/probing_questions.json", "probing_questions.json")
_UNANSWERABLE = "abstention"


def fits(data: Any) -> bool:
    """True for batches of turns."""
    return isinstance(data, list) and next(_batches(data), None) is not None


def conversations(data: list[Any], path: Path) -> Sequence[Conversation]:
    """The chat, called by its folders (`100K_1`); each batch is a session, numbered from 1."""
    name = "_".join(path.resolve().parts[-3:-1])
    turns = unique(_turns(data))
    known = {turn.id: turn.session for turn in turns}
    asked = [
        Query(
            id=f"{name}_{ability}_{number}",
            text=str(one["question"]),
            gold=tuple(gold := [i for i in _ids(one.get("source_chat_ids")) if i in known]),
            gold_sessions=tuple(dict.fromkeys(known[i] for i in gold)),
            category=ability,
            answerable=ability != _UNANSWERABLE,
        )
        for ability, ones in _questions(path).items()
        for number, one in enumerate(ones)
    ]
    return [Conversation(id=name, turns=turns, queries=asked)]


def _questions(path: Path) -> Mapping[str, list[dict[str, Any]]]:
    for place in _QUESTIONS:
        file = path.parent / place
        if file.is_file():
            found: dict[str, list[dict[str, Any]]] = parsed(uncompressed(file), path=file)
            return found
    raise UnreadableError(f"its questions are missing: there is no {_QUESTIONS[0]} beside it.")


def _batches(data: Any) -> Iterator[Mapping[str, Any]]:
    """Whatever has turns, at any depth: the longest chats nest their batches in plans."""
    if isinstance(data, dict) and isinstance(data.get("turns"), list):
        yield data
    elif isinstance(data, dict | list):
        for below in data.values() if isinstance(data, dict) else data:
            yield from _batches(below)


def _turns(data: Any) -> Iterator[Turn]:
    for number, batch in enumerate(_batches(data), start=1):
        messages = [message for turn in batch["turns"] for message in turn]
        anchors = [batch.get("time_anchor"), *(one.get("time_anchor") for one in messages)]
        day = _day(next((anchor for anchor in anchors if anchor), None))
        for order, message in enumerate(messages):
            yield Turn(
                id=str(message["id"]),
                session=f"B{number}",
                number=number,
                order=order,
                speaker=str(message["role"]),
                text=str(message["content"]),
                happened_at=_day(message.get("time_anchor")) or day,
            )


def _ids(written: Any) -> list[str]:
    """All ids in lists and objects of lists, in order, each once."""
    if isinstance(written, list | dict):
        below = written.values() if isinstance(written, dict) else written
        return list(dict.fromkeys(i for one in below for i in _ids(one)))
    return [] if written is None else [str(written)]


def _day(written: str | None) -> datetime | None:
    """`March-15-2024`, as midnight UTC."""
    if not written:
        return None
    try:
        return datetime.strptime(written.strip(), "%B-%d-%Y").replace(tzinfo=UTC)
    except ValueError as error:
        raise UnreadableError(f"{written[:40]!r} is not a day.") from error
