"""REALTALK as published (`Chat_*.json`): one chat in a file, its messages timed one by one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import Conversation, Turn
from recall.evaluation.loaders.dialogue import moment, queries, said, sessions, unique

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain"}
_TIME = "%d.%m.%Y, %H:%M:%S"


def fits(data: Any) -> bool:
    """True for sessions and questions side by side."""
    return isinstance(data, dict) and "qa" in data and bool(sessions(data))


def conversations(data: dict[str, Any], path: Path) -> Sequence[Conversation]:
    """The chat, called by its file."""
    name = path.name.split(".")[0]
    turns = unique(_turns(data))
    asked = queries(data["qa"], of=name, turns=turns, categories=CATEGORIES)
    return [Conversation(id=name, turns=turns, queries=asked)]


def _turns(chat: dict[str, Any]) -> list[Turn]:
    return [
        Turn(
            id=str(turn["dia_id"]),
            session=f"S{number}",
            number=number,
            order=order,
            speaker=str(turn["speaker"]),
            text=said(turn, text=str(turn.get("clean_text", turn.get("text", "")))),
            happened_at=moment(turn["date_time"], form=_TIME),
        )
        for number in sessions(chat)
        for order, turn in enumerate(chat[f"session_{number}"])
    ]
