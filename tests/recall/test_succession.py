"""The embedder changes while people ask: old vectors answer until none of the new is missing."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from time import monotonic

import pytest
from django.core.management import call_command

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, UnresolvedPair, Workspace
from recall.embedders import current
from recall.embedders.current import current_embedder, embedder_named, reset_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of
from recall.models import EmbedderInUse, Embedding
from recall.services import mute, succession
from recall.services import rebuild_vectors as rebuilding
from recall.services.embed import embed, embed_pending, store
from recall.services.passage import passage_of
from recall.services.rebuild import rebuild
from recall.services.succession import GRACE, name_successor, queue_next, remove_replaced, switch
from recall.services.sweep import sweep
from recall.services.tenants import embedded_otherwise
from recall.services.verify_readings import check_readings
from tests.cast import add_person
from tests.contract.saying import say
from tests.database.filled import a_row
from tests.recall import standin

OLD, NEW, THIRD = "old@1", "new@1", "third@1"
TEXTS = (
    "The lighthouse keeper retires in spring.",
    "Nobody waters the violet garden.",
    "The invoice run waits for prices.",
    "A canary sings before each deployment.",
    "The harbour ferry is late again.",
)


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch, settings):
    monkeypatch.setattr(current, "_load", standin.load)
    monkeypatch.setattr(standin, "MUTE", set())
    monkeypatch.setattr(mute, "_until", {})
    settings.EMBEDDER = "old"
    reset_embedder()
    yield
    reset_embedder()


@pytest.fixture
def change(settings):
    """Names another embedder in the settings, as after a restart."""

    def to(name: str) -> None:
        settings.EMBEDDER = name
        reset_embedder()

    return to


@pytest.fixture
def told(ada):
    ids = [say(ada, text, session_id=f"s{n}") for n, text in enumerate(TEXTS)]
    sweep(at=now(), only=here(ada))
    return ids


def now() -> datetime:
    return datetime.now(UTC)


def here(person) -> Tenancy:
    return Tenancy(person.workspace_id)


def state(person) -> EmbedderInUse:
    with workspace(person.caller):
        return EmbedderInUse.objects.here().get()


def made(person) -> dict[str, int]:
    with workspace(person.caller):
        labels = list(Embedding.objects.here().values_list("embedder", flat=True))
    return {label: labels.count(label) for label in set(labels)}


def waiting(person) -> list[tuple[bool, bool]]:
    with workspace(person.caller):
        rows = IndexWork.objects.here().order_by("observation__position")
        return list(rows.values_list("semantic_pending", "successor_pending"))


def asked(person, text: str = "who retires from the lighthouse") -> tuple[str | None, bool]:
    """Whose vectors answered, and whether meaning found the first text."""
    answer = person.post("/v1/recall", {"query": text}).json()
    ranks = [item["score"]["semantic_rank"] for item in answer["episodic"]]
    return answer["index"]["embedder"], 1 in ranks


def embedded(person, *, limit: int = 64) -> int:
    embedder = current_embedder()
    return embed_pending(tenancy=here(person), embedder=embedder, at=now(), limit=limit)


def begun(person) -> None:
    name_successor(tenancy=here(person), label=label_of(current_embedder()))
    while queue_next(tenancy=here(person), at=now()):
        continue


def test_the_first_vectors_of_a_workspace_put_their_embedder_into_use(ada, ben):
    assert asked(ben)[0] == OLD
    with workspace(ada.caller):
        assert not EmbedderInUse.objects.here().exists()
    say(ada, TEXTS[0])
    sweep(at=now(), only=here(ada))
    assert (state(ada).embedder, state(ada).successor) == (OLD, None)
    assert here(ada) not in embedded_otherwise(label=OLD)


def test_old_vectors_answer_until_none_of_the_new_is_missing(ada, ben, told, change):
    change("new")
    assert asked(ben) == (OLD, True)
    begun(ada)
    for count in (2, 2):
        assert embedded(ada, limit=2) == count
        assert not switch(tenancy=here(ada), at=now())
        assert asked(ben) == (OLD, True)
    assert made(ada) == {OLD: 5, NEW: 4}
    assert embedded(ada) == 1
    assert asked(ben) == (OLD, True)
    assert switch(tenancy=here(ada), at=now())
    assert asked(ben) == (NEW, True)
    assert waiting(ada) == []


def test_the_sweep_does_all_of_it_and_removes_the_old_after_a_while(ada, ben, told, change):
    change("new")
    assert here(ada) in embedded_otherwise(label=NEW)
    assert sweep(at=now(), only=here(ada)).vectors == 5
    assert (state(ada).embedder, state(ada).replaced) == (NEW, [OLD])
    assert made(ada) == {OLD: 5, NEW: 5}, "somebody may be asking by the old ones"
    sweep(at=state(ada).since + GRACE - timedelta(seconds=1), only=here(ada))
    assert made(ada) == {OLD: 5, NEW: 5}
    sweep(at=state(ada).since + GRACE, only=here(ada))
    assert made(ada) == {NEW: 5}
    assert here(ada) not in embedded_otherwise(label=NEW)
    assert asked(ben) == (NEW, True)


def test_what_is_said_during_the_change_is_found_at_once_and_has_both(ada, ben, told, change):
    change("new")
    begun(ada)
    say(ada, "The tram conductor sings.", session_id="later")
    assert embedded_by(ada, OLD) == 1
    assert asked(ben, "tram conductor sings") == (OLD, True)
    assert waiting(ada) == [(False, True)] * 6
    assert embedded(ada) == 6
    assert made(ada) == {OLD: 6, NEW: 6}


def embedded_by(person, label: str) -> int:
    embedder = embedder_named(label)
    return embed_pending(tenancy=here(person), embedder=embedder, at=now(), limit=64)


def test_a_request_embeds_by_the_embedder_in_use(ada, told, change, settings):
    settings.EMBED_INLINE_MS = 600_000
    change("new")
    ada.post("/v1/observe", {**event(), "content": "The tram conductor sings."})
    assert made(ada) == {OLD: 6}


def event():
    from tests.factories import EventFactory

    return EventFactory()


def test_the_settings_named_the_old_one_again(ada, ben, told, change):
    change("new")
    begun(ada)
    embedded(ada, limit=2)
    change("old")
    assert sweep(at=now() + 2 * GRACE, only=here(ada)).vectors == 0
    assert (state(ada).embedder, state(ada).successor, made(ada)) == (OLD, None, {OLD: 5})
    assert waiting(ada) == []
    assert asked(ben) == (OLD, True)


def test_the_settings_named_a_third_before_the_second_was_complete(ada, told, change):
    change("new")
    begun(ada)
    embedded(ada, limit=2)
    change("third")
    sweep(at=now() + 2 * GRACE, only=here(ada))
    assert state(ada).embedder == THIRD
    sweep(at=now() + 4 * GRACE, only=here(ada))
    assert made(ada) == {THIRD: 5}


def test_a_vector_of_an_embedder_that_has_gone_out_of_use_is_not_stored(ada, told, change):
    change("new")
    begun(ada)
    embedded(ada)
    one = say(ada, "The tram conductor sings.", session_id="later")
    passage = passage_of(a_row(one, ada.workspace_id), text="The tram conductor sings.")
    late = embedder_named(OLD)
    vectors = embed(embedder=late, passages=[passage])
    assert switch(tenancy=here(ada), at=now())
    store(tenancy=here(ada), embedder=late, passages=[passage], vectors=vectors)
    assert made(ada) == {OLD: 5, NEW: 5}
    assert waiting(ada) == [(True, False)], "it waits for the one in use"
    assert embedded(ada) == 1


def test_what_was_recorded_since_may_wait_for_the_new_one_and_says_so(ada, ben, told, change):
    change("new")
    begun(ada)
    embedded(ada)
    say(ada, "The tram conductor sings.", session_id="later")
    embedded_by(ada, OLD)
    assert switch(tenancy=here(ada), at=now())
    assert waiting(ada) == [(True, False)]
    answer = ben.post("/v1/recall", {"query": "tram conductor"}).json()
    assert answer["index"]["pending"] == 1
    assert embedded(ada) == 1
    assert waiting(ada) == []


def test_a_busy_workspace_changes_when_few_are_left(ada, told, change, monkeypatch):
    monkeypatch.setattr(succession, "MOST_LEFT", 1)
    change("new")
    begun(ada)
    embedded(ada)
    for number in range(2):
        say(ada, f"The tram conductor sings song {number}.", session_id=f"later{number}")
    embedded_by(ada, OLD)
    assert not switch(tenancy=here(ada), at=now())
    embedded(ada, limit=1)
    assert switch(tenancy=here(ada), at=now())


def test_what_is_not_queued_yet_holds_the_change_up(ada, told, change, monkeypatch):
    monkeypatch.setattr(succession, "BATCH", 2)
    change("new")
    name_successor(tenancy=here(ada), label=NEW)
    assert queue_next(tenancy=here(ada), at=now()) == 2
    embedded(ada)
    assert not switch(tenancy=here(ada), at=now())
    # Another process goes on where this one stopped.
    assert [queue_next(tenancy=here(ada), at=now()) for _ in range(3)] == [2, 1, 0]
    assert embedded(ada) == 3
    assert switch(tenancy=here(ada), at=now())


def test_an_old_embedder_that_is_gone_leaves_words_and_the_change_goes_on(
    ada, ben, told, change, monkeypatch
):
    monkeypatch.delitem(standin.DIMENSIONS, "old")
    change("new")
    answer = ben.post("/v1/recall", {"query": TEXTS[0]}).json()
    assert answer["index"]["degraded"]
    assert answer["episodic"][0]["observation"] == str(told[0])
    say(ada, "The tram conductor sings.", session_id="later")
    sweep(at=now(), only=here(ada))
    assert asked(ben) == (NEW, True)
    assert (waiting(ada), made(ada)[NEW]) == ([], 6)


def test_an_old_embedder_that_is_mute_does_not_hold_the_change_up(ada, ben, told, change):
    change("new")
    say(ada, "The tram conductor sings.", session_id="later")
    standin.MUTE.add("old")
    sweep(at=now(), only=here(ada))
    assert asked(ben) == (NEW, True)
    assert (waiting(ada), made(ada)[NEW]) == ([], 6)


def test_an_old_embedder_that_is_mute_is_left_alone_for_a_while(
    ada, ben, told, change, monkeypatch
):
    change("new")
    standin.MUTE.add("old")
    monkeypatch.setattr(standin, "ASKED", [])
    for _ in range(3):
        assert asked(ben, TEXTS[0]) == (None, False)
    assert standin.ASKED == ["old"], "each question would wait until it gives up"
    standin.MUTE.clear()
    monkeypatch.setattr(mute, "monotonic", lambda: monotonic() + mute.PAUSE_SECONDS)
    assert asked(ben) == (OLD, True)


def test_a_new_embedder_that_is_mute_is_said_and_the_old_one_goes_on(ada, ben, told, change):
    change("new")
    standin.MUTE.add("new")
    say(ada, "The tram conductor sings.", session_id="later")
    with pytest.raises(EmbedderUnavailable):
        sweep(at=now(), only=here(ada))
    assert made(ada) == {OLD: 6}
    assert asked(ben, "tram conductor sings") == (OLD, True)


def test_what_is_erased_while_it_is_queued_does_not_hold_the_change_up(ada, rita, told, change):
    change("new")
    begun(ada)
    admin = add_person(rita, "admin", kind="agent", grants=("administer",))
    erasure = {"observations": [str(told[2])], "reason": "no consent"}
    assert admin.post("/v1/erasures", erasure).status_code == 201
    with workspace(ada.caller):
        # As where the erasure commits between the look at the texts and the writing of their work.
        succession._queue([told[2]], at=now())
    assert embedded(ada) == 4
    assert switch(tenancy=here(ada), at=now())
    assert (waiting(ada), made(ada)) == ([], {OLD: 4, NEW: 4})


def test_a_change_asks_nobody_again_what_is_alike(ada, told, change):
    say(ada, TEXTS[0], session_id="again")
    sweep(at=now(), only=here(ada))

    def pairs() -> int:
        with workspace(ada.caller):
            return int(UnresolvedPair.objects.here().count())

    before = pairs()
    change("new")
    sweep(at=now(), only=here(ada))
    assert (pairs(), state(ada).embedder) == (before, NEW)


def test_a_name_that_comes_back_is_not_removed(ada, ben, told, change):
    change("new")
    begun(ada)
    embedded(ada, limit=2)
    change("third")
    begun(ada)
    assert state(ada).replaced == [NEW]
    change("new")
    sweep(at=now() + 2 * GRACE, only=here(ada))
    assert state(ada).embedder == NEW
    sweep(at=now() + 5 * GRACE, only=here(ada))
    sweep(at=now() + 5 * GRACE, only=here(ada))
    assert (made(ada), state(ada).replaced) == ({NEW: 5}, [])
    assert asked(ben) == (NEW, True)


def test_removal_goes_in_batches(ada, told, change, monkeypatch):
    change("new")
    sweep(at=now(), only=here(ada))
    monkeypatch.setattr(succession, "BATCH", 2)
    at = now() + 2 * GRACE
    assert [remove_replaced(tenancy=here(ada), at=at) for _ in range(4)] == [2, 2, 1, 0]


def test_p01_a_whole_rebuild_puts_the_settings_embedder_into_use(ada, ben, told, change):
    change("new")
    rebuild(tenancy=here(ada), at=now())
    assert (state(ada).embedder, made(ada)) == (NEW, {NEW: 5})
    assert asked(ben) == (NEW, True)


def test_p15_a_text_without_a_vector_of_the_embedder_in_use_is_found(ada, told, change):
    change("new")
    begun(ada)
    embedded(ada)
    with workspace(ada.caller):
        Embedding.objects.here().filter(embedder=OLD, observation_id=told[2]).delete()
    (finding,) = check_readings(here(ada), lambda check, count: None)
    assert finding.id == str(told[2])


def command(person, **options) -> str:
    with workspace(person.caller):
        slug = Workspace.objects.get(id=person.workspace_id).slug
    out = StringIO()
    call_command("rebuild", workspace=slug, stdout=out, **options)
    return out.getvalue().removeprefix(f"{slug}: ").strip()


def test_the_command_says_how_far_it_is_and_does_it(ada, ben, told, change):
    assert command(ada, status=True) == f"5 texts by {OLD}, 0 pending."
    change("new")
    begun(ada)
    embedded(ada, limit=2)
    assert command(ada, status=True).endswith(f"To follow: 2 by {NEW}, 3 left.")
    assert command(ada, vectors=True).endswith("3 vectors.")
    assert command(ada, status=True) == f"5 texts by {NEW}, 0 pending."
    assert asked(ben) == (NEW, True)


def test_the_command_waits_for_what_a_worker_holds_and_ends_without_it(
    ada, told, change, monkeypatch
):
    change("new")
    begun(ada)
    with workspace(ada.caller):
        IndexWork.objects.here().update(not_before=now() + timedelta(hours=1))
    monkeypatch.setattr(rebuilding, "_PATIENCE_SECONDS", 0.5)
    assert command(ada, vectors=True).endswith("0 vectors.")
    assert (state(ada).embedder, state(ada).successor) == (OLD, NEW)


def test_an_empty_workspace_has_no_status(ada):
    assert command(ada, status=True) == "no vectors yet."
    assert command(ada, vectors=True).endswith("0 vectors.")
