"""The format samples, where they are at hand: each is imported, and imported again."""

import os
from pathlib import Path

import pytest

from provenance.database.tenancy import workspace
from provenance.models import FactStanding, Observation

from .corpus import apply, body, items, plan_of, results, state

ROOT = Path(__file__).parents[3]
DATA = Path(os.environ.get("MEMORYAPP_SHARED_DATA", ROOT / "../shared/data")) / "formats"
SAMPLES = {
    "chatgpt": "chatgpt",
    "claude-code": "claude-code",
    "codex": "codex",
    "engram": "engram/nodes.json",
    "hermes": "hermes",
    "markdown": "markdown",
    "memoryd database": "memoryd/memory.db",
    "memoryd export": "memoryd/export.jsonl",
    "memoryd bundle": "memoryd/tea-ledger.cmembundle",
    "nur": "nur",
    "optmem": "optmem/memory",
    "plur": "plur",
    "ruflo": "ruflo",
}

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="no format samples: set MEMORYAPP_SHARED_DATA to their folder"
)


@pytest.mark.parametrize("name", SAMPLES)
def test_p03_each_sample_comes_in_once_and_then_is_all_duplicates(rita, name):
    path = DATA / SAMPLES[name]

    plan = plan_of(rita, path)
    assert state(rita, plan) == "planned", body(rita, plan, "failed")
    apply(rita, plan)
    first = results(rita, plan)
    assert "accepted" in first.values()
    assert not {"invalid", "stale"} & set(first.values())

    again = plan_of(rita, path)
    apply(rita, again)
    accepted = [place for place, result in results(rita, again).items() if result == "accepted"]
    places = {item.ordinal: f"{item.file}:{item.line}" for item in items(rita, again)}
    assert [places[one] for one in accepted] == []


def test_p07_p11_a_mixed_corpus_invents_neither_speaker_nor_time_nor_fact(rita):
    plan = plan_of(rita, DATA / "memoryd/memory.db")
    apply(rita, plan)

    with workspace(rita.caller, restricted=True):
        rows = Observation.objects.here()
        assert set(rows.values_list("admitted_as", flat=True)) == {"imported"}
        assert set(rows.values_list("time_basis", flat=True)) <= {"claimed", "unknown"}
        assert "unknown" in set(rows.values_list("speaker_role", flat=True))
        assert not FactStanding.objects.here().exists()
        standings = set(rows.values_list("current__standing", flat=True))
        assert {"withdrawn", "superseded"} <= standings
