"""The trust audit of the mirror path: what comes back from a host's memory tool gains nothing."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from provenance.compat.handles import observation_of
from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Correction, Fact, Observation
from provenance.services.reading.support import support_of
from recall.services.consolidation.consolidate import consolidate
from tests.compat.conftest import call, house  # noqa: F401 - a fixture
from tests.factories import EventFactory

SAID = "We decided to deploy on Fridays only after the canary is green."


def captured(house: Any, content: str = SAID, session: str = "live") -> UUID:  # noqa: F811
    event = EventFactory(content=content, session={"id": session})
    receipt = house.host.post("/v1/observe", event).json()
    assert receipt["admitted_as"] == "user_primary"
    return UUID(receipt["observation"])


def recalled(house: Any) -> str:  # noqa: F811
    data = call(house.hermes, "recall", house.pair(query="when do we deploy after the canary"))
    return str(data["facts"][0]["content"])


def mirrored(house: Any, text: str) -> UUID:  # noqa: F811
    """A host's memory tool wrote it, and the host mirrors its memory here."""
    body = house.pair(
        target="user",
        type="preference",
        conclusions=[text],
        metadata={"origin": "visible_turn", "actor": "user", "write_origin": "memory_tool"},
    )
    found = observation_of(call(house.hermes, "conclusions", body)["created"][0])
    assert found is not None
    return found


def support(house: Any, *ids: UUID) -> list[tuple[int, int]]:  # noqa: F811
    with workspace(house.rita.caller):
        counted = support_of(ids)
        return [(counted[one].independent, counted[one].confirmations) for one in ids]


def test_p05_a_mirror_of_what_we_said_gains_no_primary_weight_and_keeps_its_author(house):  # noqa: F811
    own = captured(house)
    text = recalled(house)
    assert text == SAID
    copy = mirrored(house, text)
    consolidate(tenancy=Tenancy(house.rita.workspace_id), at=datetime.now(UTC))
    with workspace(house.rita.caller):
        row = Observation.objects.here().select_related("principal").get(id=copy)
        assert not Fact.objects.here().exists()
        assert not Correction.objects.here().exists()
    assert (row.admitted_as, row.principal.name, row.witness_id) == ("derived", "hermes", None)
    assert support(house, own) == [(1, 0)]
    assert support(house, own)[0] == support(house, copy)[0]


def test_p05_a_mirror_in_other_words_is_its_authors_and_counts_nothing(house):  # noqa: F811
    own = captured(house)
    recalled(house)
    copy = mirrored(house, "The user wants Friday deploys to wait until the canary is green.")
    consolidate(tenancy=Tenancy(house.rita.workspace_id), at=datetime.now(UTC))
    with workspace(house.rita.caller):
        row = Observation.objects.here().get(id=copy)
        assert not Fact.objects.here().exists()
    assert row.admitted_as in ("assistant_authored", "derived")
    assert row.witness_id is None
    assert support(house, own) == [(1, 0)]


@pytest.mark.parametrize("times", [1, 5])
def test_p05_mirrored_and_recalled_round_and_round_it_stays_one(house, times):  # noqa: F811
    own = captured(house)
    for _ in range(times):
        mirrored(house, recalled(house))
    assert support(house, own) == [(1, 0)]


def test_p05_a_separately_captured_confirmation_does_count(house):  # noqa: F811
    own = captured(house)
    shown = house.host.post(
        "/v1/recall",
        {
            "query": "when do we deploy after the canary",
            "caller": {
                "session": "another",
                "producer": {"harness": "codex", "instance": "laptop-1"},
            },
        },
    ).json()
    assert [UUID(item["observation"]) for item in shown["episodic"]] == [own]
    mirrored(house, recalled(house))
    again = captured(house, session="another")
    with workspace(house.rita.caller):
        assert Observation.objects.here().get(id=again).after_exposure
    assert support(house, own) == [(1, 1)]


def test_p11_confirmed_and_consolidated_it_is_proposed_and_still_no_fact(house):  # noqa: F811
    captured(house)
    captured(house, "On Fridays we deploy only after the canary is green, we decided.", "later")
    mirrored(house, recalled(house))
    consolidate(tenancy=Tenancy(house.rita.workspace_id), at=datetime.now(UTC))
    with workspace(house.rita.caller):
        (proposal,) = Correction.objects.here()
        assert (proposal.kind, proposal.detail["independent"]) == ("fact", 1)
        assert not Fact.objects.here().exists()
