"""The policy in the browser: written, compared, tried out, switched on by a person."""

import csv
import io
import re
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import ChronicleEvent, Observation, PolicyVersion
from provenance.services.reviewing.policy import rejections
from provenance.services.reviewing.policy.differences import differences
from tests.cast import Stage
from tests.contract.saying import say
from tests.factories import EventFactory
from tests.review.policy.writing import in_force, saved, switched_on, text_of
from tests.review.seen import tags_of
from tests.review.test_hostile import ATTACK

MAIL = "Write to ada@example.org about the canary."
TOKEN = "AKIA" + "IOSFODNN7EXAMPLE"


def test_a_version_is_written_tried_and_switched_on(stage: Stage) -> None:
    said = say(stage.ada, MAIL, speaker_role="tool", kind="tool_result")
    say(stage.ada, "nothing in it")
    assert "The built-in rules are in force" in text_of(stage.rita, "/policy")
    sent = {
        "personal": "withhold",
        "secret.jwt": "quarantine",
        "forbidden_labels": "hr\n\n payroll ",
        "forbidden_kinds": ["document"],
        "note": "mail is private",
    }
    response = stage.rita.browser.post("/policy/new", sent)
    assert response.status_code == 302
    with workspace(stage.rita.principal):
        version = PolicyVersion.objects.here().get()
    assert version.rules == {
        "outcomes": {"personal": "withhold", "secret.jwt": "quarantine"},
        "forbidden_labels": ["hr", "payroll"],
        "forbidden_kinds": ["document"],
    }
    assert in_force(stage) == []
    page = text_of(stage.rita, response["Location"])
    for difference in (
        "personal admit withhold",
        "secret.jwt reject quarantine",
        "label “hr” allowed forbidden",
        "kind “document” allowed forbidden",
    ):
        assert difference in page
    tried = stage.rita.browser.get(response["Location"] + "?last=50").content.decode()
    assert "2 observations judged anew" in tried
    assert f"/observations/{said}" in tried
    assert "1 by" in " ".join(tried.split())
    path = f"/policy/versions/{version.id}/activate"
    assert "personal: admit → withhold" in text_of(stage.rita, path)
    assert "This field is required." in stage.rita.browser.post(path, {}).content.decode()
    assert stage.rita.browser.post(path, {"reason": "agreed on Monday"}).status_code == 302
    front = text_of(stage.rita, "/policy")
    assert "Version 1 is in force" in front
    assert "rita switched on version 1 : agreed on Monday" in front
    later = say(stage.ada, MAIL, speaker_role="tool", kind="tool_result")
    with workspace(stage.rita.principal):
        admissions = dict(Observation.objects.here().values_list("id", "admission"))
        acts = list(ChronicleEvent.objects.here().values_list("act", flat=True))
    assert (admissions[said], admissions[later]) == ("admitted", "withheld")
    assert {"policy_saved", "policy_activated"} <= set(acts)
    again = stage.rita.browser.post(path, {"reason": "again"}, follow=True).content.decode()
    assert "in force already" in again
    assert in_force(stage) == [1]


def test_a_version_is_compared_with_what_is_in_force_and_with_any_other(stage: Stage) -> None:
    first = saved(stage, {"outcomes": {"personal": "withhold"}})
    second = saved(stage, {"outcomes": {"personal": "withhold", "secret": "quarantine"}})
    switched_on(stage, first)
    path = f"/policy/versions/{second.id}"
    for query, found, absent in (
        ("", "secret reject quarantine", "personal admit withhold"),
        ("?against=built-in", "personal admit withhold", "nothing like it"),
        (f"?against={first.id}", "secret reject quarantine", "personal admit withhold"),
        (f"?against={second.id}", "Nothing: both come to the same.", "secret reject"),
    ):
        told = text_of(stage.rita, path + query)
        assert found in told
        assert absent not in told
    assert stage.rita.browser.get(f"{path}?against={UUID(int=7)}").status_code == 404
    assert stage.rita.browser.get(f"{path}?against=x").status_code == 404


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, {}, []),
        ({}, {"outcomes": {"secret": "reject"}}, []),
        ({}, {"outcomes": {"secret.jwt": "admit"}}, [("secret.jwt", "reject", "admit")]),
        (
            {},
            {"outcomes": {"personal": "reject", "personal.card": "admit"}},
            [("personal", "admit", "reject"), ("personal.card", "admit", "admit")],
        ),
        (
            {"outcomes": {"personal.card": "reject"}},
            {"outcomes": {"personal": "reject"}},
            [("personal", "admit", "reject"), ("personal.card", "reject", "reject")],
        ),
        ({"forbidden_labels": ["HR"]}, {"forbidden_labels": [" hr "]}, []),
        ({"forbidden_kinds": ["note"]}, {}, [("kind “note”", "forbidden", "allowed")]),
    ],
)
def test_the_difference_is_what_becomes_of_things_not_how_it_is_written(
    before: dict[str, Any], after: dict[str, Any], told: list[tuple[str, str, str]]
) -> None:
    found = differences(before, after)
    assert [(one.what, one.before, one.after) for one in found] == told


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"note": ""}, "This field is required."),
        ({"personal": "burn"}, "not one of the available choices"),
        ({"forbidden_kinds": ["nonsense"]}, "not one of the available choices"),
        ({"forbidden_labels": "l" * 101}, "does not fit its form"),
    ],
)
def test_rules_that_are_none_are_not_saved(stage: Stage, sent: dict[str, Any], why: str) -> None:
    page = stage.rita.browser.post("/policy/new", {"note": "x"} | sent).content.decode()
    assert why in page
    with workspace(stage.rita.principal):
        assert not PolicyVersion.objects.here().exists()


def test_p10_a_note_that_the_policy_refuses_is_not_kept(stage: Stage) -> None:
    page = stage.rita.browser.post("/policy/new", {"note": TOKEN}).content.decode()
    assert TOKEN not in page
    assert 'role="alert"' in page
    assert "secret." in text_of(stage.rita, "/policy").split("What was refused")[1]


@pytest.mark.parametrize("last", ["0", "-1", "5001", "many"])
def test_a_trial_has_its_bounds(stage: Stage, last: str) -> None:
    told = text_of(stage.rita, f"/policy/versions/{saved(stage, {}).id}?last={last}")
    assert "judged anew" not in told


def test_refusals_are_counted_by_rule_and_by_nothing_else(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Nothing." in text_of(stage.rita, "/policy").split("What was refused")[1]
    for _ in range(2):
        refused = stage.ada.post("/v1/observe", EventFactory(content=f"key {TOKEN}"))
        assert refused.status_code == 422
    page = stage.rita.browser.get("/policy").content.decode()
    told = text_of(stage.rita, "/policy").split("What was refused")[1]
    assert "secret.aws 2" in told
    assert TOKEN not in page
    monkeypatch.setattr(rejections, "LOOKED_THROUGH", 1)
    assert "secret.aws 1" in text_of(stage.rita, "/policy").split("What was refused")[1]


def test_the_log_is_a_file_too(stage: Stage) -> None:
    first = saved(stage, {})
    switched_on(stage, first, reason="@SUM(1)")
    response = stage.rita.browser.get("/policy?as=csv")
    (row,) = csv.DictReader(io.StringIO(response.getvalue().decode()))
    assert (row["version"], row["by"], row["reason"]) == ("1", "rita", "'@SUM(1)")


def test_versions_and_log_go_on_where_a_page_ends(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("provenance.review.policy.overview.VERSIONS_A_PAGE", 1)
    monkeypatch.setattr("provenance.review.policy.overview.ACTS_A_PAGE", 1)
    first, second = saved(stage, {}, "one"), saved(stage, {}, "two")
    switched_on(stage, first, "began")
    switched_on(stage, second, "went on")
    page = stage.rita.browser.get("/policy").content.decode()
    assert (">two</bdi>" in page, ">one</bdi>" in page, "began" in page) == (True, False, False)
    (older,) = re.findall(r'href="(\?[^"]*before=[\w-]+)', page)
    (earlier,) = re.findall(r'href="(\?[^"#]*earlier=[\w-]+)', page)
    assert ">one</bdi>" in stage.rita.browser.get(f"/policy{older}").content.decode()
    assert "began" in stage.rita.browser.get(f"/policy{earlier}").content.decode()


def test_hostile_words_are_text(stage: Stage) -> None:
    version = saved(stage, {"forbidden_labels": [ATTACK]}, note=ATTACK)
    switched_on(stage, version, reason=ATTACK)
    other = saved(stage, {}, note="none")
    for path in (
        "/policy",
        f"/policy/new?from={version.id}",
        f"/policy/versions/{version.id}?against=built-in",
        f"/policy/versions/{other.id}/activate",
    ):
        page = stage.rita.browser.get(path).content.decode()
        assert "&lt;script&gt;alert(1)" in page, path
        assert "onerror" not in {name for _, given in tags_of(page) for name in given}
        assert "<script>alert" not in page


def test_the_number_of_queries_does_not_grow(stage: Stage) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert stage.rita.browser.get(path).status_code == 200
        return len(captured)

    first = saved(stage, {})
    switched_on(stage, first)
    say(stage.ada, "one")
    path = f"/policy/versions/{first.id}?last=100"
    few, tried = queries("/policy"), queries(path)
    for number in range(4):
        switched_on(stage, saved(stage, {}, f"note {number}"))
        say(stage.ada, f"say {number}")
    assert queries("/policy") == few
    assert queries(path) == tried
