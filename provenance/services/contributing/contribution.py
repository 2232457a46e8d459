"""What a door hands to `observe`: one contributed event, typed and within its limits."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, kw_only=True)
class ProducerClaim:
    """Where the event comes from: harness and instance are identity, the rest is telemetry."""

    harness: str
    instance: str
    telemetry: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SubjectClaim:
    """What the event is about."""

    kind: str
    key: str
    branch: str | None = None
    revision: str | None = None


@dataclass(frozen=True, kw_only=True)
class LinkClaim:
    """One lineage claim: a relation, and exactly one of the four ways to name its source."""

    relation: str
    observation: UUID | None = None
    event_id: str | None = None
    recall: UUID | None = None
    external: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class ForeignReference:
    """The event's name in another system."""

    system: str
    id: str
    session: str | None = None


@dataclass(frozen=True, kw_only=True)
class Contribution:
    """One event as its contributor states it. Times are aware; `part` is (index, of)."""

    event_id: str
    kind: str
    speaker_role: str
    content: str
    speaker_name: str | None = None
    session_id: str | None = None
    session_title: str | None = None
    turn_index: int | None = None
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    subjects: tuple[SubjectClaim, ...] = ()
    lineage: tuple[LinkClaim, ...] = ()
    foreign: ForeignReference | None = None
    work_state: str | None = None
    labels: tuple[str, ...] = ()
    part: tuple[int, int] | None = None
    producer: ProducerClaim | None = None
    model: dict[str, Any] | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
