"""What MemoryD's adapters read, and what reading leaves behind."""

from uuid import UUID

import pytest

from provenance.compat.handles import observation_of
from provenance.database.tenancy import workspace
from provenance.models import Exposure
from tests.compat.conftest import BASE, call, refused
from tests.factories import EventFactory

PORT = "tea-ledger: the database port is 5544, not 5432."


@pytest.fixture
def said(house) -> UUID:
    """A conclusion about a repository."""
    body = house.pair(conclusions=[PORT], repo={"repo_id": "repo_tea"}, type="decision")
    found = observation_of(call(house.hermes, "conclusions", body)["created"][0])
    assert found is not None
    return found


def test_p12_recall_answers_in_memoryds_shape_with_attribution(house, said):
    body = house.pair(query="which database port", max_tokens=600, session={"id": "s-1"})
    data = call(house.hermes, "recall", body)
    (fact,) = data["facts"]
    assert fact["content"] == PORT
    assert (fact["type"], fact["scope"]) == ("decision", "workspace")
    assert fact["policy"]["statement"] == "evidence"
    assert fact["policy"]["provenance"]["admitted_as"] == "assistant_authored"
    assert data["authority"] == "recall_not_authority"
    assert data["pack"]["max_tokens"] == 600
    assert observation_of(data["citations"][0]["source_id"]) == said


def test_p05_what_is_recalled_here_is_recorded_as_shown(house, said):
    session = {"id": "s-1", "source": "codex"}
    data = call(house.hermes, "recall", house.pair(query="which database port", session=session))
    with workspace(house.rita.principal):
        shown = Exposure.objects.here().get(receipt_id=data["recall"])
    assert (shown.observations, shown.session, shown.harness) == ([said], "s-1", "codex")


def test_p12_a_question_that_nothing_supports_abstains(house, said):
    data = call(house.hermes, "recall", house.pair(query="Wellenreiten Bretter kaufen"))
    assert (data["facts"], data["abstained"]) == ([], True)


def test_a_checkpoint_is_no_fact(house):
    call(house.hermes, "checkpoints", house.pair(summary="Stock count for June finished."))
    data = call(house.hermes, "recall", house.pair(query="stock count June"))
    assert data["facts"] == []
    assert [one["summary"] for one in data["checkpoints"]] == ["Stock count for June finished."]


def test_types_and_repositories_narrow(house, said):
    asked = house.pair(query="database port")
    assert call(house.hermes, "recall", asked | {"exclude_types": ["decision"]})["facts"] == []
    assert call(house.hermes, "recall", asked | {"include_types": ["decision"]})["facts"]
    assert call(house.hermes, "recall", asked | {"repo": {"repo_id": "repo_tea"}})["facts"]
    assert call(house.hermes, "recall", asked | {"repo": {"repo_id": "repo_tea-2"}})["facts"] == []


def test_what_is_not_used_is_said(house, said):
    body = house.pair(query="database port", files=["a.py"], metadata={"a": 1})
    warnings = house.hermes.post(BASE + "recall", body).json()["warnings"]
    assert warnings == ["files do not rank here", "metadata of a question is not kept"]


@pytest.mark.parametrize(
    "odd",
    [
        {"pack_mode": "unheard-of"},
        {"as_of": "2026-06-20T09:01:00Z", "include_history": True},
        {"include_types": ["decision"], "exclude_types": ["decision"]},
    ],
)
def test_what_memoryd_refuses_is_refused(house, odd):
    response = house.hermes.post(BASE + "recall", house.pair(query="port", **odd))
    assert refused(response) == (400, "invalid_request")


def test_search_pages_and_bears_handles(house):
    texts = [f"Tea number {index} is kept in tin {index}." for index in range(5)]
    call(house.hermes, "conclusions", house.pair(conclusions=texts))
    first = call(house.hermes, "search", house.pair(query="tea tin", limit=3))
    rest = call(
        house.hermes, "search", house.pair(query="tea tin", limit=3, cursor=first["next_cursor"])
    )
    found = [one["content"] for one in (*first["matches"], *rest["matches"])]
    assert sorted(found) == texts
    assert (len(first["matches"]), rest["next_cursor"]) == (3, None)
    assert first["matches"][0]["id"].startswith("mr_")


def test_without_a_query_the_newest_are_found(house, said):
    assert [one["content"] for one in call(house.hermes, "search", house.pair())["matches"]]


def test_what_came_through_the_new_door_is_found_through_the_old_one(house):
    event = EventFactory(content="We deploy on Fridays only after the canary is green.")
    assert house.host.post("/v1/observe", event).status_code == 201
    data = call(house.hermes, "recall", house.pair(query="when do we deploy after the canary"))
    (one,) = data["facts"]
    assert one["policy"]["provenance"]["admitted_as"] == "user_primary"
    assert one["policy"]["provenance"]["support"]["independent"] == 1
