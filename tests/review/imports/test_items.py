"""Items are narrowed, paged and chosen by forms; the choice outlives the page."""

import re

import pytest

from provenance.review.imports import items as view
from tests.cast import Stage
from tests.provenance.importing.corpus import count, line
from tests.review.imports.plans import SECRET, confirm, sent, some_lines, text_of


def places(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"line (\d+)</(?:label|span)>", page)]


@pytest.fixture
def three_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "A_PAGE", 3)


@pytest.mark.usefixtures("three_a_page")
def test_pages_lead_on_and_back(stage: Stage) -> None:
    plan = sent(stage.rita, some_lines(7))
    get = lambda query: text_of(stage.rita.browser.get(f"{plan}/items{query}"))  # noqa: E731
    first = get("")
    second = get("?after=2")
    last = get("?after=5")
    assert [places(page) for page in (first, second, last)] == [[1, 2, 3], [4, 5, 6], [7]]
    assert "Earlier" not in first
    assert 'href="?after=2"' in first
    assert 'href="?before=3"' in second
    assert "Later" not in last
    assert places(get("?before=3")) == [1, 2, 3]
    assert places(get("?before=6")) == [4, 5, 6]


@pytest.mark.usefixtures("three_a_page")
def test_what_is_left_out_on_one_page_is_left_out_on_all(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(7))
    answer = rita.browser.post(
        f"{plan}/choose", {"item": ["0", "1"], "do": "leave", "kind": "turn"}
    )
    assert answer["Location"] == f"{plan}/items?kind=turn"
    answer = rita.browser.post(f"{plan}/choose", {"item": ["4"], "do": "leave", "after": "2"})
    assert answer["Location"] == f"{plan}/items?after=2"
    second = text_of(rita.browser.get(f"{plan}/items?after=2"))
    assert "3 items are left out" in second
    assert second.count('class="out"') == 1
    assert text_of(rita.browser.get(f"{plan}/items")).count('class="out"') == 2
    rita.browser.post(f"{plan}/choose", {"item": ["1"], "do": "take"})
    confirm(rita, plan, "apply")
    assert count(rita) == 5


@pytest.mark.usefixtures("three_a_page")
def test_all_that_pass_the_filters_are_left_out_at_once_on_every_page(stage: Stage) -> None:
    rita = stage.rita
    said = [line(number, f"Noted: {number}.", role="assistant") for number in range(11, 16)]
    plan = sent(rita, [*some_lines(4), *said])
    rita.browser.post(f"{plan}/choose", {"do": "leave-all", "speaker": "assistant"})
    assert "5 items are left out" in text_of(rita.browser.get(f"{plan}/items"))
    confirm(rita, plan, "apply")
    assert count(rita) == 4


def test_nothing_but_what_was_taken_in_again(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(4))
    rita.browser.post(f"{plan}/choose", {"do": "leave-all"})
    assert "Only 0 items would be applied" in text_of(rita.browser.get(f"{plan}/items"))
    rita.browser.post(f"{plan}/choose", {"item": ["2"], "do": "take"})
    assert "Only 1 item would be applied" in text_of(rita.browser.get(f"{plan}/items"))
    confirm(rita, plan, "apply")
    assert count(rita) == 1


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?disposition=refused", [2]),
        ("?speaker=assistant", [4]),
        ("?time=unknown", [3]),
        ("?time=future", [5]),
        ("?time=known&speaker=user&disposition=new", [1, 5]),
        ("?kind=turn", [1, 2, 3, 4, 5]),
        ("?kind=nope", []),
        ("?disposition=" + "x" * 500, []),
    ],
)
def test_filters(stage: Stage, query: str, found: list[int]) -> None:
    lines = [
        *some_lines(1),
        line(2, SECRET),
        line(3, "No time was kept for this remark.", time=None),
        line(4, "Noted.", role="assistant"),
        line(5, "This is from the days to come.", time="2039-01-01T00:00:00Z"),
    ]
    plan = sent(stage.rita, lines)
    page = text_of(stage.rita.browser.get(f"{plan}/items{query}"))
    assert places(page) == found
    assert ("No item is like that" in page) == (not found)


def test_while_it_is_worked_on_nothing_can_be_chosen(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(2))
    page = text_of(rita.browser.get(f"{plan}/apply"))
    mark = re.findall(r'name="mark" value="(\w+)"', page)[0]
    rita.browser.post(f"{plan}/apply", {"mark": mark})

    answer = rita.browser.post(f"{plan}/choose", {"item": ["0"], "do": "leave"}, follow=True)

    assert "Nothing was changed" in text_of(answer)
    assert 'name="item"' not in text_of(answer)


@pytest.mark.parametrize("query", ["?after=x", "?before=-1", "?after=1e3"])
def test_a_place_that_is_none_leads_nowhere(stage: Stage, query: str) -> None:
    plan = sent(stage.rita, some_lines(1))
    assert stage.rita.browser.get(f"{plan}/items{query}").status_code == 404


@pytest.mark.parametrize(
    "form",
    [
        {"do": "nothing"},
        {},
        {"do": "only"},
        {"do": "leave", "item": ["x", "-1", "99999999999999999999", "77"]},
    ],
)
def test_a_form_that_nobody_made_changes_nothing(stage: Stage, form: dict) -> None:
    plan = sent(stage.rita, some_lines(2))
    answer = stage.rita.browser.post(f"{plan}/choose", form, follow=True)
    assert 'class="out"' not in text_of(answer)
    assert "would be applied" not in text_of(answer)


def test_an_applied_item_leads_to_what_came_of_it(stage: Stage) -> None:
    rita = stage.rita
    plan = sent(rita, some_lines(1))
    confirm(rita, plan, "apply")
    page = text_of(rita.browser.get(f"{plan}/items"))
    (address,) = re.findall(r'href="(/observations/[^"]+)">Open', page)
    assert "Remark 1 on the tea ceremony." in text_of(rita.browser.get(address))
    assert ">accepted<" in page
