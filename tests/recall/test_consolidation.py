"""Consolidation proposes facts from what people stand behind, once, and applies nothing."""

import json
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import (
    Correction,
    CorrectionDecision,
    CorrectionTarget,
    Fact,
    Grant,
    Principal,
    Receipt,
    StandingEvent,
    UnresolvedPair,
    Workspace,
)
from provenance.services.access.granting import give, revoke
from provenance.services.access.workspaces import add_principal
from provenance.services.contributing.contribution import SubjectClaim
from provenance.services.receipts import represent
from recall.services.consolidation import wording
from recall.services.consolidation.consolidate import (
    DONE,
    NOBODY,
    NOTHING_NEW,
    REVOKED,
    Run,
    consolidate,
)
from recall.tasks import consolidate as job
from tests.cast import Person, add_person
from tests.contract.saying import say
from tests.recall.embedder_server import endpoint_server

FRIDAY = "We decided to deploy on Fridays only after the canary is green."
ALIKE = "Deploy on Fridays only after the canary is green, we decided."


def run(stage: Any) -> Run:
    return consolidate(tenancy=Tenancy(stage.rita.workspace_id), at=datetime.now(UTC))


def proposals(stage: Any) -> list[Correction]:
    with workspace(stage.rita.principal):
        rows = Correction.objects.here().select_related("statement", "proposer")
        return list(rows.order_by("position"))


def targets(stage: Any, correction: Correction) -> list[UUID]:
    with workspace(stage.rita.principal):
        rows = CorrectionTarget.objects.here().filter(correction=correction).order_by("ordinal")
        return list(rows.values_list("observation_id", flat=True))


@pytest.fixture
def agent(stage) -> Person:
    """Writes as an assistant."""
    return add_person(stage.rita, "codex", kind="agent", grants=("observe", "recall"))


def repeat(agent: Person, text: str, times: int = 1) -> list[UUID]:
    return [say(agent, text, speaker_role="assistant", kind="conclusion") for _ in range(times)]


def test_p11_it_proposes_a_fact_with_its_support_and_applies_nothing(stage, ada, agent):
    first = say(ada, FRIDAY)
    repeat(agent, ALIKE)
    assert run(stage) == Run(DONE, clusters=1, proposed=1)
    (proposal,) = proposals(stage)
    assert (proposal.kind, proposal.proposer.name) == ("fact", "consolidation")
    assert proposal.proposer.kind == "service"
    assert proposal.statement.text == FRIDAY
    assert targets(stage, proposal) == [first]
    assert proposal.detail["independent"] == 1
    assert proposal.detail["support"][str(first)]["independent"] == 1
    assert proposal.detail["wording"] == {"by": "medoid", "observation": str(first)}
    with workspace(stage.rita.principal):
        assert not Fact.objects.here().exists()
        assert not CorrectionDecision.objects.here().exists()
        assert not StandingEvent.objects.here().exists()


def test_the_same_cluster_is_proposed_once_however_it_grows(stage, ada, agent):
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    run(stage)
    assert run(stage) == Run(NOTHING_NEW)
    repeat(agent, "Fridays we deploy only after the canary is green.")
    assert run(stage) == Run(DONE, clusters=0, proposed=0)
    assert len(proposals(stage)) == 1


def test_p11_what_no_person_said_is_never_proposed(stage, agent):
    repeat(agent, FRIDAY, times=10)
    assert run(stage) == Run(DONE)
    assert proposals(stage) == []


def test_one_remark_alone_is_not_proposed(stage, ada):
    say(ada, FRIDAY)
    assert run(stage) == Run(DONE)


def test_p05_two_people_are_two_and_one_in_two_sessions_is_one(stage, ada):
    at = datetime.now(UTC)
    with workspace(stage.rita.principal):
        sam = add_principal(by=stage.rita.principal, name="sam", kind="human", at=at)
    other = add_person(stage.rita, "desk", kind="host", grants=("observe",))
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=other.principal.id,
            capability="capture",
            serves_id=sam.id,
            reason="cast",
            at=at,
        )
    say(ada, FRIDAY, session_id="one")
    say(ada, FRIDAY, session_id="two")
    say(other, FRIDAY.upper(), session_id="three")
    run(stage)
    (proposal,) = proposals(stage)
    assert proposal.detail["independent"] == 2
    assert len(targets(stage, proposal)) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("We decided not to deploy on Fridays only after the canary is green.", "polarity"),
        ("We decided to deploy on Fridays only after canary 17 is green.", "number"),
    ],
)
def test_what_speaks_against_it_is_listed_and_no_part_of_it(stage, ada, agent, text, why):
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    (against,) = repeat(agent, text)
    run(stage)
    (proposal,) = proposals(stage)
    assert proposal.detail["counter_evidence"] == [{"observation": str(against), "why": why}]
    assert against not in targets(stage, proposal)


def test_pairs_that_wait_for_a_decision_speak_against_it(stage, ada, agent):
    first = say(ada, FRIDAY)
    repeat(agent, ALIKE)
    (other,) = repeat(agent, "Nothing of the kind was ever agreed upon by anybody.")
    with workspace(stage.rita.principal):
        pair = UnresolvedPair(
            workspace_id=stage.rita.workspace_id,
            observation_id=other,
            other_id=first,
            kind="contradiction",
            at=datetime.now(UTC),
        )
        UnresolvedPair.objects.all().add([pair])
    run(stage)
    (proposal,) = proposals(stage)
    assert proposal.detail["counter_evidence"] == [
        {"observation": str(other), "why": "contradiction"}
    ]


@pytest.mark.parametrize(
    "other",
    [
        {"key": "acme/api-v2"},
        {"key": "acme/api", "branch": "next"},
        {"key": "acme/api", "branch": "main", "revision": "b"},
    ],
)
def test_what_is_about_different_things_is_never_put_together(stage, ada, other):
    here = {"kind": "repository", "key": "acme/api", "branch": "main", "revision": "a"}
    say(ada, FRIDAY, subjects=(SubjectClaim(**here),))
    say(ada, ALIKE, subjects=(SubjectClaim(**({"kind": "repository"} | other)),))
    assert run(stage) == Run(DONE)


def test_questions_and_withheld_things_are_not_evidence(stage, ada):
    say(ada, FRIDAY)
    say(ada, "Did we decide to deploy on Fridays only after the canary is green?")
    say(ada, ALIKE, labels=("restricted",))
    assert run(stage) == Run(DONE)


def test_p13_it_keeps_to_its_workspace(stage, ada, mallory):
    say(ada, FRIDAY)
    say(mallory, ALIKE)
    assert run(stage) == Run(DONE)
    assert proposals(stage) == []


def test_p13_a_grant_that_was_revoked_is_not_given_again(stage, ada, agent):
    run(stage)
    with workspace(stage.rita.principal):
        service = Principal.objects.here().get(name="consolidation")
        grant = Grant.objects.here().get(principal_id=service.id, capability="propose")
        revoke(by=stage.rita.principal.id, grant=grant, reason="enough", at=datetime.now(UTC))
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    assert run(stage) == Run(REVOKED)
    assert proposals(stage) == []


def test_a_name_that_is_somebody_elses_is_left_alone(stage, ada):
    add_person(stage.rita, "consolidation", kind="agent", grants=("observe",))
    say(ada, FRIDAY)
    assert run(stage) == Run(NOBODY)


def test_p11_everything_works_with_it_off_and_nothing_is_proposed(stage, ada, ben, agent, settings):
    assert settings.CONSOLIDATION == "off"
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    assert job() == 0
    assert proposals(stage) == []
    answer = ben.post("/v1/recall", {"query": "when do we deploy after the canary?"}).json()
    assert (answer["facts"], len(answer["episodic"])) == ([], 2)
    (receipt,) = receipts(ada)
    assert receipt["consolidation"] == "off"


def receipts(person: Person) -> list[dict[str, Any]]:
    with workspace(person.principal):
        rows = Receipt.objects.here().filter(principal_id=person.principal.id, act="observe")
        return [represent(row) for row in rows.order_by("at")]


def test_p15_receipts_say_how_far_it_has_come(stage, ada, settings):
    settings.CONSOLIDATION = "on"
    say(ada, FRIDAY)
    assert [one["consolidation"] for one in receipts(ada)] == ["pending"]
    run(stage)
    say(ada, "Another thing was said after the run, about tea and tins.")
    say(ada, "A bell rang, and somebody may need help.", labels=("restricted",))
    told = [one.get("consolidation") for one in receipts(ada)]
    assert told == ["done", "pending", None]


def test_the_job_runs_everywhere_that_somebody_can_decide(stage, ada, agent, settings):
    settings.CONSOLIDATION = "on"
    # Logins of earlier tests; theirs are nobody's workspaces now.
    User.objects.exclude(id=stage.rita.login.id).update(is_active=False)
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    assert job() == 1
    assert len(proposals(stage)) == 1


def test_the_command_tells_what_it_did(stage, ada, agent):
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    with workspace(stage.rita.principal):
        name = Workspace.objects.get(id=stage.rita.workspace_id).slug
    told = StringIO()
    call_command("consolidate", workspace=name, stdout=told)
    assert told.getvalue().splitlines() == [
        f"1. {name}: done, 1 clusters, 1 proposed",
        "1 workspaces. A person decides on what was proposed.",
    ]


@pytest.fixture
def two(ada, agent) -> None:
    """Two statements that agree."""
    say(ada, FRIDAY)
    repeat(agent, ALIKE)


def answering(text: Any) -> Any:
    return lambda body: {"choices": [{"message": {"content": text}}]}


def test_a_model_may_word_it_and_is_named(stage, two, settings):
    with endpoint_server(answering("Deploys happen on Fridays after a green canary.")) as server:
        settings.CONSOLIDATION_ENDPOINT = server.url
        settings.CONSOLIDATION_MODEL, settings.CONSOLIDATION_KEY = "tiny", "secret-key"
        assert run(stage).proposed == 1
    (proposal,) = proposals(stage)
    assert proposal.statement.text == "Deploys happen on Fridays after a green canary."
    assert proposal.detail["wording"] == {"by": "model", "model": "tiny"}
    ((path, authorization, body),) = server.requests
    assert (path, authorization) == ("/v1/chat/completions", "Bearer secret-key")
    assert body["model"] == "tiny"
    # What an agent said beside it has no say in the wording.
    assert json.loads(body["messages"][1]["content"]) == [FRIDAY]
    with workspace(stage.rita.principal):
        assert not Fact.objects.here().exists()


@pytest.mark.parametrize("text", ["", "x" * 501, "two\nlines", None, 7])
def test_a_wording_that_is_none_leaves_the_medoids(stage, two, settings, text):
    with endpoint_server(answering(text)) as server:
        settings.CONSOLIDATION_ENDPOINT, settings.CONSOLIDATION_MODEL = server.url, "tiny"
        run(stage)
    (proposal,) = proposals(stage)
    assert (proposal.statement.text, proposal.detail["wording"]["by"]) == (FRIDAY, "medoid")


def test_a_model_that_is_away_costs_nothing_but_its_words(stage, two, settings):
    settings.CONSOLIDATION_ENDPOINT = "http://127.0.0.1:9/v1"
    settings.CONSOLIDATION_MODEL = "tiny"
    assert run(stage).proposed == 1


def test_no_transaction_is_open_while_the_model_is_asked(stage, two, settings):
    seen: list[bool] = []

    def word(self: Any, texts: Any) -> None:
        seen.append(connection.in_atomic_block)

    settings.CONSOLIDATION_ENDPOINT, settings.CONSOLIDATION_MODEL = "http://127.0.0.1:9/v1", "m"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wording.Writer, "word", word)
        run(stage)
    assert seen == [False]
