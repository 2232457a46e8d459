"""Results of the conversations that are done, kept until the whole file is."""

import hashlib
import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

from recall.evaluation.answered import Answered
from recall.evaluation.examine import Examined

PROJECT = Path(__file__).resolve().parents[2]
_PREFIX = "unfinished-"


class Unfinished:
    """A folder of results, one file for each conversation.

    Its name says which code and choices they come from: results of two versions never mix, and
    those of another are thrown away.
    """

    def __init__(self, *, folder: Path, made_by: str) -> None:
        self._folder = folder / (_PREFIX + made_by)
        for other in folder.glob(_PREFIX + "*"):
            if other != self._folder:
                shutil.rmtree(other, ignore_errors=True)

    def read(self, number: int) -> Examined | None:
        """What is kept of this conversation; None where nothing (whole) is."""
        try:
            row = json.loads(self._path(number).read_text())
            answered = tuple(Answered.from_json(one) for one in row["answered"])
            return Examined(**{**row, "answered": answered})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, number: int, examined: Examined) -> None:
        """Keeps it, whole or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = self._path(number).with_suffix(f".{os.getpid()}.part")
        beside.write_text(json.dumps(asdict(examined)))
        beside.replace(self._path(number))

    def clear(self) -> None:
        """The file is done: the next run measures anew."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.json"


def made_by(**choices: Any) -> str:
    """A name for the code of ledger and memory as it lies here, and the choices of a run."""
    digest = hashlib.sha256(json.dumps(choices, sort_keys=True, default=str).encode())
    for package in ("provenance", "recall"):
        for path in sorted((PROJECT / package).rglob("*.py")):
            digest.update(f"{path.relative_to(PROJECT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
