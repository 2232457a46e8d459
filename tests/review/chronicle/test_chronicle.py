"""The chronicle in the browser: what happened, and where it leads."""

import csv
import io
import json
import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import ChronicleEvent, Grant
from provenance.services.access.granting import give, revoke
from provenance.services.access.workspaces import add_principal
from tests.cast import Person, Stage, add_person
from tests.contract.saying import say
from tests.provenance.correcting import proposed, proposing
from tests.review.people import add_human
from tests.review.seen import tags_of, texts_of
from tests.review.test_hostile import ATTACK


def text_of(person: Person, query: str = "") -> str:
    response = person.browser.get(f"/chronicle{query}")
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def listed(person: Person, query: str = "") -> list[dict[str, str]]:
    """The events, through the file."""
    join = "&" if query else "?"
    found: list[dict[str, str]] = json.loads(
        person.browser.get(f"/chronicle{query}{join}as=json").getvalue()
    )["rows"]
    return found


# Doors


def test_p13_a_stranger_is_asked_to_log_in() -> None:
    assert Client().get("/chronicle")["Location"] == "/login?next=/chronicle"


@pytest.mark.parametrize("grants", [(), ("recall",), ("recall", "administer", "export")])
@pytest.mark.parametrize("query", ["", "?as=csv", "?as=json"])
def test_p13_it_needs_the_grant_to_review(
    stage: Stage, grants: tuple[str, ...], query: str
) -> None:
    human = add_human(stage.rita, "clerk", grants=grants)
    assert human.browser.get(f"/chronicle{query}").status_code == 403


def test_p13_another_workspaces_events_are_not_there(stage: Stage) -> None:
    said = say(stage.ada, "here")
    human = add_human(stage.mallory, "over there", grants=("review", "recall", "administer"))
    assert str(said) not in human.browser.get("/chronicle").content.decode()
    assert listed(human, f"?thing={said}") == []


def test_p13_who_reviews_a_part_sees_the_events_about_that_part(stage: Stage) -> None:
    other = add_person(stage.rita, "otto", kind="agent", grants=("observe",))
    hers, his = say(stage.ada, "by ada"), say(other, "by otto")
    human = add_human(stage.rita, "part", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=human.principal.id,
            capability="review",
            principals=[other.principal.id],
            reason="a part",
            at=datetime.now(UTC),
        )
    assert {row["about_id"] for row in listed(human)} == {str(his)}
    page = text_of(human)
    assert str(hers) not in page
    assert "You review a part" in page
    assert "never verified" not in page


def test_it_only_reads(stage: Stage) -> None:
    assert stage.rita.browser.post("/chronicle", {}).status_code == 405


# What is told


def test_each_event_leads_to_what_it_is_about(stage: Stage) -> None:
    said = say(stage.ada, "one")
    correction = proposed(proposing(stage), "withdraw", said).correction["id"]
    page = stage.rita.browser.get("/chronicle").content.decode()
    with workspace(stage.rita.principal):
        grant = Grant.objects.here().latest("id")
    for address in (
        f"/observations/{said}",
        f"/decisions/{correction}",
        f"/access/grants/{grant.id}",
        f"/access/keys/{stage.ada.caller.key_id}",
        f"/access/principals/{stage.cleo.principal.id}",
    ):
        assert f'href="{address}"' in page
        assert stage.rita.browser.get(address).status_code == 200


def test_nothing_leads_where_its_reader_may_not_go(stage: Stage) -> None:
    say(stage.ada, "one")
    reviewer = add_human(stage.rita, "reviewer", grants=("review",))
    page = reviewer.browser.get("/chronicle").content.decode()
    assert "grant given" in page
    assert 'href="/access/' not in page
    assert 'href="/observations/' not in page


@pytest.mark.parametrize(
    ("query", "acts"),
    [
        ("?act=grant_given&by=rita", {"grant_given"}),
        ("?about=observation", {"observed"}),
        ("?by=ada", {"observed"}),
        ("?act=nothing_like_it", set()),
        ("?about=nonsense", set()),
        ("?since=yesterday", set()),
        ("?thing=7", set()),
    ],
)
def test_the_list_is_narrowed(stage: Stage, query: str, acts: set[str]) -> None:
    say(stage.ada, "one")
    assert {row["act"] for row in listed(stage.rita, query)} == acts


def test_a_span_of_time_narrows_it(stage: Stage) -> None:
    now = datetime.now(UTC)
    with workspace(stage.rita.principal):
        old = ChronicleEvent(
            workspace_id=stage.rita.workspace_id,
            act="recalled",
            principal_id=stage.ben.principal.id,
            about="receipt",
            about_id=UUID(int=7),
            at=now - timedelta(days=10),
        )
        ChronicleEvent.objects.all().add([old])
    until = (now - timedelta(days=5)).strftime("%Y-%m-%dT%H:%M")
    assert {row["id"] for row in listed(stage.rita, f"?until={until}")} == {str(old.id)}
    assert str(old.id) not in {row["id"] for row in listed(stage.rita, f"?since={until}")}


def test_the_list_goes_on_where_a_page_ends(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("provenance.review.chronicle.A_PAGE", 2)
    ids = [say(stage.ada, f"say {number}") for number in range(3)]
    query = "?about=observation"
    first = stage.rita.browser.get(f"/chronicle{query}").content.decode()
    assert [str(one) in first for one in ids] == [False, True, True]
    (older,) = re.findall(r'href="(\?[^"]*before=[^"]*)" rel="next"', first)
    rest = stage.rita.browser.get("/chronicle" + older.replace("&amp;", "&")).content.decode()
    assert [str(one) in rest for one in ids] == [True, False, False]
    assert stage.rita.browser.get("/chronicle?before=x").status_code == 404


def test_a_hostile_name_is_text(stage: Stage) -> None:
    with workspace(stage.rita.principal):
        evil = add_principal(
            by=stage.rita.principal, name=ATTACK, kind="agent", at=datetime.now(UTC)
        )
        event = ChronicleEvent(
            workspace_id=stage.rita.workspace_id,
            act=ATTACK[:40],
            principal_id=evil.id,
            about=ATTACK[:20],
            about_id=evil.id,
            detail={ATTACK: ATTACK, "items": 1},
            at=datetime.now(UTC),
        )
        ChronicleEvent.objects.all().add([event])
    for asked in ({}, {"by": ATTACK, "act": ATTACK[:40]}):
        page = stage.rita.browser.get("/chronicle", asked).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "onerror" not in {name for _, attributes in tags_of(page) for name in attributes}
        assert not [text for tag, text in texts_of(page) if tag == "script" and text.strip()]


def test_the_number_of_queries_does_not_grow(stage: Stage) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert stage.rita.browser.get("/chronicle").status_code == 200
        return len(captured)

    say(stage.ada, "one")
    few = queries()
    for number in range(5):
        say(add_person(stage.rita, f"p{number}", kind="agent", grants=("observe",)), "said")
    assert queries() == few


# As a file


def test_the_file_holds_all_of_the_list(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("provenance.review.exporting.ROWS_AT_ONCE", 2)
    ids = {str(say(stage.ada, f"say {number}")) for number in range(5)}
    query = "/chronicle?about=observation&as=csv"
    rows = list(csv.DictReader(io.StringIO(stage.rita.browser.get(query).getvalue().decode())))
    assert {row["about_id"] for row in rows} == ids
    assert len(rows) == 5
    assert {row["key"][:4] for row in rows} == {"mem_"}


def test_a_file_says_that_the_list_goes_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("provenance.review.exporting.ROWS_AT_ONCE", 2)
    monkeypatch.setattr("provenance.review.exporting.MOST_ROWS", 3)
    for number in range(5):
        say(stage.ada, f"say {number}")
    response = stage.rita.browser.get("/chronicle?about=observation&as=json")
    told = json.loads(response.getvalue())
    assert response["X-Most-Rows"] == "3"
    assert (len(told["rows"]), told["complete"]) == (3, False)
    assert "3 rows at most" in told["why"]
    lines = stage.rita.browser.get("/chronicle?about=observation&as=csv").getvalue().decode()
    assert "3 rows at most" in lines.splitlines()[-1]


def test_p13_a_grant_that_ends_breaks_the_file_off(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("provenance.review.exporting.ROWS_AT_ONCE", 2)
    for number in range(6):
        say(stage.ada, f"say {number}")
    human = add_human(stage.rita, "for a while", grants=("review",))
    response = human.browser.get("/chronicle?about=observation&as=json")
    with workspace(stage.rita.principal):
        grant = Grant.objects.here().get(principal_id=human.principal.id)
        revoke(by=stage.rita.principal.id, grant=grant, reason="over", at=datetime.now(UTC))
    told = json.loads(response.getvalue())
    assert (len(told["rows"]), told["complete"]) == (2, False)
    assert told["why"] == "Broken off: A capability is missing."


# Verification


def test_it_says_that_nobody_ever_verified(stage: Stage) -> None:
    assert "never verified Run manage.py verify_ledger --workspace w-" in text_of(stage.rita)


def test_p15_a_verification_is_kept_with_its_counts(stage: Stage) -> None:
    say(stage.ada, "one")
    slug = text_of(stage.rita).split("--workspace ")[1].split()[0]
    call_command("verify_ledger", "--workspace", slug, stdout=StringIO())
    page = text_of(stage.rita)
    assert "sound Last verified" in page
    assert "0 faults here" in page
    (event,) = listed(stage.rita, "?act=verified")
    detail = event["detail"]
    assert isinstance(detail, dict)
    assert (detail["findings"], detail["database"], detail["erased"]) == (0, 0, 0)
    assert detail["looked_at"]["digest"] == 1


def test_a_ledger_that_takes_no_rows_is_verified_all_the_same(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise DatabaseError("read only")

    monkeypatch.setattr("recall.management.commands.verify_ledger.keep_verification", refuse)
    slug = text_of(stage.rita).split("--workspace ")[1].split()[0]
    out, err = StringIO(), StringIO()
    call_command("verify_ledger", "--workspace", slug, stdout=out, stderr=err)
    assert "0 fault(s)" in out.getvalue()
    assert "could not be kept" in err.getvalue()
    assert "never verified" in text_of(stage.rita)
