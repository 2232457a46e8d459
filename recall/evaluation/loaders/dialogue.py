"""What LoCoMo and REALTALK have in common: numbered sessions of named people, with captions."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from recall.evaluation.benchmark import Query, Turn, UnreadableError

_SESSION = re.compile(r"session_(\d+)")
# The files have D8:6, but also D:11:26, D30:05 and several in one string.
_EVIDENCE = re.compile(r"D:?\s*(\d+)\s*:\s*(\d+)")


def sessions(source: Mapping[str, Any]) -> list[int]:
    """The numbers of the sessions that have turns, in order."""
    found = [_SESSION.fullmatch(key) for key in source]
    numbers = [int(match[1]) for match in found if match and source[match[0]]]
    return sorted(numbers)


def said(turn: Mapping[str, Any], *, text: str) -> str:
    """The retrieval unit of the papers: who said what, with the caption of a picture."""
    told = f'{turn["speaker"]} said, "{text}"'
    caption = turn.get("blip_caption")
    return f"{told} and shared {caption}" if caption else told


def unique(turns: Iterable[Turn]) -> list[Turn]:
    """The turns under ids that are theirs alone; of several with one id the first keeps it."""
    found: dict[str, Turn] = {}
    for turn in turns:
        name, again = turn.id, 1
        while name in found:
            again += 1
            name = f"{turn.id}~{again}"
        found[name] = turn if name == turn.id else Turn(**{**vars(turn), "id": name})
    return list(found.values())


def queries(
    asked: Sequence[Mapping[str, Any]],
    *,
    of: str,
    turns: Sequence[Turn],
    categories: Mapping[int, str],
    unanswerable: Iterable[str] = (),
) -> list[Query]:
    """The questions; evidence that names no turn is left out."""
    session_of = {turn.id: turn.session for turn in turns}
    found = []
    for number, one in enumerate(asked):
        gold = [name for name in _evidence(one.get("evidence")) if name in session_of]
        category = categories.get(int(one["category"]), str(one["category"]))
        found.append(
            Query(
                id=f"{of}_q{number}",
                text=str(one["question"]),
                gold=tuple(gold),
                gold_sessions=tuple(dict.fromkeys(session_of[name] for name in gold)),
                category=category,
                answerable=category not in unanswerable,
            )
        )
    return found


def moment(written: str, *, form: str) -> datetime:
    """The time in the file's own form, taken as UTC. UnreadableError where it has another."""
    try:
        return datetime.strptime(" ".join(written.split()), form).replace(tzinfo=UTC)
    except ValueError as error:
        raise UnreadableError(f"{written[:40]!r} is not a time.") from error


def _evidence(written: Any) -> list[str]:
    texts = [written] if isinstance(written, str) else list(written or ())
    found = [match for text in texts for match in _EVIDENCE.finditer(str(text))]
    return list(dict.fromkeys(f"D{int(match[1])}:{int(match[2])}" for match in found))
