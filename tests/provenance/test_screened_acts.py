"""Whatever an act would store of its caller's words is screened by the act, at no door (P10)."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Erasure, Grant, Receipt
from provenance.problems import PolicyRejected
from provenance.services.access.granting import give, revoke
from provenance.services.access.keys import make_key, revoke_key
from provenance.services.access.people import add_person as add_login
from provenance.services.access.rotate_key import rotate_key
from provenance.services.access.workspaces import add_principal, create_workspace
from provenance.services.correcting.proposal import Proposal
from provenance.services.decide import decide
from provenance.services.propose import propose
from provenance.services.release import release
from provenance.services.revert import revert
from provenance.services.screening.policies import activate, save_version
from provenance.services.text_language import choose_text_language
from tests.cast import Stage, add_person
from tests.contract.saying import say
from tests.provenance.correcting import accepted, now, proposed, proposing
from tests.provenance.erasing import erased, here, rows_that_say
from tests.provenance.secrets_sample import canary, secret_with
from tests.provenance.test_rotation import slug_of
from tests.provenance.test_screening import AIMED, switch_on

Act = Callable[[Stage, str], Any]


def key_of(stage: Stage) -> ApiKey:
    found: ApiKey = ApiKey.objects.here().get(principal_id=stage.ada.principal.id)
    return found


def grant_of(stage: Stage) -> Grant:
    found: Grant = Grant.objects.here().get(principal_id=stage.ben.principal.id)
    return found


def inside(act: Act) -> Act:
    """The act in rita's workspace."""

    def entered(stage: Stage, words: str) -> Any:
        with workspace(stage.rita.principal):
            return act(stage, words)

    return entered


def by(stage: Stage) -> UUID:
    return stage.rita.principal.id


def proposal(stage: Stage, **words: str) -> Any:
    known = {"reason": "it was wrong", "event_id": canary(), "statement": None, **words}
    kind = "correct" if known["statement"] else "withdraw"
    return propose(
        caller=proposing(stage, canary()).caller,
        proposal=Proposal(kind=kind, targets=[say(stage.ada)], **known),
        at=now(),
    )


def decision(stage: Stage, words: str) -> Any:
    one = proposed(proposing(stage, canary()), "withdraw", say(stage.ada))
    return decide(
        caller=stage.rita.caller,
        correction_id=UUID(one.correction["id"]),
        decision="accept",
        note=words,
        at=now(),
    )


def reversal(stage: Stage, words: str) -> Any:
    one = accepted(stage, "withdraw", say(stage.ada))
    return revert(caller=stage.rita.caller, correction_id=one, note=words, at=now())


def released(stage: Stage, words: str) -> Any:
    held = say(stage.ada, AIMED)
    return release(caller=stage.rita.caller, observation_id=held, reason=words, at=now())


def given(stage: Stage, words: str) -> Any:
    return give(
        by=by(stage),
        principal_id=stage.ben.principal.id,
        capability="observe",
        reason=words,
        at=now(),
    )


def made(stage: Stage, words: str) -> Any:
    return make_key(
        by=by(stage),
        principal_id=stage.ben.principal.id,
        workspace_id=stage.rita.workspace_id,
        kind="agent",
        label=words,
        at=now(),
    )


def switched(stage: Stage, words: str) -> Any:
    version = save_version(caller=stage.rita.caller, rules={}, note="x", at=now())
    return activate(caller=stage.rita.caller, version_id=version.id, reason=words, at=now())


def saved(stage: Stage, *, rules: dict[str, Any], note: str = "x") -> Any:
    return save_version(caller=stage.rita.caller, rules=rules, note=note, at=now())


ACTS: dict[str, Act] = {
    "reason of an erasure": lambda s, w: erased(s.rita, say(s.ada), reason=w),
    "event id of an erasure": lambda s, w: erased(s.rita, say(s.ada), event_id=w),
    "reason of a proposal": lambda s, w: proposal(s, reason=w),
    "event id of a proposal": lambda s, w: proposal(s, event_id=w),
    "statement of a proposal": lambda s, w: proposal(s, statement=w),
    "note of a decision": decision,
    "note of a reversal": reversal,
    "reason of a release": released,
    "reason of a grant": inside(given),
    "reason of a revocation": inside(
        lambda s, w: revoke(by=by(s), grant=grant_of(s), reason=w, at=now())
    ),
    "label of a key": inside(made),
    "reason of a key's end": inside(
        lambda s, w: revoke_key(by=by(s), key=key_of(s), reason=w, at=now())
    ),
    "reason of a rotation": inside(
        lambda s, w: rotate_key(
            by=by(s), key=key_of(s), overlap=timedelta(hours=1), reason=w, at=now()
        )
    ),
    "name of a principal": inside(
        lambda s, w: add_principal(by=s.rita.principal, name=w, kind="agent", at=now())
    ),
    "name of a person": lambda s, w: add_login(
        by=s.rita.principal, username=w, grants=(), at=now()
    ),
    "name of a workspace": lambda s, w: create_workspace(
        slug=canary(), name=w, administrator="root", login_id=None, at=now()
    ),
    "slug of a workspace": lambda s, w: create_workspace(
        slug=w, name="x", administrator="root", login_id=None, at=now()
    ),
    "name of an administrator": lambda s, w: create_workspace(
        slug=canary(), name="x", administrator=w, login_id=None, at=now()
    ),
    "reason for a language": inside(
        lambda s, w: choose_text_language(
            caller=s.rita.caller, language="german", reason=w, at=now()
        )
    ),
    "note of a policy": inside(lambda s, w: saved(s, rules={}, note=w)),
    "label in a policy": inside(lambda s, w: saved(s, rules={"forbidden_labels": [w]})),
    "reason for a policy": inside(switched),
}
RECEIPTED = [name for name in ACTS if "erasure" in name or "proposal" in name or "release" in name]


@pytest.mark.parametrize("place", ACTS)
def test_p10_no_act_stores_a_secret_from_any_of_its_words(stage: Stage, place: str):
    word = canary()
    with pytest.raises(PolicyRejected) as refused:
        ACTS[place](stage, secret_with(word))
    assert refused.value.rule == "secret.github"
    assert word not in f"{refused.value} {refused.value.detail} {refused.value.receipt}"
    assert list(rows_that_say(word)) == []
    assert not User.objects.filter(username__contains=word).exists()


@pytest.mark.parametrize("place", ACTS)
def test_the_same_act_with_ordinary_words_is_done(stage: Stage, place: str):
    ACTS[place](stage, "w" + canary())


@pytest.mark.parametrize("place", RECEIPTED)
def test_p15_what_remains_of_a_refused_act_is_its_receipt(stage: Stage, place: str):
    with pytest.raises(PolicyRejected) as refused:
        ACTS[place](stage, secret_with(canary()))
    (receipt,) = here(stage.rita, Receipt, outcome="rejected")
    assert refused.value.receipt is not None
    assert refused.value.receipt["id"] == str(receipt.id)
    assert (receipt.rule, receipt.event_id) == ("secret.github", None)
    assert here(stage.rita, Erasure) == []


@pytest.mark.parametrize(
    "place",
    ["reason of a proposal", "event id of a proposal", "note of a decision", "note of a reversal"],
)
def test_p12_what_agents_read_beside_a_correction_is_not_aimed_at_them(stage: Stage, place: str):
    with pytest.raises(PolicyRejected) as refused:
        ACTS[place](stage, AIMED)
    assert refused.value.rule == "instruction.override"


def test_p03_an_erasure_is_told_again_under_whatever_later_rules(stage: Stage):
    gone = say(stage.ada)
    first = erased(stage.rita, gone, event_id="mail sam@acme.test")
    switch_on(stage.rita, outcomes={"personal.email": "reject"})
    again = erased(stage.rita, gone, event_id="mail sam@acme.test")
    assert (again.duplicate, again.receipt.id) == (True, first.receipt.id)


def test_p10_the_door_of_erasures_answers_with_the_receipt_alone(stage: Stage):
    admin = add_person(stage.rita, "admin", kind="agent", grants=("administer",))
    word, kept = canary(), say(stage.ada)
    for member in ("event_id", "reason"):
        body = {"observations": [str(kept)], "reason": "asked for", member: secret_with(word)}
        answer = admin.post("/v1/erasures", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "policy_rejected")
        assert answer.json()["receipt"]["rule"] == "secret.github"
        assert word not in answer.content.decode()
    assert list(rows_that_say(word)) == []


def test_p10_older_forget_repeats_and_stores_nothing_that_was_refused(stage: Stage):
    word, kept = canary(), say(stage.ada)
    agent = proposing(stage)
    pair = {"profile": "default", "workspace": slug_of(stage.rita)}
    asked = {"ids": [str(kept), secret_with(word)], "reason": secret_with(word), **pair}
    told = agent.post("/compat/memoryd/v1/forget", asked)
    data = told.json()["data"]
    assert [(one["id"], one["code"]) for one in data["errors"]] == [(str(kept), "secret_detected")]
    assert len(data["not_found"]) == 1
    assert word not in told.content.decode()
    assert list(rows_that_say(word)) == []


def test_p10_a_login_is_not_named_by_a_secret(stage: Stage):
    word = canary()
    root = stage.rita
    assert root.login is not None
    root.login.is_superuser = root.login.is_staff = True
    root.login.save()
    # Not in hexadecimal digits, as the name is: Django compares the two.
    passwords = {"password1": "quiet harbours sing north", "usable_password": "true"}
    form = {"username": secret_with(word), **passwords, "password2": passwords["password1"]}
    answer = root.browser.post("/admin/auth/user/add/", form)
    assert "looks like a secret" in answer.content.decode()
    with pytest.raises(CommandError):
        call_command("create_workspace", canary(), admin=secret_with(word), stdout=StringIO())
    assert not User.objects.filter(username__contains=word).exists()
    assert (
        root.browser.post("/admin/auth/user/add/", {**form, "username": "w" + canary()}).status_code
        == 302
    )
