"""In how many texts a word stands is known exactly, whatever is counted and whatever is not yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation
from recall.models import IndexedText, Lexicon, Posting, Vocabulary
from recall.services import statistics, sweep, verify_counts, vocabulary
from recall.services.embed import index_pending
from recall.services.rebuild import rebuild
from recall.services.rebuild_words import rebuild_words
from recall.services.statistics import Corpus
from recall.services.tenants import to_count
from recall.services.verify_counts import check_counts
from recall.services.vocabulary import count_words, kept_count
from recall.services.writers import wait_for_writers
from tests.cast import Person, Stage
from tests.contract.saying import say
from tests.database.sql import own_database
from tests.provenance.erasing import erased
from tests.recall.lexicon import counted, found, frequencies, size, stored, told
from tests.server import url_as

WORDS = ("canari", "walrus", "green", "nowhere")


def truth(person: Person) -> tuple[dict[str, int], Corpus]:
    """Counted from the postings and texts themselves."""
    with workspace(person.caller):
        texts = list(IndexedText.objects.here().values_list("length", flat=True))
        return (
            {word: Posting.objects.here().filter(term=word).count() for word in WORDS},
            Corpus(len(texts), max(1.0, sum(texts) / max(1, len(texts)))),
        )


def exact(person: Person) -> bool:
    """Whether what a search takes is the truth."""
    assert (frequencies(person, *WORDS), size(person)) == truth(person)
    return True


def everything(person: Person) -> Tenancy:
    return Tenancy(person.workspace_id)


@contextmanager
def another_writer(workspace_id: UUID) -> Iterator[psycopg.Connection]:
    """A transaction of somebody else that has begun to write and is open till the end."""
    with psycopg.connect(url_as("memoryapp_web", own_database())) as web:
        web.execute("SELECT set_config('memoryapp.workspace_id', %s, true)", [str(workspace_id)])
        web.execute("SELECT pg_current_xact_id()")
        yield web


@pytest.fixture
def sung(stage: Stage) -> list[int]:
    """Three texts, all of them counted; their positions."""
    positions = told(stage.ada, ["The canary is green.", "A canary!", "A walrus is not green."])
    counted(stage.ada)
    return positions


def test_before_anything_is_counted_the_numbers_are_exact(ada):
    assert size(ada) == Corpus(0, 1.0)
    told(ada, ["The canary is green.", "A canary!"])
    assert stored(ada) == {}
    assert exact(ada)


def test_what_is_counted_and_what_comes_after_it_add_up(ada, sung):
    assert stored(ada)["canari"] == 2
    told(ada, ["Another canary."])
    assert stored(ada)["canari"] == 2
    assert frequencies(ada, "canari") == {"canari": 3}
    assert exact(ada)
    counted(ada)
    assert stored(ada)["canari"] == 3
    assert exact(ada)


def test_counting_goes_on_where_it_stopped_in_batches(ada, sung, monkeypatch):
    monkeypatch.setattr(vocabulary, "BATCH", 2)
    told(ada, [f"Canary number {n}." for n in range(5)])
    counted(ada)
    assert stored(ada)["canari"] == 7
    assert exact(ada)
    assert count_words(tenancy=everything(ada)) == 0


def test_a_text_that_commits_late_is_counted_when_it_is_there(ada, sung):
    first, last = sung[0], sung[-1]
    with another_writer(ada.workspace_id) as web:
        web.execute(
            "INSERT INTO posting (workspace_id, term, position, frequency, length)"
            " VALUES (%s, 'canari', %s, 1, 1)",
            [ada.workspace_id, last + 1],
        )
        later = told(ada, ["The canary came first."])
        assert later[0] > last + 1 > first
        for _ in range(3):
            assert count_words(tenancy=everything(ada)) == 0
        assert frequencies(ada, "canari") == {"canari": 3}
        web.commit()
        assert frequencies(ada, "canari") == {"canari": 4}
    counted(ada)
    assert stored(ada)["canari"] == 4


def test_counting_goes_on_although_the_newest_text_that_was_seen_is_erased(stage, sung):
    newest = say(stage.ada, "Zebrafinch.")
    count_words(tenancy=everything(stage.ada))
    erased(stage.rita, newest)
    told(stage.ada, ["Another canary."])
    counted(stage.ada)
    assert stored(stage.ada)["canari"] == 3
    assert exact(stage.ada)


def test_who_writes_is_waited_for_and_not_for_ever(ada):
    assert wait_for_writers(patience=60)
    with another_writer(ada.workspace_id):
        assert not wait_for_writers(patience=0)


def test_p14_what_is_erased_is_uncounted_and_its_words_are_gone(stage):
    one = say(stage.ada, "Zebrafinch and canary.")
    told(stage.ada, ["The canary is green."])
    counted(stage.ada)
    assert stored(stage.ada)["zebrafinch"] == 1
    erased(stage.rita, one)
    assert "zebrafinch" not in stored(stage.ada)
    assert stored(stage.ada)["canari"] == 1
    assert exact(stage.ada)


def test_p14_what_is_erased_before_it_is_counted_is_never_counted(stage, sung):
    erased(stage.rita, say(stage.ada, "Zebrafinch and canary."))
    assert exact(stage.ada)
    told(stage.ada, ["One more canary."])
    counted(stage.ada)
    assert "zebrafinch" not in stored(stage.ada)
    assert exact(stage.ada)


def test_p14_a_miscounted_word_of_the_erased_goes_all_the_same(stage):
    one = say(stage.ada, "Zebrafinch and canary.")
    counted(stage.ada)
    with workspace(stage.ada.caller):
        Vocabulary.objects.here().update(documents=7)
    erased(stage.rita, one)
    assert stored(stage.ada) == {}


def test_words_that_are_indexed_late_are_counted_once(ada, sung):
    with workspace(ada.caller):
        one = Observation.objects.here().get(position=sung[0])
        with kept_count([sung[0]]):
            Posting.objects.here().filter(position=sung[0]).delete()
            IndexedText.objects.here().filter(position=sung[0]).delete()
        IndexWork.objects.here().filter(observation=one).delete()
        IndexWork(
            workspace_id=ada.workspace_id, observation=one, not_before=datetime.now(UTC)
        ).save(force_insert=True)
    assert stored(ada)["canari"] == 1
    assert exact(ada)
    for _ in range(2):
        index_pending(tenancy=everything(ada), at=datetime.now(UTC), limit=9)
        with workspace(ada.caller):
            IndexWork.objects.here().update(lexical_pending=True)
        assert stored(ada)["canari"] == 2
        assert exact(ada)


def test_p01_a_rebuild_counts_anew(ada, sung):
    with workspace(ada.caller):
        Vocabulary.objects.here().filter(term="canari").update(documents=99)
        Vocabulary.objects.here().filter(term="green").delete()
        Lexicon.objects.here().update(documents=1, length=1)
    rebuild(tenancy=everything(ada), at=datetime.now(UTC))
    assert exact(ada)
    counted(ada)
    assert exact(ada)


def test_p01_words_alone_are_rebuilt_and_found_all_the_while(stage, sung):
    with workspace(stage.ada.caller):
        Posting.objects.here().filter(term="canari").delete()
    seen = []

    def look(step: str, count: int) -> None:
        seen.append((step, exact(stage.ada), len(found(stage.ben, "walrus").found)))

    made = rebuild_words(tenancy=everything(stage.ada), progress=look)
    assert (made.observations, made.vectors, made.last_position) == (3, 0, sung[-1])
    assert {count for _, _, count in seen} == {1}
    assert frequencies(stage.ada, "canari") == {"canari": 2}
    assert rebuild_words(tenancy=everything(stage.ada), after=sung[1]).observations == 1


@pytest.mark.parametrize("at_once", [1, 2, 3, 1_000])
def test_p15_each_miscounted_word_is_found_once_whatever_the_batch(ada, sung, monkeypatch, at_once):
    monkeypatch.setattr(verify_counts, "TERMS_AT_ONCE", at_once)
    assert list(check_counts(everything(ada), lambda check, count: None)) == []
    with workspace(ada.caller):
        Vocabulary.objects.here().filter(term="a").update(documents=9)
        Vocabulary.objects.here().filter(term="walrus").delete()
    (finding,) = check_counts(everything(ada), lambda check, count: None)
    assert "2 of its terms" in finding.what
    assert "walrus" not in str(finding)


def test_p13_counts_stay_within_the_wall(stage, sung):
    told(stage.mallory, ["A canary of another workspace."])
    counted(stage.mallory)
    assert stored(stage.ada)["canari"] == 2
    assert stored(stage.mallory)["canari"] == 1
    assert frequencies(stage.mallory, "walrus") == {"walrus": 0}


def test_the_sweep_counts_where_enough_is_uncounted(stage, sung, monkeypatch):
    told(stage.ada, ["A canary."] * 2)
    tenancy = everything(stage.ada)
    assert tenancy in to_count(texts=2)
    assert tenancy not in to_count(texts=3)
    monkeypatch.setattr(sweep, "COUNTED_FROM", 2)
    for _ in range(10):
        sweep.sweep(at=datetime.now(UTC), only=tenancy)
        if stored(stage.ada)["canari"] == 4:
            break
        wait_for_writers(patience=60)
    assert stored(stage.ada)["canari"] == 4
    assert tenancy not in to_count(texts=1)


def test_live_counting_is_bounded(ada, sung, monkeypatch):
    monkeypatch.setattr(statistics, "MOST_POSTINGS", 2)
    monkeypatch.setattr(statistics, "MOST_TEXTS", 2)
    told(ada, ["A canary."] * 5)
    assert frequencies(ada, "canari") == {"canari": 4}
    assert size(ada).documents == 5


def test_p13_the_look_for_what_to_count_tells_ids_alone():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_function_result('workspaces_to_count'::regproc)")
        assert cursor.fetchone() == ("SETOF uuid",)
