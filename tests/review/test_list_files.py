"""Each list as a file: the rows of its page, for the same eyes, and no more (P12, P13)."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.reviewing.words import HELD_BACK
from tests.cast import Person, Stage, make_stage
from tests.contract.saying import say, shown_to
from tests.provenance.correcting import accepted, grant
from tests.provenance.erasing import erased
from tests.provenance.test_held_back import hold_back
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human
from tests.review.queue.conftest import CLAIM, NEW, Waiting, ask, one_of_each

ID = r"([0-9a-f-]{36})"
# The columns that name a row, and where its page names the same.
LISTS = {
    "/facts": (("id",), f'class="title excerpt" href="/facts/{ID}"'),
    "/sessions": (("ref",), f'class="title excerpt" href="/sessions/{ID}"'),
    "/principals": (("id",), f'class="title" href="/principals/{ID}"'),
    "/producers": (("id",), f'class="title" href="/producers/{ID}"'),
    "/decisions/raised": (("earlier", "later"), f'class="title excerpt" href="/observations/{ID}"'),
    "/abstained": (("receipt_id",), f'class="id">{ID}<'),
    "/queue": (("id",), f'id="c-{ID}"'),
    "/imports": (("id",), f'class="title" href="/imports/{ID}"'),
    "/imports/{plan}/items": (("place",), r'class="place id"[^>]*>([^<]+)<'),
    "/sessions/{session}": (("id",), f'<li id="{ID}" class="turn'),
}
each = pytest.mark.parametrize("listed", LISTS)


@dataclass(frozen=True)
class Ledger:
    """Something on every list."""

    stage: Stage
    waiting: Waiting
    session: UUID

    def at(self, listed: str) -> str:
        return listed.format(plan=self.waiting.plan, session=self.session)


def on_every_list(stage: Stage, folder: Path) -> Ledger:
    waiting = one_of_each(stage, folder)
    for words in ("tomatoes grow in may", "the kettle is blue"):
        accepted(stage, "adopt", say(stage.ada, words))
    ask(stage.ben, "who paints the bridge?")
    ask(stage.ben, "where do penguins sleep?")
    with workspace(stage.rita.principal):
        session = Observation.objects.here().get(id=waiting.claim).session_id
    return Ledger(stage, waiting, session)


@pytest.fixture(scope="module")
def ledger(_open_database: None, tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """One that no test changes but by further people."""
    return on_every_list(make_stage(), tmp_path_factory.mktemp("ledger"))


@pytest.fixture(autouse=True)
def _row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("provenance.review.exporting.ROWS_AT_ONCE", 1)


def reading(stage: Stage) -> Person:
    """A further person who reads, and reviews nothing."""
    return add_human(stage.rita, uuid4().hex, grants=("recall",))


def rows_of(person: Person, address: str, query: str = "") -> list[dict[str, Any]]:
    answer = person.browser.get(f"{address}?as=json{query}")
    assert answer.status_code == 200, answer.content
    told = json.loads(answer.getvalue())
    assert (told["complete"], told["why"]) == (True, None)
    return list(told["rows"])


def text_of(person: Person, address: str) -> str:
    """Both forms; nothing where there is no such page for the person."""
    answers = [person.browser.get(f"{address}?as={form}") for form in ("csv", "json")]
    return "".join(one.getvalue().decode() for one in answers if one.status_code == 200)


def on_file(person: Person, ledger: Ledger, listed: str, query: str = "") -> list[str]:
    names, _ = LISTS[listed]
    return [row[name] for row in rows_of(person, ledger.at(listed), query) for name in names]


def on_page(person: Person, ledger: Ledger, listed: str, query: str = "") -> list[str]:
    answer = person.browser.get(f"{ledger.at(listed)}?{query}")
    assert answer.status_code == 200
    return re.findall(LISTS[listed][1], answer.content.decode())


@each
def test_p13_the_file_has_the_rows_of_the_page_and_no_more(ledger: Ledger, listed: str) -> None:
    stage, rita = ledger.stage, ledger.stage.rita
    assert "?as=csv" in rita.browser.get(ledger.at(listed)).content.decode()
    rows = on_file(rita, ledger, listed)
    assert rows
    assert rows == on_page(rita, ledger, listed)
    assert rita.browser.get(f"{ledger.at(listed)}?as=xlsx").status_code == 404
    narrow = add_human(rita, uuid4().hex, grants=())
    grant(rita, narrow, "recall", principals=[stage.ben.principal.id])
    for person in (reading(stage), narrow, add_human(rita, uuid4().hex, grants=())):
        page = person.browser.get(ledger.at(listed))
        file = person.browser.get(f"{ledger.at(listed)}?as=csv")
        assert file.status_code == page.status_code
        if page.status_code == 200:
            assert on_file(person, ledger, listed) == on_page(person, ledger, listed)


@each
def test_p12_a_file_is_as_much_of_an_exposure_as_its_page(ledger: Ledger, listed: str) -> None:
    reader = reading(ledger.stage)
    for ending in ("", "?as=json"):
        answer = reader.browser.get(ledger.at(listed) + ending)
        _ = b"".join(answer)
    told: dict[str, set[UUID]] = {"browser": set(), "browser export": set()}
    for door, observations in shown_to(reader):
        told[door] |= set(observations)
    assert told["browser"] == told["browser export"]
    tells = {"/facts", "/decisions/raised", "/queue", "/sessions/{session}"}
    assert bool(told["browser export"]) == (listed in tells)


def test_p13_what_is_held_back_is_in_no_file(stage: Stage, tmp_path: Path) -> None:
    ledger = on_every_list(stage, tmp_path)
    reader = reading(stage)
    rita, files = stage.rita, [ledger.at(listed) for listed in LISTS]
    (pair,) = rows_of(rita, "/decisions/raised", "&kind=possible_equivalent")
    (fact,) = rows_of(rita, "/facts", "&q=tomatoes")
    for one in (ledger.waiting.claim, UUID(pair["earlier"]), UUID(fact["observations"][0])):
        hold_back(stage, one)
    held = (AIMED, CLAIM, NEW, "The team moved the day.", pair["earlier_said"], "tomatoes")
    told = "".join(text_of(reader, file) for file in files)
    assert HELD_BACK in told
    assert not [words for words in (*held, '"sam"') if words in told]
    seen = "".join(text_of(rita, file) for file in files)
    assert not [words for words in held if words not in seen]


def test_p14_what_was_erased_is_in_no_file(stage: Stage, tmp_path: Path) -> None:
    ledger = on_every_list(stage, tmp_path)
    rita, files = stage.rita, [ledger.at(listed) for listed in LISTS]
    assert CLAIM in "".join(text_of(rita, file) for file in files)
    erased(rita, ledger.waiting.claim)
    told = "".join(text_of(rita, file) for file in files)
    assert "tomatoes" in told
    assert CLAIM not in told


@pytest.mark.parametrize(
    ("listed", "query"),
    [
        ("/facts", "&q=tomatoes"),
        ("/facts", "&standing=withdrawn"),
        ("/sessions", "&since=2031-01-01"),
        ("/decisions/raised", "&kind=contradiction"),
        ("/queue", "&kind=held"),
        ("/queue", "&order=oldest"),
        ("/imports/{plan}/items", "&disposition=refused"),
    ],
)
def test_the_file_is_narrowed_as_its_page_is(ledger: Ledger, listed: str, query: str) -> None:
    rita = ledger.stage.rita
    narrowed = on_file(rita, ledger, listed, query)
    assert narrowed == on_page(rita, ledger, listed, query)
    assert narrowed != on_file(rita, ledger, listed)
