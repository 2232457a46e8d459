"""A workspace with at least one row in every tenant table, and each foreign key in use."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import (
    AwaitedStanding,
    CurrentStanding,
    IndexWork,
    LastLook,
    Observation,
    Producer,
    StandingEvent,
)
from provenance.models.ids import uuid7
from provenance.services.access.granting import give, revoke
from provenance.services.access.keys import make_key, revoke_key
from provenance.services.contributing.contribution import ForeignReference, LinkClaim, SubjectClaim
from provenance.services.observe import observe
from recall.models import Arrangement, ThemeRun, VectorCell, Vocabulary
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.sweep import sweep
from recall.services.vocabulary import hold
from tests.cast import Person, Stage, add_person, make_stage
from tests.database.decided import decided_things
from tests.database.imported import imported_things
from tests.database.saved import saved_things
from tests.factories import ContributionFactory

FOREIGN = ForeignReference(system="slack", session="C1", id="1700000000.1")


@dataclass(frozen=True)
class Filled:
    """The cast of the workspace, what ada said there, and the one restricted observation."""

    stage: Stage
    said: UUID
    restricted: UUID

    @property
    def id(self) -> UUID:
        return self.stage.ada.workspace_id


def filled_workspace() -> Filled:
    """A fresh workspace in which everything has happened that can happen."""
    stage = make_stage()
    ada, ben, rita = stage.ada, stage.ben, stage.rita
    said = _say(ada, subjects=(SubjectClaim(kind="repository", key="acme/api"),), foreign=FOREIGN)
    _say(ada, session_id="copied", foreign=FOREIGN)
    _say(ada, session_id="conflicting", foreign=FOREIGN, content="Never on Fridays.")
    answer = recall(caller=ben.caller, question=Question(query="canary"), at=_now())
    both = add_person(rita, "eve", kind="agent", grants=("observe", "recall"))
    _say(both, lineage=(LinkClaim(relation="derived_from", observation=said),))
    shown = recall(caller=both.caller, question=Question(query="canary"), at=_now())
    _say(both, lineage=(LinkClaim(relation="derived_from", recall=UUID(shown["id"])),))
    restricted = _say(ada, labels=("restricted",), content="The vault code is nobody's business.")
    sweep(at=_now(), only=Tenancy(ada.workspace_id))
    with workspace(rita.caller):
        _stand(said, rita=rita, receipt=UUID(answer["id"]))
        _end_things(rita=rita, ada=ada)
        # Not due in this age, so that no sweep does it.
        later = datetime(3000, 1, 1, tzinfo=UTC)
        IndexWork(workspace_id=rita.workspace_id, observation_id=said, not_before=later).save()
        hold()
        _arranged(rita.workspace_id)
        _themed(rita, said=said)
        Vocabulary(workspace_id=rita.workspace_id, term="nobody", documents=1).save()
        decided_things(by=rita.principal, on=a_row_here(said), cause=UUID(answer["id"]))
        imported_things(by=rita.principal, on=a_row_here(said), cause=UUID(answer["id"]))
        saved_things(by=rita.principal, on=a_row_here(said), cause=UUID(answer["id"]))
        look: dict[str, Any] = {"workspace_id": rita.workspace_id, "principal": rita.principal}
        LastLook(**look, position=1, transaction=1, at=_now()).save(force_insert=True)
        gone: dict[str, Any] = {"workspace_id": rita.workspace_id, "former": uuid7()}
        AwaitedStanding(**gone, standing="withdrawn", digest="sha256:" + 64 * "0", at=_now()).save(
            force_insert=True
        )
    return Filled(stage, said, restricted)


def _say(person: Person, **more: Any) -> UUID:
    observed = observe(caller=person.caller, contribution=ContributionFactory(**more), at=_now())
    found = observed.receipt.observation_id
    assert found is not None
    return found


def _stand(observation: UUID, *, rita: Person, receipt: UUID) -> None:
    here = {"workspace_id": rita.workspace_id, "observation_id": observation, "at": _now()}
    held: dict[str, Any] = {"standing": "current", "admission": "admitted", **here}
    by = {"by_id": rita.principal.id, "reason": "checked", "cause_id": receipt}
    StandingEvent(**held, **by).save(force_insert=True)
    CurrentStanding(**held).save(force_insert=True)


def _arranged(workspace_id: UUID) -> None:
    here: dict[str, Any] = {"workspace_id": workspace_id, "embedder": "another@1"}
    Arrangement(**here, first=1, probes=1, vectors=1, complete=True).save(force_insert=True)
    VectorCell(**here, number=1, centroid=[1.0]).save(force_insert=True)


def _themed(by: Person, *, said: UUID) -> None:
    here: dict[str, Any] = {"workspace_id": by.workspace_id, "asked_by_id": by.principal.id}
    members = [a_row_here(said).position]
    times = {"asked_at": _now(), "not_before": _now(), "done_at": _now()}
    made = {"made_of": "0" * 64, "embedder": "another@1", "members": members, "size": 1}
    ThemeRun(**here, **times, **made, state="done", themes=[]).save(force_insert=True)


def _end_things(*, rita: Person, ada: Person) -> None:
    by: dict[str, Any] = {"by": rita.principal.id, "at": _now()}
    producer = Producer.objects.here().first()
    to = {"principal_id": ada.principal.id, "workspace_id": ada.workspace_id}
    bound = make_key(**by, **to, kind="host", label="bound", producer_id=producer.id)
    revoke_key(**by, key=bound.key, reason="lost")
    scoped: dict[str, Any] = {**by, "principal_id": ada.principal.id, "reason": "a scope"}
    give(**scoped, capability="recall", principals=[ada.principal.id])
    revoke(**by, grant=give(**scoped, capability="recall", producers=[producer.id]), reason="over")


def a_row(observation_id: UUID, workspace_id: UUID) -> Observation:
    """The observation, read where it lives."""
    with workspace(Tenancy(workspace_id)):
        return a_row_here(observation_id)


def a_row_here(observation_id: UUID) -> Observation:
    """The observation, in the workspace that is open."""
    found: Observation = Observation.objects.here().get(id=observation_id)
    return found


def _now() -> datetime:
    return datetime.now(UTC)
