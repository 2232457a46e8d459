"""What a careful owner compares before and after an import: counts, standings, support, answers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.db.models.expressions import Value
from django.db.models.functions import Coalesce

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Correction, Fact, Observation
from provenance.services.access.caller import Caller
from provenance.services.reading.support import support_of_facts
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.sweep import sweep

ANSWERS = 5


@dataclass(frozen=True)
class Seen:
    """The workspace at one moment. `answers` maps a question to the first observations told."""

    counts: Mapping[str, int]
    support: Mapping[str, tuple[int, ...]]
    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)


def see(*, caller: Caller, questions: Iterable[str], at: datetime) -> Seen:
    """Looks at the workspace, all that waits to be indexed done first. Changes nothing in it but
    the receipts of the questions."""
    sweep(at=at, only=Tenancy(caller.workspace_id))
    with workspace(caller, restricted=True):
        rows = Observation.objects.here()
        counts = {"observations": rows.count(), "corrections": Correction.objects.here().count()}
        facts = list(Fact.objects.here().order_by("position").values_list("id", flat=True))
        counts["facts"] = len(facts)
        counts |= _by(rows, "admitted_as", "admitted as")
        counts |= _by(rows, "time_basis", "time")
        counts |= _by(
            rows.annotate(now=Coalesce("current__standing", Value("reported"))), "now", "standing"
        )
        support = {str(one): tuple(said) for one, said in support_of_facts(facts).items()}
    answers = {asked: _answer(asked, caller=caller, at=at) for asked in questions}
    return Seen(counts, support, answers)


def changes(before: Seen, after: Seen) -> list[tuple[str, str, str]]:
    """What differs, as rows of (what, before, after). Support and counts first, then answers."""
    found = [
        (name, str(before.counts.get(name, 0)), str(after.counts.get(name, 0)))
        for name in sorted(before.counts.keys() | after.counts.keys())
    ]
    found += [
        (f"support of fact {fact}", str(before.support.get(fact)), str(after.support.get(fact)))
        for fact in sorted(before.support.keys() | after.support.keys())
    ]
    found += [
        (f"answer to {asked!r}", ", ".join(before.answers.get(asked, ())), ", ".join(told))
        for asked, told in after.answers.items()
    ]
    return [row for row in found if row[1] != row[2]]


def _by(rows: Any, column: str, title: str) -> dict[str, int]:
    counted = rows.values_list(column).annotate(count=Count("id")).order_by(column)
    return {f"{title} {value}": count for value, count in counted}


def _answer(asked: str, *, caller: Caller, at: datetime) -> list[str]:
    told = recall(caller=caller, question=Question(query=asked), at=at)
    return [item["observation"] for item in told["episodic"][:ANSWERS]]
