"""What the pages about access tell."""

import csv
import io
import json
import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Grant, Principal
from provenance.services.access.granting import give
from provenance.services.access.workspaces import add_principal
from tests.cast import Stage, add_person
from tests.contract.saying import say
from tests.review.access.aged import aged_key
from tests.review.access.told import given, text_of
from tests.review.test_hostile import ATTACK


def test_the_matrix_tells_who_may_do_what_over_what_until_when(stage: Stage) -> None:
    end = datetime.now(UTC) + timedelta(days=5)
    grant = given(
        stage, stage.cleo, principals=[stage.ada.principal.id, stage.ben.principal.id], ends_at=end
    )
    page = stage.rita.browser.get("/access").content.decode()
    (cell,) = re.findall(rf"<td[^>]*>(?:(?!<td).)*?/access/grants/{grant.id}.*?</td>", page, re.S)
    assert 'data-of="recall"' in cell
    assert "of <bdi>ada</bdi>, <bdi>ben</bdi>" in cell
    assert end.strftime("%H:%M") in cell
    assert "ends soon" in cell
    assert "grant ends soon" in page


def test_an_ended_grant_leaves_the_matrix_and_stays_with_its_principal(stage: Stage) -> None:
    grant = given(stage, stage.cleo)
    path = f"/access/grants/{grant.id}"
    stage.rita.browser.post(f"{path}/revoke", {"reason": "left the team"})
    assert path not in stage.rita.browser.get("/access").content.decode()
    told = text_of(stage.rita, f"/access/principals/{stage.cleo.principal.id}")
    assert "revoked by rita: left the team" in told
    assert "revoked" in text_of(stage.rita, path)
    again = stage.rita.browser.post(f"{path}/revoke", {"reason": "again"}, follow=True)
    assert "ended already" in again.content.decode()


def test_capture_names_the_person_whom_it_serves(stage: Stage) -> None:
    sent = {
        "principal": str(stage.cleo.principal.id),
        "capability": "capture",
        "reach": "workspace",
        "reason": "hosts",
    }
    refused = stage.rita.browser.post("/access/give", sent).content.decode()
    assert "name whose words are captured" in refused
    human = str(stage.rita.principal.id)
    assert stage.rita.browser.post("/access/give", sent | {"serves": human}).status_code == 302
    other = sent | {"serves": human, "capability": "recall"}
    assert (
        "Only capture serves a person."
        in stage.rita.browser.post("/access/give", other).content.decode()
    )


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"reason": ""}, "This field is required."),
        ({"reach": "principals"}, "Choose at least one."),
        ({"ends_at": "2020-01-01T00:00"}, "This moment has passed."),
        ({"principal": str(UUID(int=7))}, "not one of the available choices"),
    ],
)
def test_a_grant_that_is_filled_in_wrongly_is_not_given(
    stage: Stage, wrong: dict[str, str], why: str
) -> None:
    sent = {
        "principal": str(stage.cleo.principal.id),
        "capability": "recall",
        "reach": "workspace",
        "reason": "asked",
    }
    assert why in stage.rita.browser.post("/access/give", sent | wrong).content.decode()
    with workspace(stage.rita.principal):
        assert not Grant.objects.here().filter(principal_id=stage.cleo.principal.id).exists()


# Hostile names, and many rows


def test_hostile_names_are_text_on_every_page(stage: Stage) -> None:
    with workspace(stage.rita.principal):
        evil = add_principal(
            by=stage.rita.principal, name=ATTACK, kind="agent", at=datetime.now(UTC)
        )
        grant = give(
            by=stage.rita.principal.id,
            principal_id=evil.id,
            capability="recall",
            principals=[evil.id],
            reason=ATTACK,
            ends_at=datetime.now(UTC) + timedelta(days=2),
            at=datetime.now(UTC),
        )
    key = aged_key(stage, evil, days=40, label=ATTACK)
    for path in (
        "/access",
        "/access/give",
        "/access/keys",
        f"/access/keys/{key.id}",
        f"/access/keys/{key.id}/rotate",
        f"/access/grants/{grant.id}",
        f"/access/grants/{grant.id}/revoke",
        f"/access/principals/{evil.id}",
        f"/access/principals/{evil.id}/key",
    ):
        page = stage.rita.browser.get(path).content.decode()
        assert "&lt;script&gt;alert(1)" in page, path
        assert "<script>alert" not in page
        assert not re.search(r"<[a-z]+ [^<>]*\sonerror=", page)
    after = stage.rita.browser.post(
        f"/access/grants/{grant.id}/revoke", {"reason": ATTACK}, follow=True
    ).content.decode()
    assert "<script>alert" not in after


def queries(stage: Stage, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert stage.rita.browser.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("page", ["matrix", "keys", "look", "principal", "give"])
def test_the_number_of_queries_does_not_grow(stage: Stage, page: str) -> None:
    path = {
        "matrix": "/access",
        "keys": "/access/keys",
        "look": "/access/keys?state=look",
        "principal": f"/access/principals/{stage.ben.principal.id}",
        "give": "/access/give",
    }[page]
    say(stage.ada, "said")
    given(stage, stage.ben, principals=[stage.ada.principal.id])
    stage.ben.get("/v1/observations")
    few = queries(stage, path)
    for number in range(4):
        other = add_person(stage.rita, f"p{number}", kind="agent", grants=("recall", "observe"))
        given(stage, stage.ben, principals=[other.principal.id])
        say(other, "said")
        stage.ben.get("/v1/observations")
        aged_key(stage, stage.ben.principal, days=50)
    assert queries(stage, path) == few


def test_the_matrix_goes_on_where_a_page_ends(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("provenance.review.access.matrix.A_PAGE", 2)
    first = stage.rita.browser.get("/access").content.decode()
    assert re.findall(r"/access/principals/[\w-]+\"><bdi>(\w+)", first) == ["ada", "ben"]
    (after,) = re.findall(r'\?after=([\w-]+)"', first)
    rest = stage.rita.browser.get(f"/access?after={after}").content.decode()
    assert re.findall(r"/access/principals/[\w-]+\"><bdi>(\w+)", rest) == ["cleo", "rita"]


# As a file


def test_the_grants_as_a_file(stage: Stage) -> None:
    given(stage, stage.cleo, reason="=HYPERLINK(1)")
    response = stage.rita.browser.get("/access?as=csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
    rows = list(csv.DictReader(io.StringIO(response.getvalue().decode())))
    (row,) = [one for one in rows if one["principal"] == "cleo"]
    assert (row["capability"], row["over"]) == ("recall", "the whole workspace")
    assert row["reason"] == "'=HYPERLINK(1)"
    told = json.loads(stage.rita.browser.get("/access?as=json").getvalue())
    assert told["complete"] is True
    assert "=HYPERLINK(1)" in [one["reason"] for one in told["rows"]]


def test_the_keys_as_a_file_hold_no_secret_and_no_hash(stage: Stage) -> None:
    text = stage.rita.browser.get("/access/keys?as=json").getvalue().decode()
    with workspace(stage.rita.principal):
        hashes = list(ApiKey.objects.here().values_list("sha256", flat=True))
        names = set(Principal.objects.here().values_list("name", flat=True))
    assert not [one for one in hashes if one in text]
    assert stage.ben.secret not in text
    assert {one["principal"] for one in json.loads(text)["rows"]} <= names
