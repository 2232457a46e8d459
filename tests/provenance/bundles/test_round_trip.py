"""Carried away and brought back, a ledger says what it said: no voice more (P5, P9)."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from provenance.bundles.records import read
from provenance.database.tenancy import workspace
from provenance.importers.records import Link, Record
from provenance.models import Observation
from provenance.problems import Erased
from provenance.services.bundles.own import own_observation
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    LinkClaim,
    ProducerClaim,
)
from provenance.services.observe import observe
from provenance.services.reading.support import support_of
from tests.cast import Person, Stage, add_person, make_stage
from tests.contract.saying import link, say
from tests.provenance.correcting import accepted, now, standing
from tests.provenance.erasing import erased

from .test_export import exported

KILN = "The kiln is lit on Mondays, before the clay is turned."
SLACK = ForeignReference(system="slack", session="C7", id="1700000000.7")


@pytest.fixture
def home() -> Stage:
    """Where it was said: once by itself, once under a name elsewhere, and what came of it."""
    stage = make_stage()
    said = say(stage.ada, KILN)
    say(stage.ada, "Glaze twice, says the potter of the west wing.", foreign=SLACK)
    say(
        stage.ada,
        "Kiln: Mondays.",
        speaker_role="assistant",
        lineage=link("derived_from", observation=said),
    )
    return stage


def imported(person: Person, path: Path) -> list[str]:
    """Brings a bundle in as a plan's application does: each one's outcome."""
    with path.open("rb") as stream:
        return [_one(person, item) for item in read(stream) if isinstance(item, Record)]


def _one(person: Person, record: Record) -> str:
    with workspace(person.caller):
        if own_observation(record) is not None:
            return "own"
    observed = observe(
        caller=person.caller, contribution=_contribution(person, record), at=now(), door=Door.IMPORT
    )
    notes = {note["code"] for note in observed.receipt.body.get("notes", [])}
    return "duplicate" if observed.duplicate else "copy" if "same_foreign_event" in notes else "new"


def _contribution(person: Person, record: Record) -> Contribution:
    system, session, name = record.foreign
    return Contribution(
        event_id=record.event_id,
        kind=record.kind,
        speaker_role=record.speaker_role,
        content=record.content,
        session_id=record.session_id,
        turn_index=record.turn_index,
        observed_at=record.observed_at,
        foreign=ForeignReference(system=system, session=session, id=name),
        lineage=tuple(_claim(person, one) for one in record.lineage),
        producer=ProducerClaim(harness=record.harness, instance=record.instance),
    )


def _claim(person: Person, one: Link) -> LinkClaim:
    assert one.foreign is not None
    system, session, name = one.foreign
    with workspace(person.caller):
        rows = Observation.objects.here().filter(foreign_system=system, foreign_id=name)
        found = rows.values_list("id", flat=True).first()
    if found is not None:
        return LinkClaim(relation=one.relation, observation=found)
    return LinkClaim(relation=one.relation, external=(system, f"{session}/{name}"))


def ledger(person: Person) -> dict[str, Any]:
    """Every observation's id, and what supports it."""
    with workspace(person.principal):
        ids = list(Observation.objects.here().order_by("position").values_list("id", flat=True))
        return {str(one): support.represent() for one, support in support_of(ids).items()}


def said_here(person: Person) -> list[UUID]:
    with workspace(person.principal):
        return list(Observation.objects.here().order_by("position").values_list("id", flat=True))


def test_p05_there_and_back_changes_no_row_and_no_support(home, tmp_path):
    away = make_stage()
    before = ledger(home.rita)
    there = exported(home.rita, tmp_path / "there.tar.zst")
    assert imported(away.ada, there) == ["new", "new", "new"]
    assert imported(away.ada, there) == ["own"] * 3
    back = exported(away.rita, tmp_path / "back.tar.zst")
    # What had no name elsewhere is known by its own id, what had one by that, whoever brings it.
    ivy = add_person(home.rita, "ivy", kind="agent", grants=("observe", "recall"))
    for person in (home.ada, ivy):
        assert imported(person, back) == ["own", "own", "own"]
    assert ledger(home.rita) == before
    for support in ledger(away.rita).values():
        assert support["independent"] == 0


def test_its_own_bundle_is_its_own_again(home, tmp_path):
    path = exported(home.rita, tmp_path / "a.tar.zst")
    before = ledger(home.rita)
    assert imported(home.ada, path) == ["own"] * 3
    assert ledger(home.rita) == before


def test_p06_what_came_of_something_is_not_laundered_on_the_way(home, tmp_path):
    away = make_stage()
    imported(away.ada, exported(home.rita, tmp_path / "a.tar.zst"))
    said, _, made = said_here(away.rita)
    accepted(away, "withdraw", said)
    assert standing(away.rita, said, made) == ["withdrawn", "withdrawn"]


def test_p09_what_was_withdrawn_stays_so_when_its_bundle_comes_back(home, tmp_path):
    path = exported(home.rita, tmp_path / "a.tar.zst")
    said, named, made = said_here(home.rita)
    accepted(home, "withdraw", said, named)
    assert imported(home.ada, path) == ["own"] * 3
    assert standing(home.rita, said, named, made) == ["withdrawn"] * 3
    again = exported(home.rita, tmp_path / "b.tar.zst")
    with again.open("rb") as stream:
        assert [item.status for item in read(stream) if isinstance(item, Record)] == [
            "invalidated"
        ] * 3


def test_p09_what_was_erased_does_not_come_back_in_its_bundle(home, tmp_path):
    away = make_stage()
    imported(away.ada, exported(home.rita, tmp_path / "there.tar.zst"))
    back = exported(away.rita, tmp_path / "back.tar.zst")
    _, named, _ = said_here(home.rita)
    erased(home.rita, named)
    with pytest.raises(Erased):
        imported(home.ada, back)


def test_a_name_alone_proves_nothing(home, tmp_path):
    path = exported(home.rita, tmp_path / "a.tar.zst")
    with path.open("rb") as stream:
        first = next(iter(read(stream)))
    assert isinstance(first, Record)
    with workspace(home.rita.caller):
        assert own_observation(first) == said_here_inside()[0]
        assert own_observation(replace(first, content="Other words.")) is None
        assert own_observation(replace(first, speaker_role="tool")) is None


def said_here_inside() -> list[UUID]:
    return list(Observation.objects.here().order_by("position").values_list("id", flat=True))


def test_a_bundle_of_ours_is_nothing_of_another_workspace(home, tmp_path):
    path = exported(home.rita, tmp_path / "a.tar.zst")
    away = make_stage()
    with path.open("rb") as stream, workspace(away.rita.caller):
        assert [own_observation(item) for item in read(stream) if isinstance(item, Record)] == [
            None
        ] * 3
