"""Reads samples for the report on screening: conversations, or injected instructions by kind."""

import gzip
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Sample:
    """One text, and whether a person is taken to have been heard saying it."""

    text: str
    speech: bool


def samples_of(path: Path) -> dict[str, list[Sample]]:
    """The samples of a JSON file (gzipped where it is named so), by part.

    `{"convs": [{"docs": [{"speaker", "text"}]}]}`: one part for each kind of speaker; a speaker
    called user counts as heard. `{family: {kind: [text]}}`: attacks, one part for each family.
    Raises OSError, ValueError, KeyError and TypeError where the file holds neither.
    """
    raw = path.read_bytes()
    data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    return _conversations(data["convs"]) if "convs" in data else _attacks(data)


def _conversations(conversations: list[Any]) -> dict[str, list[Sample]]:
    parts: dict[str, list[Sample]] = defaultdict(list)
    for conversation in conversations:
        for turn in conversation["docs"]:
            heard = turn["speaker"].lower() == "user"
            parts["people's turns" if heard else "other turns"].append(Sample(turn["text"], heard))
    return parts


def _attacks(families: dict[str, dict[str, list[str]]]) -> dict[str, list[Sample]]:
    return {
        family: [Sample(text, speech=False) for kind in kinds.values() for text in kind]
        for family, kinds in families.items()
    }
