"""A plan from the file to its rollback, by forms alone."""

import re

import pytest

from provenance.review.imports import plans
from tests.cast import Stage
from tests.provenance.importing.corpus import count, line
from tests.review.imports.plans import SECRET, confirm, send, sent, some_lines, text_of, work


def test_p14_upload_plan_leave_out_apply_roll_back(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(3))
    page = text_of(rita.browser.get(plan))
    assert "planned, nothing admitted" in page
    assert re.search(r"disposition=new.*?</th><td class=\"number\">3<", page, re.DOTALL)
    assert count(rita) == 0

    rita.browser.post(f"{plan}/choose", {"item": ["1"], "do": "leave"})
    assert "1 item is left out" in text_of(rita.browser.get(f"{plan}/items"))
    assert "1 item is left out" in text_of(rita.browser.get(f"{plan}/apply"))
    confirm(rita, plan, "apply")
    assert count(rita) == 2
    assert "applied in part" in text_of(rita.browser.get(plan))

    told = text_of(rita.browser.get(f"{plan}/rollback"))
    assert "<strong>2</strong> observations" in told
    confirm(rita, plan, "rollback")
    page = text_of(rita.browser.get(plan))
    assert "taken back" in page
    assert "taken back <bdi>2</bdi>" in page
    assert page.count("receipt") >= 3


def test_the_document_says_what_it_is_and_what_stays_open(stage: Stage) -> None:
    lines = [
        *some_lines(1),
        line(2, SECRET),
        line(3, "No time was kept for this remark.", time=None),
        line(4, "This is from the days to come.", time="2039-01-01T00:00:00Z"),
        line(5, "Noted.", role="assistant"),
        {"type": "progress", "uuid": "x", "sessionId": "s"},
    ]
    plan = sent(stage.rita, lines, name="kettle.jsonl")

    page = text_of(stage.rita.browser.get(plan))

    for known in (
        "kettle.jsonl",
        "SHA-256",
        "Ledger position",
        "line 2",
        "harness_event",
        "future",
        "assistant",
        "imported",
        "No fact is touched by it.",
        "0.1.0",
        "by <bdi>rita</bdi>",
    ):
        assert known in page, known
    assert "Zx9" not in page
    assert "Zx9" not in text_of(stage.rita.browser.get(f"{plan}/items"))


def test_while_it_is_worked_on_the_page_looks_again_without_a_script(stage: Stage) -> None:
    plan = send(stage.rita, some_lines(2))["Location"]
    page = text_of(stage.rita.browser.get(plan))
    assert '<noscript><meta http-equiv="refresh" content="4"></noscript>' in page
    assert "<progress" in page
    work(stage.rita)
    assert "refresh" not in text_of(stage.rita.browser.get(plan))


def test_what_was_confirmed_is_what_is_applied(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(3))
    page = text_of(rita.browser.get(f"{plan}/apply"))
    mark = re.findall(r'name="mark" value="(\w+)"', page)[0]
    rita.browser.post(f"{plan}/choose", {"item": ["0"], "do": "leave"})

    answer = rita.browser.post(f"{plan}/apply", {"mark": mark}, follow=True)
    work(rita)

    assert "was changed since" in text_of(answer)
    assert count(rita) == 0


def test_apply_only_these(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(4))
    answer = rita.browser.post(f"{plan}/choose", {"item": ["1", "3"], "do": "only"})
    assert answer["Location"] == f"{plan}/apply"
    confirm(rita, plan, "apply")
    assert count(rita) == 2
    rita.browser.post(f"{plan}/choose", {"do": "take-all"})
    confirm(rita, plan, "apply")
    assert count(rita) == 4


def test_stopped_and_resumed(stage: Stage) -> None:
    rita = stage.rita
    plan = send(rita, some_lines(2))["Location"]
    rita.browser.post(f"{plan}/cancel")
    page = text_of(rita.browser.get(plan))
    assert "stopped" in page
    assert "Resume" in page
    confirm(rita, plan, "resume")
    assert "planned, nothing admitted" in text_of(rita.browser.get(plan))


@pytest.mark.parametrize("act", ["cancel", "resume", "rollback"])
def test_an_act_that_cannot_be_done_now_is_told_so(stage: Stage, act: str) -> None:
    plan = sent(stage.rita, some_lines(1))
    for answer in (
        stage.rita.browser.get(f"{plan}/{act}", follow=True),
        stage.rita.browser.post(f"{plan}/{act}", follow=True),
    ):
        assert "that cannot be done now" in text_of(answer) or "Nothing was done" in text_of(answer)


def test_an_empty_list_says_how_it_is_filled(stage: Stage) -> None:
    page = text_of(stage.rita.browser.get("/imports"))
    assert "Nothing has been imported here" in page
    assert "/imports/new" in page


def test_older_plans_are_on_the_next_page(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        sent(stage.rita, some_lines(1), name=f"file-{number}.jsonl")
    monkeypatch.setattr(plans, "A_PAGE", 2)
    first = text_of(stage.rita.browser.get("/imports"))
    (older,) = re.findall(r'href="(\?before=[^"]+)"', first)
    second = text_of(stage.rita.browser.get("/imports" + older))
    assert "file-2.jsonl" in first
    assert "file-0.jsonl" not in first
    assert "file-0.jsonl" in second
