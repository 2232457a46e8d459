"""Writes everything that stands beside a new observation row, in the same transaction (P2)."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from provenance.models import Content, IndexWork, LineageEdge, Observation, Receipt, Subject
from provenance.services.access.caller import Caller
from provenance.services.chronicle import record
from provenance.services.contributing.arrival import meet
from provenance.services.contributing.contribution import Contribution
from provenance.services.contributing.echo import Echo, prove_copy
from provenance.services.contributing.foreign import link_foreign_event
from provenance.services.contributing.notes import Note
from provenance.services.receipts import OBSERVE
from provenance.signals import observation_recorded


def write(
    observation: Observation,
    *,
    contribution: Contribution,
    edges: Sequence[LineageEdge],
    echo: Echo | None,
    rule: str | None,
    caller: Caller,
    at: datetime,
    announced: bool,
    awaited: str | None,
) -> Receipt:
    """Content, subjects, lineage, receipt, index work and chronicle of a row just inserted.

    `rule` is what holds it back, where screening did. `announced`: readings are made of it.
    `awaited` is how the same event stood before the ledger was restored.
    """
    within = observation.workspace_id
    content = Content(
        workspace_id=within,
        observation=observation,
        text=contribution.content,
        title=contribution.session_title,
        model=contribution.model,
        metadata=contribution.metadata,
        lane=observation.lane,
    )
    Content.objects.all().add([content])
    Subject.objects.all().add(
        Subject(workspace_id=within, observation=observation, ordinal=ordinal, **vars(subject))
        for ordinal, subject in enumerate(contribution.subjects)
    )
    for edge in edges:
        edge.observation_id = observation.id
        edge.observation_position = observation.position
    LineageEdge.objects.all().add(edges)
    notes = [note.represent() for note in _notes(observation, contribution, caller=caller, at=at)]
    if echo is not None:
        prove_copy(observation, echo=echo)
        notes.append(echo.note.represent())
    met = meet(
        observation,
        edges=edges,
        text=contribution.content,
        caller=caller,
        at=at,
        awaited=awaited,
    )
    notes += [note.represent() for note in met]
    receipt = _receipt(observation, caller=caller, notes=notes, rule=rule, at=at)
    record(
        act="observed",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="observation",
        about_id=observation.id,
        at=at,
        detail={"admitted_as": observation.admitted_as},
    )
    if announced and observation.lane == "open":
        _announce(observation, text=contribution.content, at=at)
    return receipt


def _announce(observation: Observation, *, text: str, at: datetime) -> None:
    work = IndexWork(workspace_id=observation.workspace_id, observation=observation, not_before=at)
    IndexWork.objects.all().add([work])
    observation_recorded.send(Observation, observation=observation, text=text, at=at)


def _receipt(
    observation: Observation,
    *,
    caller: Caller,
    notes: list[dict[str, str]],
    rule: str | None,
    at: datetime,
) -> Receipt:
    receipt = Receipt(
        workspace_id=observation.workspace_id,
        act=OBSERVE,
        outcome="accepted",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        observation=observation,
        event_id=observation.event_id,
        rule=rule,
        body={"notes": notes} if notes else {},
        at=at,
    )
    Receipt.objects.all().add([receipt])
    return receipt


def _notes(
    observation: Observation, contribution: Contribution, *, caller: Caller, at: datetime
) -> Iterator[Note]:
    if observation.work_state != observation.work_state_claimed:
        yield Note.VERIFIED_DOWNGRADED
    if observation.observed_at is not None and observation.observed_at > at:
        yield Note.FUTURE_CLOCK
    if observation.lane == "restricted":
        yield Note.RESTRICTED
    foreign = link_foreign_event(
        observation=observation, text=contribution.content, caller=caller, at=at
    )
    if foreign is not None:
        yield foreign
