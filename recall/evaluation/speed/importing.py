"""The rate of an import from plan to ledger, beside a bare COPY of the same rows."""

import json
import resource
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from uuid import UUID, uuid4

from django.db import connection

from provenance.database.tenancy import Tenancy, workspace
from provenance.services.access.caller import Caller
from provenance.services.access.workspaces import create_workspace
from provenance.services.importing.asking import ask_to_apply
from provenance.services.importing.begin import begin_plan
from provenance.services.importing.run import run_plan
from recall.evaluation.speed.texts import BATCH, Talk

_TURNS = 50
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_ROWS = (
    "CREATE TEMPORARY TABLE copied_turns"
    " (id uuid, workspace_id uuid, event_id text, role text, at timestamptz, content text)"
    " ON COMMIT DROP"
)
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, kw_only=True)
class ImportMeasured:
    """Seconds for `records`, and the process's largest size in MB."""

    records: int
    plan: float
    apply: float
    copy: float
    memory_mb: float

    def lines(self) -> Iterator[str]:
        """As a table."""
        yield "| records | plan /s | apply /s | bare COPY /s | COPY over apply | memory MB |"
        yield "| --- | --- | --- | --- | --- | --- |"
        rates = [self.records / seconds for seconds in (self.plan, self.apply, self.copy)]
        yield (
            f"| {self.records} | {rates[0]:.0f} | {rates[1]:.0f} | {rates[2]:.0f}"
            f" | {rates[2] / rates[1]:.0f} | {self.memory_mb:.0f} |"
        )


def measure_import(*, records: int, talk: Talk, folder: Path, progress: Progress) -> ImportMeasured:
    """Writes a transcript of made-up turns into `folder`, and imports it into a new workspace."""
    path = folder / "turns.jsonl"
    with path.open("w") as stream:
        for turn in _turns(records, talk=talk):
            stream.write(json.dumps(turn) + "\n")
    at = datetime.now(UTC)
    slug = f"bench-import-{uuid4().hex[:12]}"
    owner = create_workspace(slug=slug, name=slug, administrator="bench", login_id=None, at=at)
    caller = Caller(
        workspace_id=owner.workspace_id, principal_id=owner.id, name=owner.name, kind="human"
    )
    plan_id = begin_plan(caller=caller, path=path, name=path.name, at=at)
    plan = _timed(caller, plan_id, lambda done, total: progress("plan", done, total))
    ask_to_apply(caller=caller, plan_id=plan_id, at=datetime.now(UTC))
    applied = _timed(caller, plan_id, lambda done, total: progress("apply", done, total))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    copy = _copied(path, caller=caller)
    return ImportMeasured(records=records, plan=plan, apply=applied, copy=copy, memory_mb=peak)


def _timed(caller: Caller, plan_id: UUID, progress: Callable[[int, int], None]) -> float:
    begun = perf_counter()
    run_plan(tenancy=Tenancy(caller.workspace_id), plan_id=plan_id, progress=progress)
    return perf_counter() - begun


def _copied(path: Path, *, caller: Caller) -> float:
    """Seconds for a COPY of the transcript's turns into a table without index, key or policy."""
    begun = perf_counter()
    with workspace(caller), connection.cursor() as cursor:
        cursor.execute(_ROWS)
        with cursor.copy("COPY copied_turns FROM STDIN") as copy, path.open() as lines:
            for line in lines:
                turn = json.loads(line)
                content = turn["message"]["content"]
                text = content if isinstance(content, str) else content[0]["text"]
                where = (turn["uuid"], caller.workspace_id, turn["uuid"], turn["type"])
                copy.write_row((*where, turn["timestamp"], text))
    return perf_counter() - begun


def _turns(records: int, *, talk: Talk) -> Iterator[dict[str, object]]:
    for first in range(0, records, BATCH):
        for number, text in enumerate(talk.texts(BATCH, number=first // BATCH), start=first):
            if number >= records:
                return
            role = ("user", "assistant")[number % 2]
            said: object = text if role == "user" else [{"type": "text", "text": text}]
            yield {
                "type": role,
                "uuid": str(UUID(int=number + 1, version=4)),
                "sessionId": str(UUID(int=number // _TURNS + 1, version=4)),
                "timestamp": (_FIRST + timedelta(minutes=number)).isoformat(),
                "message": {"role": role, "id": f"msg_{number}", "content": said},
            }
