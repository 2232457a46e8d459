"""The pages show what was said as it was said, and what the ledger knows about it."""

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding, Exposure, StandingEvent
from tests.cast import Stage
from tests.review.conversation import say


def text_of(response) -> str:
    assert response.status_code == 200, response.content
    return str(response.content.decode())


def turns_of(page: str) -> list[str]:
    """The turns and gaps of a thread, in their order."""
    return re.findall(r"<li (?:id=\S+ )?class=\"(?:turn|gap).*?</li>", page, re.DOTALL)


def test_the_first_page_lists_conversations_and_the_newest_observations(
    stage: Stage, ids: dict[str, UUID], pages: dict[str, str]
) -> None:
    page = text_of(stage.rita.browser.get("/"))
    assert pages["session"] in page
    assert "When to deploy" in page
    assert "<strong>9</strong> observations" in page
    assert f"/observations/{ids['summary']}" in page


def test_older_conversations_are_on_the_next_page(stage: Stage) -> None:
    for number in range(32):
        say(stage.ada, "hello", session_id=f"conversation-{number:02}")
    first = text_of(stage.rita.browser.get("/"))
    assert "conversation-31" in first
    assert "conversation-01" not in first
    (older,) = re.findall(r'href="(\?before=[^"]+)"', first)
    second = text_of(stage.rita.browser.get("/" + older))
    assert "conversation-01" in second
    assert "conversation-02" not in second


def test_an_empty_workspace_says_how_it_is_filled(stage: Stage) -> None:
    assert "No conversation has been recorded yet" in text_of(stage.rita.browser.get("/"))


def test_a_thread_stands_in_the_order_of_its_turns(
    stage: Stage, ids: dict[str, UUID], pages: dict[str, str]
) -> None:
    turns = turns_of(text_of(stage.rita.browser.get(pages["session"])))
    assert [str(one) in turn for one, turn in zip(ids.values(), turns, strict=False)][:3] == [
        True
    ] * 3
    assert "turns 3 to 4 are not here" in turns[3]
    assert "The host was restarted." in turns[-1]


def test_a_thread_tells_voices_apart(stage: Stage, pages: dict[str, str]) -> None:
    asked, answered, tool, _, _, second_part, aside, _, summary, undated = turns_of(
        text_of(stage.rita.browser.get(pages["session"]))
    )
    assert "the person&#x27;s word" in asked or "the person's word" in asked
    assert 'title="2026-11-02T09:14:07.120331Z"' in asked
    assert "When do we deploy?\nFridays" in asked
    assert "assistant's word" in answered
    assert "<details>" in tool
    assert "part 2 of 2" in second_part
    assert "continued" in second_part
    assert "sidechain" in aside
    assert "summary" in summary
    assert "derived" in summary
    assert "time unknown" in undated


def test_a_long_thread_goes_on_where_it_broke_off(stage: Stage) -> None:
    for index in range(103):
        say(stage.ada, f"turn number {index:03}", turn_index=index, session_id="long")
    (address,) = re.findall(r'href="(/sessions/[^"]+)"', text_of(stage.rita.browser.get("/")))
    first = text_of(stage.rita.browser.get(address))
    assert "turn number 099" in first
    assert "turn number 100" not in first
    (later,) = re.findall(r'href="(\?after=[^"]+)"', first)
    second = text_of(stage.rita.browser.get(address + later))
    assert "turn number 100" in second
    assert "turn number 102" in second
    assert "are not here" not in second


def test_an_observation_shows_its_source_and_receipt(
    stage: Stage, ids: dict[str, UUID], pages: dict[str, str]
) -> None:
    page = text_of(stage.rita.browser.get(pages["observation"]))
    for known in (
        "codex on laptop-1",
        "rollout-17 line-4",
        "github.com/acme/api",
        "branch <bdi>main</bdi>",
        "operations",
        "2026-11-02T09:14:07.120331Z",
        "2026-10-31T09:14:07.120331Z",
        "by the host's clock",
        "accepted",
        "Recallable now",
        "a member with an awkward name",
        "/srv/api",
    ):
        assert known in page


def test_p07_an_unknown_time_is_said_to_be_unknown(stage: Stage, ids: dict[str, UUID]) -> None:
    page = text_of(stage.rita.browser.get(f"/observations/{ids['undated']}"))
    assert "ordered last" in page
    assert page.count('class="point') == 1


def test_a_lineage_is_drawn_and_told(stage: Stage, ids: dict[str, UUID]) -> None:
    page = text_of(stage.rita.browser.get(f"/observations/{ids['summary']}"))
    drawing = page[page.index('<div class="scroll lineage">') : page.index("Comes from")]
    for source in ("asked", "answered", "decided", "summary"):
        assert f'href="/observations/{ids[source]}"' in drawing
    assert drawing.count("summary_of") == 3
    assert "Deploying" in page
    assert "kept elsewhere" in page
    below = text_of(stage.rita.browser.get(f"/observations/{ids['decided']}"))
    assert str(ids["summary"]) in below[below.index("Led to") :]


def test_what_answers_is_drawn_for_the_next_turn_only(stage: Stage, ids: dict[str, UUID]) -> None:
    page = text_of(stage.rita.browser.get(f"/observations/{ids['tool']}"))
    assert str(ids["answered"]) in page
    assert str(ids["asked"]) not in page


def test_p08_standing_is_shown_as_a_timeline(stage: Stage, ids: dict[str, UUID]) -> None:
    here = {
        "workspace_id": stage.rita.workspace_id,
        "observation_id": ids["answered"],
        "standing": "withdrawn",
        "admission": "admitted",
        "at": datetime.now(UTC),
    }
    with workspace(stage.rita.principal):
        event = StandingEvent(by=stage.rita.principal, reason="It was never agreed.", **here)
        StandingEvent.objects.all().add([event])
        CurrentStanding.objects.all().add([CurrentStanding(**here)])
    page = text_of(stage.rita.browser.get(f"/observations/{ids['answered']}"))
    assert "by <bdi>rita</bdi>: <bdi>It was never agreed.</bdi>" in page
    assert page.index(">reported<") < page.rindex(">withdrawn<")


@pytest.mark.parametrize("page", ["home", "session", "observation"])
def test_reading_a_page_is_recorded_as_an_exposure(
    stage: Stage, page: str, ids: dict[str, UUID], pages: dict[str, str]
) -> None:
    stage.rita.browser.get(pages[page])
    with workspace(stage.rita.principal):
        exposure = Exposure.objects.here().get(door="browser")
    assert ids["asked"] in exposure.observations
    assert exposure.principal_id == stage.rita.principal.id


def test_an_observation_tells_who_was_shown_it(stage: Stage, pages: dict[str, str]) -> None:
    assert "Nobody before you." in text_of(stage.rita.browser.get(pages["observation"]))
    again = text_of(stage.rita.browser.get(pages["observation"]))
    shown = again[again.index("Who was shown it") :]
    assert "<td>rita</td><td>browser</td>" in shown


def test_a_text_that_begins_with_a_line_break_keeps_it(stage: Stage) -> None:
    tool = say(stage.ada, "\nsecond line", speaker_role="tool", kind="tool_result")
    page = text_of(stage.rita.browser.get(f"/observations/{tool}"))
    # HTML drops the first line break in <pre>: one is ours, the other was said.
    assert '<pre class="said machine" tabindex="0">\n\nsecond line</pre>' in page


def test_what_is_in_the_restricted_lane_is_on_no_page(stage: Stage) -> None:
    withheld = say(stage.ada, "a secret of the house", labels=("restricted",))
    assert stage.rita.browser.get(f"/observations/{withheld}").status_code == 404
    assert "a secret of the house" not in text_of(stage.rita.browser.get("/"))
