"""Carries transcript files into the ledger: one `observe` for each record, every line counted."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from provenance.importers import claude_code, codex
from provenance.importers.lines import bounded
from provenance.importers.recognise import Format, recognise
from provenance.importers.records import Record, Skipped
from provenance.importers.thread import Recent
from provenance.problems import CapabilityRequired, EventConflict, Problem
from provenance.services.access.caller import Caller
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    LinkClaim,
    ProducerClaim,
)
from provenance.services.observe import observe

from .tally import Tally

Reader = Callable[..., Iterator[Record | Skipped]]

READERS: dict[str, Reader] = {"claude-code": claude_code.read, "codex": codex.read}
HEAD_BYTES = 256 * 1024
SUFFIXES = {".jsonl", ".json"}


class Importer:
    """Imports files for one caller; `tally` says what became of every line."""

    def __init__(self, *, caller: Caller, form: str = "auto", progress: bool = False) -> None:
        self.caller = caller
        self.form = form
        self.progress = progress
        self.tally = Tally()
        self._refused: Recent[bool] = Recent(size=100_000)

    def run(self, paths: list[Path]) -> Iterator[str]:
        """Imports files and whole folders; yields a plain line of progress for each file read.

        Raises CapabilityRequired where the caller may not observe at all.
        """
        found = list(self._transcripts(paths))
        titles: dict[str, str] = {}
        for path, form in found:
            titles |= _titles(path, form)
        files = [(path, form) for path, form in found if form in READERS]
        total = sum(path.stat().st_size for path, _ in files)
        with self._bar(total) as bar:
            for path, form in files:
                yield self._file(path, READERS[form], titles, bar)

    def _transcripts(self, paths: list[Path]) -> Iterator[tuple[Path, Format]]:
        for path in _walk(paths, unread=self.tally.unread):
            try:
                with path.open("rb") as stream:
                    head = stream.read(HEAD_BYTES)
            except OSError:
                self.tally.unread["cannot be opened"] += 1
                continue
            form = recognise(head)
            if self.form in READERS and form != "prompt-index":
                form = "codex" if self.form == "codex" else "claude-code"
            if form == "prompt-index":
                self.tally.unread["index of typed prompts or titles: repeats the sessions"] += 1
            elif form == "unsure":
                self.tally.unread["empty" if not head.strip() else "format not recognised"] += 1
            if form != "unsure":
                yield path, form

    def _bar(self, total: int) -> AbstractContextManager[Any]:
        if not self.progress:
            return nullcontext()
        return tqdm(total=total, unit="B", unit_scale=True, desc="import")

    def _file(self, path: Path, read: Reader, titles: Mapping[str, str], bar: Any) -> str:
        before = self.tally.outcomes.copy()
        try:
            with path.open("rb") as stream:
                lines = _counted(bounded(stream), tally=self.tally, bar=bar)
                for item in read(lines, source=path.name, titles=titles):
                    self._take(item, place=f"{_shown(path)}:{item.line}")
        except OSError:
            self.tally.unread["reading broke off; what was read before is counted"] += 1
        self.tally.files += 1
        counts = self.tally.outcomes - before
        told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        return f"{_shown(path)}: {told or 'nothing'}"

    def _take(self, item: Record | Skipped, *, place: str) -> None:
        if isinstance(item, Record):
            self._contribute(item, place=place)
        else:
            self.tally.skip(item.reason, place=place)

    def _contribute(self, record: Record, *, place: str) -> None:
        try:
            observed = observe(
                caller=self.caller,
                contribution=self._contribution(record),
                at=datetime.now(UTC),
                door=Door.IMPORT,
            )
        except CapabilityRequired:
            raise
        except EventConflict:
            self.tally.conflict(place=place)
        except Problem as problem:
            self._refused.keep(record.event_id, True)
            self.tally.reject(problem.code, place=place)
        else:
            self.tally.outcomes["duplicate" if observed.duplicate else "accepted"] += 1

    def _contribution(self, record: Record) -> Contribution:
        system, session, name = record.foreign
        return Contribution(
            event_id=record.event_id,
            kind=record.kind,
            speaker_role=record.speaker_role,
            speaker_name=record.speaker_name,
            content=record.content,
            part=record.part,
            session_id=record.session_id,
            session_title=record.session_title,
            turn_index=record.turn_index,
            observed_at=record.observed_at,
            foreign=ForeignReference(system=system, session=session, id=name),
            # A summary may cover an event that policy refused: an edge to nothing would sink it.
            lineage=tuple(
                LinkClaim(relation=link.relation, event_id=link.event_id)
                for link in record.lineage
                if link.event_id not in self._refused
            ),
            labels=record.labels,
            producer=ProducerClaim(
                harness=record.harness,
                instance=record.instance,
                telemetry={"transport": "import", "adapter": "import_transcript"},
            ),
            metadata=dict(record.metadata),
        )


def _walk(paths: list[Path], *, unread: Any) -> Iterator[Path]:
    """Files as named; folders in order, without following links out of them."""
    for path in paths:
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if path.is_dir() and (each.is_symlink() or not each.is_file()):
                if each.is_symlink():
                    unread["symbolic link"] += 1
            elif path.is_dir() and each.suffix.lower() not in SUFFIXES:
                unread["not a transcript by its name"] += 1
            else:
                yield each


def _shown(path: Path) -> str:
    """A path fit for a report: a file's name may hold line ends or bytes that are not UTF-8."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in str(path))


def _titles(path: Path, form: Format) -> dict[str, str]:
    if form == "codex":
        return {}
    with path.open("rb") as stream:
        lines = bounded(stream)
        return codex.titles(lines) if form == "prompt-index" else claude_code.titles(lines)


def _counted(lines: Iterator[bytes], *, tally: Tally, bar: Any) -> Iterator[bytes]:
    for line in lines:
        tally.lines += 1
        if bar is not None:
            bar.update(len(line))
        yield line
