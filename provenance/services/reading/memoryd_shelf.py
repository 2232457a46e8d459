"""Reads what the older doors keep as things of their own: subjects and episodes."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import Observation, Subject
from provenance.services.access.caller import Caller
from provenance.services.reading.reader import reading
from provenance.services.reading.representation import text_of

MOST = 200
DOOR = "memoryd"


@dataclass(frozen=True, kw_only=True)
class Shelved:
    """One observation with its subjects, its text, and the claims that came with it."""

    row: Observation
    text: str
    subjects: list[Subject]
    claims: dict[str, Any]


def shelved(
    *,
    caller: Caller,
    label: str,
    at: datetime,
    kind: str | None = None,
    key: str | None = None,
    observation_id: UUID | None = None,
) -> list[Shelved]:
    """At most MOST observations of this label that the caller may see and that hold, newest first.

    `kind` and `key` narrow to a subject. Records the exposure. CapabilityRequired without a
    recall grant.
    """
    with reading(caller=caller, at=at) as reader:
        rows = reader.observations().still_holding().filter(labels__contains=[label])
        if observation_id is not None:
            rows = rows.filter(id=observation_id)
        if kind is not None or key is not None:
            named = {"kind": kind, "key": key}
            subjects = Subject.objects.here().filter(
                **{name: value for name, value in named.items() if value is not None}
            )
            rows = rows.filter(id__in=subjects.values("observation_id"))
        found = list(rows.with_source().order_by("-position")[:MOST])
        about = _subjects([row.id for row in found])
        reader.was_shown([row.id for row in found], door=DOOR)
        return [
            Shelved(
                row=row,
                text=text,
                subjects=about[row.id],
                claims=row.content.metadata.get("memoryd", {}),
            )
            for row in found
            if (text := text_of(row)) is not None
        ]


def _subjects(ids: list[UUID]) -> dict[UUID, list[Subject]]:
    about: dict[UUID, list[Subject]] = defaultdict(list)
    rows = Subject.objects.here().filter(observation_id__in=ids)
    for subject in rows.order_by("observation_id", "ordinal"):
        about[subject.observation_id].append(subject)
    return about
