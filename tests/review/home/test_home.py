"""The first page: what waits, what happened since the last look, what is at work."""

import re
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep

import pytest
from django.db import connections
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import ImportRun, IndexWork, LastLook
from provenance.services.contributing.admission import Door
from provenance.services.reviewing.home.last_look import Place, has_seen
from tests.cast import Person, Stage
from tests.contract.saying import say
from tests.database.sql import as_superuser
from tests.provenance.correcting import decided, grant, proposing
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human
from tests.review.queue.conftest import ask, one_of_each
from tests.review.queue.test_queue import queries


def home(person: Person) -> str:
    response = person.browser.get("/")
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def sent_by(shown: str) -> dict[str, str]:
    """What "I have seen this" would send from this page."""
    fields = r'name="(position|transaction)" value="(\d+)"'
    return dict(re.findall(fields, shown))


def see(person: Person, shown: str) -> None:
    answer = person.browser.post("/seen", sent_by(shown), follow=True)
    assert answer.redirect_chain == [("/", 302)]


def until_what_is_written_is_old() -> None:
    """Returns once no transaction that began before now is open, in whatever database: what such a
    one might still write would be told again."""
    deadline = monotonic() + 120
    with as_superuser() as watcher:
        (now,) = watcher.execute("SELECT pg_current_xact_id()::text::bigint").fetchone() or (0,)
        watcher.rollback()
        oldest = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
        while (watcher.execute(oldest).fetchone() or (0,))[0] <= now:
            watcher.rollback()
            assert monotonic() < deadline, "somebody's transaction does not end"
            sleep(0.05)


def since(shown: str) -> str:
    start = shown.index('id="since"')
    return shown[start : shown.index("</section>", start)]


def test_each_number_of_what_waits_leads_to_where_one_can_act(
    stage: Stage, rita: Person, tmp_path
) -> None:
    assert "Nothing waits for a decision." in home(rita)
    one_of_each(stage, tmp_path)
    shown = home(rita)
    tiles = re.findall(
        r'href="(/queue\?kind=\w+&amp;order=oldest)"><strong>(\d+)</strong> <span>([^<]+)', shown
    )
    assert [(number, title) for _, number, title in tiles] == [
        ("2", "Changes"),
        ("1", "Facts to be"),
        ("1", "Held back"),
        ("1", "Contradictions"),
        ("1", "Conflicts of names"),
        ("1", "Possible equivalents"),
        ("1", "Imports"),
    ]
    for path, _, _ in tiles:
        assert rita.browser.get(path.replace("&amp;", "&")).status_code == 200
    assert "oldest under a minute" in shown


def test_what_was_seen_is_not_told_again_and_reading_alone_loses_nothing(
    stage: Stage, rita: Person
) -> None:
    say(stage.ada, "the first")
    until_what_is_written_is_old()
    first = home(rita)
    assert "What happened so far" in first
    for _ in range(2):
        assert '<strong>1</strong> <a href="/chronicle?act=observed">observation recorded' in since(
            home(rita)
        )
    say(stage.ada, "while the page is read")
    see(rita, first)
    after = since(home(rita))
    assert "when you last looked" in after
    assert '<strong>1</strong> <a href="/chronicle?act=observed">observation recorded' in after
    until_what_is_written_is_old()
    see(rita, home(rita))
    assert "Nothing happened since you said that you had seen it all." in since(home(rita))


def test_each_number_of_what_happened_leads_to_a_list_of_it(
    stage: Stage, rita: Person, tmp_path
) -> None:
    waiting = one_of_each(stage, tmp_path)
    decided(rita, waiting.withdraw)
    ben = add_human(stage.rita, "ben in person", grants=("recall",))
    for person, lists in (
        (rita, ("/chronicle?act=observed", "/chronicle?act=proposed", "/chronicle?act=decided")),
        (ben, ("/sessions",)),
    ):
        shown = since(home(person))
        for path in lists:
            assert f'<a href="{path}">' in shown, (path, shown)
            assert person.browser.get(path).status_code == 200


def test_an_older_page_that_is_sent_late_moves_nothing_back(stage: Stage, rita: Person) -> None:
    say(stage.ada, "the first")
    early = home(rita)
    say(stage.ada, "the second")
    see(rita, home(rita))
    see(rita, early)
    assert "observation recorded" not in since(home(rita))


def test_what_was_being_written_while_the_page_was_read_is_new(stage: Stage, rita: Person) -> None:
    """An event with a lower position than the last that was seen, committed after it."""
    say(stage.ada, "the first")
    other = connections.create_connection("default")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('memoryapp.workspace_id', %s, true)", [str(rita.workspace_id)]
            )
            cursor.execute(
                "INSERT INTO chronicle_event"
                " (id, workspace_id, act, principal_id, about, about_id, detail, at)"
                " VALUES (gen_random_uuid(), %s, 'reverted', %s, 'correction',"
                " gen_random_uuid(), '{}', now())",
                [str(rita.workspace_id), str(rita.principal.id)],
            )
            say(stage.ada, "the second, which comes later and is there first")
            see(rita, home(rita))
            other.commit()
    finally:
        other.close()
    assert "decision taken back" in since(home(rita))


def test_a_look_goes_no_further_than_there_is_anything_to_see(stage: Stage, rita: Person) -> None:
    seen = Place(position=2**62, transaction=2**62)
    has_seen(caller=rita.caller, seen=seen, at=datetime.now(UTC))
    say(stage.ada, "afterwards")
    assert "observation recorded" in since(home(rita))


@pytest.mark.parametrize("sent", [{}, {"position": "x", "transaction": "1"}, {"position": "-1"}])
def test_a_look_that_is_none_is_refused(rita: Person, sent: dict[str, str]) -> None:
    assert rita.browser.post("/seen", sent).status_code == 400


def test_each_person_looks_for_themselves(stage: Stage, rita: Person) -> None:
    ben = add_human(stage.rita, "ben in person", grants=("recall",))
    say(stage.ada, "the first")
    see(rita, home(rita))
    assert "observation recorded" in since(home(ben))
    with workspace(rita.principal):
        assert LastLook.objects.here().count() == 1


def test_p13_only_who_may_read_has_a_look(stage: Stage) -> None:
    assert (
        Client().post("/seen", {"position": 1, "transaction": 1})["Location"].startswith("/login")
    )
    nobody = add_human(stage.rita, "cleo in person", grants=())
    assert nobody.browser.post("/seen", {"position": 1, "transaction": 1}).status_code == 403


def test_what_people_and_agents_did_is_counted_with_who_was_active(
    stage: Stage, rita: Person, tmp_path
) -> None:
    waiting = one_of_each(stage, tmp_path)
    decided(rita, waiting.withdraw)
    ask(stage.ben, "where is the blue kettle?")
    shown = since(home(rita))
    for words in ("changes proposed", "decisions", "1 abstained"):
        assert words in shown
    active = shown[shown.index("Active:") :]
    assert all(name in active for name in ("rita", "ada", "scout", "ben"))


def test_p12_a_recall_that_abstained_is_listed_with_its_question(
    stage: Stage, rita: Person
) -> None:
    say(stage.ada, "we deploy on fridays after the canary is green")
    ask(stage.ben, "where is the blue <b>kettle</b>?")
    ask(stage.ben, "when do we deploy?")
    shown = rita.browser.get("/abstained").content.decode()
    assert "where is the blue &lt;b&gt;kettle" in shown
    assert "when do we deploy" not in shown
    assert "asked by <bdi>ben</bdi>" in shown
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert "kettle" not in reader.browser.get("/abstained").content.decode()
    nobody = add_human(stage.rita, "cleo in person", grants=())
    assert nobody.browser.get("/abstained").status_code == 403


def test_p13_what_one_may_not_see_is_in_no_number(stage: Stage, tmp_path) -> None:
    one_of_each(stage, tmp_path)
    ask(stage.ben, "where is the blue kettle?")
    say(stage.ada, "a secret of the house", labels=("restricted",))
    narrow = add_human(stage.rita, "narrow", grants=())
    grant(stage.rita, narrow, "recall", principals=[stage.ben.principal.id])
    shown = home(narrow)
    assert "Nothing waits for a decision." in shown
    assert "<strong>0</strong> observations" in shown
    assert "Nothing happened" in since(shown)
    assert "0 observations by day" in shown


def test_p13_the_restricted_lane_is_in_no_number(stage: Stage, rita: Person) -> None:
    say(stage.ada, "a secret of the house", labels=("restricted",))
    shown = home(rita)
    assert "observation recorded" not in shown
    assert "0 observations by day" in shown


def test_imports_at_work_show_how_far_they_are(stage: Stage, rita: Person, tmp_path) -> None:
    waiting = one_of_each(stage, tmp_path)
    later = datetime(3000, 1, 1, tzinfo=UTC)
    with workspace(rita.principal):
        runs = ImportRun.objects.here().filter(plan_id=waiting.plan)
        runs.update(state="applying", done=3, total=10, not_before=later)
    shown = home(rita)
    assert f'<a href="/imports/{waiting.plan}"><bdi>session.jsonl</bdi></a> applying' in shown
    assert '<progress max="10" value="3"' in shown
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert "session.jsonl" not in home(reader)


def test_what_waits_for_an_embedding_is_counted(stage: Stage, rita: Person) -> None:
    for number in range(3):
        say(stage.ada, f"number {number}")
    with workspace(rita.principal):
        IndexWork.objects.here().update(lexical_pending=True)
        pending = IndexWork.objects.here().count()
    shown = home(rita)
    assert f"<strong>{pending}</strong> wait for an embedding" in shown
    assert f"<strong>{pending}</strong> not indexed by words yet" in shown


def test_p07_the_activity_is_by_event_time_and_an_unknown_time_is_on_no_day(
    stage: Stage, rita: Person
) -> None:
    now = datetime.now(UTC)
    for days in (0, 0, 3, 89, 200):
        said = now - timedelta(days=days)
        say(stage.ada, f"{days} days ago", observed_at=said, door=Door.IMPORT)
    say(stage.ada, "some time ago", door=Door.IMPORT)
    shown = home(rita)
    assert "4 observations by day of UTC" in shown
    assert shown.count('<rect class="bar"') == 3
    today = f"{now:%-d %b %Y}"
    assert f'<th scope="row">{today}</th><td>2</td>' in shown


def test_the_first_page_asks_no_query_per_thing(stage: Stage, rita: Person, tmp_path) -> None:
    one_of_each(stage, tmp_path)
    ask(stage.ben, "where is the blue kettle?")
    see(rita, home(rita))
    say(stage.ada, "once more")
    few = queries(rita, "/")
    pat = proposing(stage, "another")
    for number in range(4):
        say(stage.ada, AIMED, speaker_role="tool", session_id=f"session {number}")
        say(pat, f"mine {number}", speaker_role="assistant")
    assert queries(rita, "/") == few


def test_the_old_address_of_the_decisions_still_lists_them(rita: Person) -> None:
    shown = rita.browser.get("/decisions?state=accepted")
    assert shown.status_code == 200
    assert 'href="/queue" aria-current="page"' in shown.content.decode()
