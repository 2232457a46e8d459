"""A bundle comes in through a plan, like everything else (P14)."""

from tests.cast import make_stage
from tests.provenance.correcting import standing
from tests.provenance.importing.corpus import (
    apply,
    items,
    observation_of,
    plan_of,
    results,
    roll_back,
)

from .test_export import exported
from .test_round_trip import home, ledger

__all__ = ["home"]


def test_p05_there_and_back_through_plans_changes_no_row_and_no_support(home, tmp_path):
    away = make_stage()
    before = ledger(home.rita)
    there = exported(home.rita, tmp_path / "there.tar.zst")

    apply(away.rita, plan_of(away.rita, there))
    back = exported(away.rita, tmp_path / "back.tar.zst")
    plan = plan_of(home.rita, back)
    apply(home.rita, plan)

    assert [item.disposition for item in items(home.rita, plan)] == ["duplicate"] * 3
    after = ledger(home.rita)
    print("support before and after:", before, after)  # noqa: T201 - who reads it wants the table
    assert after == before
    assert {one["independent"] for one in ledger(away.rita).values()} == {0}


def test_p14_a_bundle_that_was_altered_is_refused_whole(home, tmp_path):
    away = make_stage()
    path = exported(home.rita, tmp_path / "a.tar.zst")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)

    plan = plan_of(away.rita, path)

    assert items(away.rita, plan) == []
    assert ledger(away.rita) == {}


def test_what_a_bundle_brought_is_taken_back_whole(home, tmp_path):
    away = make_stage()
    plan = plan_of(away.rita, exported(home.rita, tmp_path / "a.tar.zst"))
    apply(away.rita, plan)

    roll_back(away.rita, plan)

    brought = [observation_of(away.rita, plan, ordinal) for ordinal in results(away.rita, plan)]
    assert len(brought) == 3
    assert standing(away.rita, *brought) == ["withdrawn"] * 3
