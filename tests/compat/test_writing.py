"""What MemoryD's adapters write, as observations."""

import json
from typing import Any
from uuid import UUID

import pytest

from provenance.compat.handles import observation_of
from provenance.database.tenancy import workspace
from provenance.models import Content, Correction, Fact, Observation, Subject
from tests.cast import Person, add_person
from tests.compat.conftest import BASE, call, refused
from tests.provenance.secrets_sample import canary, secret_with

PORT = "Use Postgres 16 for the ledger, and keep the port on 5544."


def observed(house: Any, handle: str) -> Observation:
    with workspace(house.rita.principal):
        return Observation.objects.here().with_source().get(id=observation_of(handle))


def turns(house: Any, *messages: dict[str, Any], person: Person | None = None, **more: Any) -> Any:
    body = house.pair(session={"id": "session_a1", "source": "codex"}, messages=messages, **more)
    return call(person or house.hermes, "turns", body)


def test_the_call_that_memoryd_documents_works_as_it_is(house):
    data = turns(
        house,
        {"actor": "user", "content": PORT, "created_at": "2026-06-20T09:01:00Z"},
        {"actor": "assistant", "content": "Done."},
        {"actor": "tool", "content": "ok"},
        repo={"repo_id": "repo_tea-ledger"},
    )
    assert (data["accepted"], data["rejected"]) == (2, 1)
    assert data["rejections"] == [
        {"index": 2, "reason": "unsupported actor", "code": "invalid_request"}
    ]
    assert data["derived_record_ids"] == []
    said = observed(house, data["source_ids"][0])
    assert (said.kind, said.speaker_role, said.session.external_id) == (
        "turn",
        "user",
        "session_a1",
    )
    assert said.producer.harness == "codex"
    assert said.observed_at.isoformat() == "2026-06-20T09:01:00+00:00"


@pytest.mark.parametrize("kind", ["agent", "host"])
def test_p04_a_users_turn_through_this_door_is_never_primary(house, kind):
    person = house.hermes if kind == "agent" else house.host
    data = turns(house, {"actor": "user", "content": PORT}, person=person)
    assert data["receipts"][0]["admitted_as"] == "unverified"


def test_p03_the_same_call_again_returns_the_first_receipts(house):
    messages = ({"actor": "user", "content": "ok"}, {"actor": "assistant", "content": PORT})
    first, again = turns(house, *messages), turns(house, *messages)
    assert again["source_ids"] == first["source_ids"]
    assert [one["outcome"] for one in again["receipts"]] == ["duplicate", "duplicate"]


def test_ok_said_in_another_call_is_another_ok(house):
    first = turns(house, {"actor": "user", "content": "ok"})
    later = turns(
        house, {"actor": "assistant", "content": PORT}, {"actor": "user", "content": "ok"}
    )
    assert not set(first["source_ids"]) & set(later["source_ids"])


def test_p03_a_message_with_a_time_is_one_event_in_whatever_call_it_comes(house):
    timed = {"actor": "user", "content": PORT, "created_at": "2026-06-20T09:01:00.123456789Z"}
    first = turns(house, timed)
    again = turns(house, timed, {"actor": "assistant", "content": "Done."})
    assert again["source_ids"][0] == first["source_ids"][0]


def test_p07_a_message_without_a_time_bears_none(house):
    said = observed(house, turns(house, {"actor": "user", "content": PORT})["source_ids"][0])
    assert said.observed_at is None


def test_a_bound_key_speaks_for_its_producer(house):
    producer = observed(house, turns(house, {"actor": "user", "content": PORT})["source_ids"][0])
    bound = add_person(
        house.rita, "bound", kind="agent", grants=("observe",), producer_id=producer.producer_id
    )
    body = house.pair(
        session={"id": "s", "source": "claude"}, messages=[{"actor": "user", "content": PORT}]
    )
    said = observed(house, call(bound, "turns", body)["source_ids"][0])
    assert said.producer.harness == "codex"


def test_p04_write_policy_and_metadata_are_kept_as_claims(house):
    data = turns(
        house,
        {"actor": "assistant", "content": PORT, "metadata": {"trust_level": "trusted"}},
        write_policy="trusted",
    )
    assert data["receipts"][0]["admitted_as"] == "assistant_authored"
    with workspace(house.rita.principal):
        claims = Content.objects.here().get(observation_id=observation_of(data["source_ids"][0]))
    assert claims.metadata["memoryd"]["write_policy"] == "trusted"
    assert claims.metadata["memoryd"]["message"] == {"trust_level": "trusted"}


def test_a_repository_is_known_by_both_its_names(house):
    repo = {
        "repo_id": "repo_tea",
        "remote": "git@github.com:acme/Tea.git",
        "branch": "main",
        "commit": "3f9c2e1",
        "root": "/srv/tea",
        "is_git": True,
    }
    data = turns(house, {"actor": "user", "content": PORT}, repo=repo)
    with workspace(house.rita.principal):
        subjects = Subject.objects.here().filter(
            observation_id=observation_of(data["source_ids"][0])
        )
        named = subjects.order_by("ordinal")
        keys = list(named.values_list("key", "branch", "revision"))
    assert keys == [
        ("repo_tea", "main", "3f9c2e1"),
        ("github.com/acme/Tea", "main", "3f9c2e1"),
    ]


def test_p10_credentials_in_a_remote_are_refused_and_not_repeated(house):
    remote = "https://sam:canary-d41d8@github.com/acme/tea.git"
    body = house.pair(conclusions=[PORT], repo={"repo_id": "r", "remote": remote})
    response = house.hermes.post(BASE + "conclusions", body)
    assert refused(response) == (400, "invalid_request")
    assert "canary" not in response.content.decode()


@pytest.mark.parametrize("kind", ["agent", "host"])
def test_p04_a_conclusion_is_its_authors_whoever_it_is_about(house, kind):
    person = house.hermes if kind == "agent" else house.host
    body = house.pair(
        target="user",
        conclusions=["The user prefers 24-hour clock times."],
        type="preference",
        metadata={"origin": "visible_turn", "actor": "user", "admitted_as": "user_primary"},
    )
    data = call(person, "conclusions", body)
    said = observed(house, data["created"][0])
    assert said.admitted_as == "assistant_authored"
    assert (said.kind, said.labels, said.witness_id) == ("preference", ["target:user"], None)


def test_p03_a_conclusion_mirrored_twice_is_one_record(house):
    body = house.pair(conclusions=[PORT])
    first = call(house.hermes, "conclusions", body)
    again = call(house.hermes, "conclusions", body | {"metadata": {"at": "later"}})
    assert again["created"] == first["created"]
    assert (len(first["record_ids"]), again["record_ids"]) == (1, [])


def test_a_checkpoint_is_reported_work_as_one_text(house):
    body = house.pair(
        session={"id": "session_a1"},
        summary="Stock count for June finished; two tins missing.",
        next_steps=["find tins 14 and 15"],
        tests_run=["make test"],
        repo={"repo_id": "repo_tea"},
        branch="main",
        commit="3f9c2e1",
    )
    data = call(house.hermes, "checkpoints", body)
    said = observed(house, data["id"])
    assert (said.kind, said.work_state) == ("checkpoint", "reported")
    assert said.content.text == (
        "Stock count for June finished; two tins missing.\n\n"
        "Next steps:\n- find tins 14 and 15\n\nTests run:\n- make test"
    )
    assert call(house.hermes, "checkpoints", body)["id"] == data["id"]


def test_a_subject_is_named_once(house):
    body = house.pair(subject_key="tea-ledger", kind="project", display_name="Tea ledger")
    first = call(house.hermes, "subjects", body)
    again = call(house.hermes, "subjects", body)
    assert (first["created"], again["created"]) == (True, False)
    assert first["subject"]["id"] == again["subject"]["id"]
    other = house.hermes.post(BASE + "subjects", body | {"display_name": "Coffee"})
    assert refused(other) == (409, "event_conflict")


def test_subjects_and_episodes_are_read_back(house):
    subject = call(
        house.hermes,
        "subjects",
        house.pair(
            subject_key="tea-ledger",
            kind="project",
            display_name="Tea ledger",
            metadata={"owner": "rita"},
        ),
    )["subject"]
    episode = house.pair(
        subject_id=subject["id"],
        source_kind="git",
        source_ref="3f9c2e1",
        started_at="2026-06-01T00:00:00Z",
        trust_level="trusted",
        summary="The ledger moved to Postgres.",
    )
    made = call(house.hermes, "episodes", episode)["episode"]
    assert observed(house, made["id"]).admitted_as == "derived"
    pair = house.pair()
    (listed,) = house.hermes.get(BASE + "subjects", **pair).json()["data"]["subjects"]
    assert listed == subject
    one = house.hermes.get(BASE + "subjects/get", subject_key="tea-ledger", **pair).json()
    assert one["data"]["subject"] == subject
    found = house.hermes.get(BASE + "episodes", subject_id=subject["id"], **pair).json()
    assert found["data"]["episodes"] == [made]
    again = house.hermes.get(BASE + "episodes/get", id=made["id"], **pair).json()
    assert again["data"]["episode"] == made
    assert (made["trust_level"], made["started_at"]) == ("trusted", "2026-06-01T00:00:00.000000Z")


@pytest.mark.parametrize("route", ["subjects/get", "episodes/get"])
def test_what_is_not_there_is_not_found(house, route):
    asked = house.pair(id="ep_" + "0" * 32)
    assert refused(house.hermes.get(BASE + route, **asked)) == (404, "not_found")


def test_an_episode_of_an_unknown_subject_is_refused(house):
    body = house.pair(
        subject_id="subj_" + "0" * 32, source_kind="git", source_ref="a", summary="a week of work"
    )
    assert refused(house.hermes.post(BASE + "episodes", body)) == (404, "not_found")


def test_p11_forget_proposes_and_changes_nothing(house):
    data = turns(house, {"actor": "assistant", "content": PORT})
    ids = [data["source_ids"][0], "mem_" + "0" * 32, "mem_unknown"]
    response = house.hermes.post(
        BASE + "forget", {"profile": "personal", "ids": ids, "mode": "delete", "reason": "wrong"}
    ).json()
    told = response["data"]
    assert (told["archived"], told["deleted"], told["errors"]) == ([], [], [])
    assert told["not_found"] == ids[1:]
    assert [one["state"] for one in told["proposed"]] == ["proposed"]
    assert len(response["warnings"]) == 2
    with workspace(house.rita.principal):
        assert Correction.objects.here().get().kind == "withdraw"
        assert not Fact.objects.here().exists()
        observation: UUID | None = observation_of(ids[0])
        assert not Observation.objects.here().get(id=observation).after_exposure
    shown = house.hermes.get(f"/v1/observations/{observation}").json()
    assert shown["standing"] == "reported"
    again = call(house.hermes, "forget", {"profile": "personal", "ids": ids, "reason": "wrong"})
    assert again["proposed"] == told["proposed"]


def test_export_streams_records_with_their_count(house):
    turns(house, {"actor": "user", "content": PORT}, {"actor": "assistant", "content": "Done so."})
    response = house.hermes.get(BASE + "export", **house.pair())
    records = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
    assert response["x-record-count"] == "2" == str(len(records))
    assert [one["content"] for one in records] == [PORT, "Done so."]
    assert records[0]["metadata"]["memoryapp"]["admitted_as"] == "unverified"
    whole = house.hermes.get(BASE + "export", format="json", **house.pair())
    assert json.loads(b"".join(whole.streaming_content)) == records


def test_p13_export_needs_its_own_grant_and_keeps_to_its_profile(house):
    assert refused(house.host.get(BASE + "export", **house.pair())) == (403, "capability_required")
    across = house.hermes.get(BASE + "export", target_profile="work", **house.pair())
    assert refused(across) == (422, "profile_boundary_denied")


def test_p10_a_secret_is_answered_by_its_length_alone_and_kept_nowhere(house):
    word = canary()
    secret = f"api_key = {secret_with(word)}"
    response = house.hermes.post(
        BASE + "conclusions", house.pair(conclusions=[secret, PORT], metadata={"a": 1})
    )
    data = response.json()["data"]
    (rejected,) = data["rejected"]
    assert rejected["content"] == f"[redacted rejected content; {len(secret)} bytes]"
    assert rejected["code"] == "secret_detected"
    assert (len(data["created"]), word in response.content.decode()) == (1, False)
    turns_told = turns(
        house, {"actor": "user", "content": secret}, {"actor": "user", "content": PORT}
    )
    assert [(one["index"], one["code"]) for one in turns_told["rejections"]] == [
        (0, "secret_detected")
    ]
    checkpoint = house.pair(summary="Done.", next_steps=[secret])
    assert refused(house.hermes.post(BASE + "checkpoints", checkpoint)) == (422, "secret_detected")
    with workspace(house.rita.principal):
        assert not Content.objects.here().filter(text__contains=word).exists()


WHERE = [{"branch": "{}"}, {"commit": "{}"}, {"repo": {"repo_id": "r", "root": "/srv/{}"}}]
WHERE += [{"repo": {"repo_id": "r", "branch": "{}"}, "branch": "main"}]
WHERE += [{"repo": {"repo_id": "r", "commit": "{}"}, "commit": "3f9c2e1"}]


def filled(shape: Any, text: str) -> Any:
    """The shape with the text in its gap."""
    if isinstance(shape, dict):
        return {name: filled(value, text) for name, value in shape.items()}
    return shape.replace("{}", text)


@pytest.mark.parametrize("shape", WHERE, ids=str)
def test_p10_a_secret_in_any_member_of_a_checkpoint_refuses_the_whole(house, shape):
    word = canary()
    body = house.pair(summary=f"Done {word[:6]}.", **filled(shape, secret_with(word)))
    answer = house.hermes.post(BASE + "checkpoints", body)
    assert refused(answer) == (422, "secret_detected")
    assert word not in answer.content.decode()
    with workspace(house.rita.principal):
        assert not Observation.objects.here().exists()
        assert not Content.objects.here().exists()


@pytest.mark.parametrize("route", ["turns", "conclusions"])
def test_p10_nor_does_the_root_of_a_repository_pass_by_the_screening(house, route):
    word = canary()
    repo = {"repo_id": "r", "root": f"/srv/{secret_with(word)}"}
    messages = [{"actor": "user", "content": PORT}]
    said = {"messages": messages} if route == "turns" else {"conclusions": [PORT]}
    answer = house.hermes.post(BASE + route, house.pair(repo=repo, **said))
    rejected = answer.json()["data"]["rejections" if route == "turns" else "rejected"]
    assert [one["code"] for one in rejected] == ["secret_detected"]
    assert word not in answer.content.decode()
    with workspace(house.rita.principal):
        assert not Observation.objects.here().exists()


def test_a_branch_without_a_repository_is_kept_as_a_claim(house):
    body = house.pair(summary="Counted.", branch="june", commit="3f9c2e1")
    data = call(house.hermes, "checkpoints", body)
    with workspace(house.rita.principal):
        claims = Content.objects.here().get(observation_id=observation_of(data["id"]))
        assert not Subject.objects.here().exists()
    assert claims.metadata["memoryd"] == {"branch": "june", "commit": "3f9c2e1"}
