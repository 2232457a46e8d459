"""Unknown times stay unknown: they are listed with what is known around them, and left (P7)."""

from provenance.services.contributing.admission import Door
from tests.contract.saying import say
from tests.provenance.correcting import row
from tests.provenance.importing.corpus import body, items, results

from .acting import NEW, OLD, apply, at, dispositions, plan_of


def imported(person, text, **said):
    return say(person, text, door=Door.IMPORT, **said)


def test_p07_they_are_listed_by_source_with_the_known_times_around_them(rita):
    imported(rita, "first", producer=OLD, turn_index=1, observed_at=at(0))
    unknown = imported(rita, "second", producer=OLD, turn_index=2)
    imported(rita, "third", producer=OLD, turn_index=3, observed_at=at(9))
    alone = imported(rita, "elsewhere", producer=NEW, session_id=None)

    plan = plan_of(rita, "times")

    found = {one.observation_id: one.detail for one in items(rita, plan)}
    assert found[unknown]["not_before"].startswith("2026-03-01T12:00:00")
    assert found[unknown]["not_after"].startswith("2026-03-01T12:09:00")
    assert "not_before" not in found[alone]
    assert body(rita, plan, "planned")["sources"] == {"codex/laptop": 1, "codex/laptop-1": 1}


def test_p07_applying_leaves_them_as_they_are(rita):
    unknown = imported(rita, "when, nobody knows", producer=OLD)

    plan = plan_of(rita, "times")
    apply(rita, plan)

    assert dispositions(rita, plan) == [("unknown", "time_unknown")]
    assert results(rita, plan) == {0: "left"}
    left = row(rita, unknown)
    assert (left.observed_at, left.ordered_at, left.time_basis) == (None, None, "unknown")
