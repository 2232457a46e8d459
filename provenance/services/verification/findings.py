"""What a check found, and how checks go through tables without holding them in memory."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import Tenancy, current_workspace, workspace

# Of one question to the database so many rows are told; the fault is the same for the rest.
MOST = 1_000
BATCH = 500

# Called after each step: the check, and how many rows it looked at.
Progress = Callable[[str, int], None]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One fault. `id` names the row; `what` says what is wrong, never what was said."""

    check: str
    table: str
    id: str
    what: str

    def __str__(self) -> str:
        return f"{self.check}: {self.table} {self.id}: {self.what}"


@dataclass(frozen=True, kw_only=True)
class Question:
    """SQL for the ids of rows that must not be. `%(here)s` is the workspace."""

    check: str
    table: str
    what: str
    sql: str


def answers(
    tenancy: Tenancy, questions: Sequence[Question], progress: Progress
) -> Iterator[Finding]:
    """Asks each question in a transaction of its own; at most MOST findings to each."""
    for question in questions:
        with workspace(tenancy, restricted=True), connection.cursor() as cursor:
            cursor.execute(
                f"{question.sql} LIMIT %(most)s",
                {"here": current_workspace(), "most": MOST},
            )
            rows = cursor.fetchall()
        progress(question.check, 1)
        for row in rows:
            yield Finding(
                check=question.check, table=question.table, id=str(row[0]), what=question.what
            )


def in_batches(
    tenancy: Tenancy, rows: Callable[[], Any], look: Callable[[list[Any]], list[Finding]]
) -> Iterator[tuple[int, list[Finding]]]:
    """Goes through a queryset by id, BATCH rows to a transaction: (how many, what was found)."""
    last = UUID(int=0)
    while True:
        with workspace(tenancy, restricted=True):
            batch = list(rows().filter(id__gt=last).order_by("id")[:BATCH])
            found = look(batch) if batch else []
        if not batch:
            return
        last = batch[-1].id
        yield len(batch), found
