"""LoCoMo as published (`locomo10.json`): a list of samples with a conversation and questions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import Conversation, Turn
from recall.evaluation.loaders.dialogue import moment, queries, said, sessions, unique

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_TIME = "%I:%M %p on %d %B, %Y"


def fits(data: Any) -> bool:
    """True for a list whose first sample has a conversation and questions."""
    first = data[0] if isinstance(data, list) and data else None
    return isinstance(first, dict) and "qa" in first and isinstance(first.get("conversation"), dict)


def conversations(data: list[dict[str, Any]], path: Path) -> Sequence[Conversation]:
    """One for each sample. Adversarial questions have no answer there."""
    found = []
    for number, sample in enumerate(data):
        name = str(sample.get("sample_id", f"{path.stem}-{number}"))
        turns = unique(_turns(sample["conversation"]))
        asked = queries(
            sample["qa"],
            of=name,
            turns=turns,
            categories=CATEGORIES,
            unanswerable=("adversarial",),
        )
        found.append(Conversation(id=name, turns=turns, queries=asked))
    return found


def _turns(conversation: dict[str, Any]) -> list[Turn]:
    return [
        Turn(
            id=str(turn["dia_id"]),
            session=f"S{number}",
            number=number,
            order=order,
            speaker=str(turn["speaker"]),
            text=said(turn, text=str(turn.get("text", ""))),
            happened_at=moment(conversation[f"session_{number}_date_time"], form=_TIME),
        )
        for number in sessions(conversation)
        for order, turn in enumerate(conversation[f"session_{number}"])
    ]
