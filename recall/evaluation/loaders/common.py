"""The common shape: `{"name", "convs": [{"id", "docs": […], "queries": […]}]}`."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import Conversation, Query, Turn, UnreadableError


def fits(data: Any) -> bool:
    """True for a document with conversations of documents and queries."""
    return isinstance(data, dict) and isinstance(data.get("convs"), list)


def conversations(data: dict[str, Any], path: Path) -> Sequence[Conversation]:
    """All of them, in the order of the file. Ids may be numbers or text."""
    return [
        Conversation(
            id=str(one["id"]),
            turns=_turns(one["docs"]),
            queries=[_query(query) for query in one["queries"]],
        )
        for one in data["convs"]
    ]


def _turns(documents: list[dict[str, Any]]) -> list[Turn]:
    spoken: Counter[str] = Counter()
    turns = []
    for document in documents:
        session = str(document["session"])
        turns.append(
            Turn(
                id=str(document["id"]),
                session=session,
                number=int(document["sidx"]),
                order=spoken[session],
                speaker=str(document["speaker"]),
                text=str(document["text"]),
                happened_at=instant(document.get("time")),
            )
        )
        spoken[session] += 1
    return turns


def _query(query: dict[str, Any]) -> Query:
    return Query(
        id=str(query["id"]),
        text=str(query["text"]),
        gold=tuple(str(one) for one in query.get("gold") or ()),
        gold_sessions=tuple(str(one) for one in query.get("gold_sessions") or ()),
        category=str(query.get("cat") or "all"),
        answerable=bool(query.get("answerable", True)),
        before=None if query.get("before") is None else int(query["before"]),
    )


def instant(written: str | None) -> datetime | None:
    """An RFC 3339 time, taken as UTC where it has no zone. UnreadableError for anything else."""
    if written is None:
        return None
    try:
        time = datetime.fromisoformat(written)
    except ValueError as error:
        raise UnreadableError(f"{written[:40]!r} is not a time.") from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)
