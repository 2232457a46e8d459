"""Erasure destroys the words and keeps the trail; what was erased does not come again (P14)."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from provenance.database.tenancy import Tenancy
from provenance.models import (
    ChronicleEvent,
    Content,
    Erasure,
    IndexWork,
    LineageEdge,
    Observation,
    ProvenCopy,
    Question,
    Receipt,
)
from provenance.problems import CapabilityRequired, Erased, EventConflict, UnknownReference
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.observe import observe
from provenance.services.observe_batch import Failed, ItemFailed, observe_all, observe_each
from recall.embedders.current import current_embedder
from recall.models import Embedding, IndexedText, Posting
from recall.services.embed import Passage, store
from recall.services.rebuild import rebuild
from tests.cast import add_person
from tests.contract.saying import link, problem, say
from tests.factories import ContributionFactory, EventFactory
from tests.provenance.erasing import erased, here, rows_that_say
from tests.provenance.test_granting import given
from tests.recall.test_recall import ask, said

FOREIGN = ForeignReference(system="slack", session="C1", id="1700000000.1")


def new_word() -> str:
    """A word that stands nowhere yet."""
    return "zq" + uuid4().hex[:14]


def test_p14_nothing_of_the_words_is_left_in_any_table(ada, ben, rita):
    word = new_word()
    observed = said(
        ada,
        f"The canary is called {word} at home.",
        session_title=f"On {word}",
        metadata={"draft": word},
        model={"name": word},
    )
    assert ask(ben, f"who is {word}?")["episodic"]
    assert set(rows_that_say(word)) >= {"content", "posting", "question", "spelling"}
    erased(rita, observed.receipt.observation_id)
    assert list(rows_that_say(word)) == []


def test_p14_digest_lineage_and_receipts_stay(ada, ben, rita):
    source = say(ada, "The canary sings.")
    later = say(ada, "Noted.", lineage=link("derived_from", observation=source))
    before = here(rita, Observation, id=source)[0].__dict__
    receipt = here(rita, Receipt, observation_id=source)[0]
    answer = ask(ben, "canary sings")
    erased(rita, source)
    after = here(rita, Observation, id=source)[0].__dict__
    assert {k: v for k, v in before.items() if k != "_state"} == {
        k: v for k, v in after.items() if k != "_state"
    }
    assert here(rita, Receipt, id=receipt.id)
    assert here(rita, Receipt, id=answer["id"])
    assert here(rita, LineageEdge, observation_id=later, source_id=source)
    assert not here(rita, Content, observation_id=source)
    assert not here(rita, Question)


def test_p14_recall_never_finds_the_erased_by_words_by_recency_or_as_of(ada, ben, rita):
    kept = say(ada, "The weather is fine.")
    gone = say(ada, "The canary is green.")
    moment = datetime.now(UTC)
    erased(rita, gone)
    for question in (
        {"query": "canary green"},
        {"query": "recent conversations"},
        {"session": "session-1"},
        {"query": "canary green", "as_of": moment},
        {"since": datetime(2020, 1, 1, tzinfo=UTC)},
    ):
        found = [item["observation"] for item in ask(ben, **question)["episodic"]]
        assert str(gone) not in found
    assert [item["observation"] for item in ask(ben, session="session-1")["episodic"]] == [
        str(kept)
    ]


def test_p14_an_erased_observation_shows_that_it_is_and_nothing_else_of_it(ada, ben, rita):
    gone = say(ada, "The canary is green.", session_title="Canaries")
    say(ada, "The weather is fine.")
    erased(rita, gone)
    shown = ben.get(f"/v1/observations/{gone}").json()
    assert (shown["erased"], shown["content"], shown["source"]["session"]["title"]) == (
        True,
        None,
        None,
    )
    for path in (
        f"/v1/observations/{gone}/lineage",
        "/v1/observations",
        "/v1/sessions",
        "/v1/sessions/session-1/turns",
        "/v1/conversations/recent",
        "/v1/observations?q=green",
    ):
        answer = ben.api.get(path)
        assert answer.status_code == 200, path
        assert "green" not in answer.content.decode()
        assert "Canaries" not in answer.content.decode()


def test_p14_the_pages_for_people_bear_it(ada, rita):
    gone = say(ada, "The canary is green.")
    erased(rita, gone)
    for path in (f"/observations/{gone}", "/", "/admin/provenance/observation/"):
        page = rita.browser.get(path)
        assert page.status_code == 200, path
        assert "green" not in page.content.decode()


def test_p14_the_same_event_is_refused_as_erased(ada, rita):
    event = ContributionFactory()
    observed = observe(caller=ada.caller, contribution=event, at=datetime.now(UTC))
    erased(rita, observed.receipt.observation_id)
    for again in (event, ContributionFactory(event_id=event.event_id, content="Other words.")):
        with pytest.raises(Erased):
            observe(caller=ada.caller, contribution=again, at=datetime.now(UTC))
    assert len(here(rita, Observation)) == 1


def test_p14_a_retry_over_http_is_gone(ada, rita):
    event = EventFactory()
    receipt = ada.post("/v1/observe", event).json()
    erased(rita, UUID(receipt["observation"]))
    assert problem(ada.post("/v1/observe", event)) == (410, "erased")
    shown = ada.get(f"/v1/receipts/{receipt['id']}").json()
    assert shown["recallable"] == {
        "now": False,
        "lexical": False,
        "semantic": False,
        "reason": "erased",
    }


@pytest.mark.parametrize("content", ["The canary is green.", "Something else entirely."])
def test_p14_its_foreign_name_is_bound_whoever_brings_it(ada, rita, content):
    gone = say(ada, "The canary is green.", foreign=FOREIGN)
    erased(rita, gone)
    eve = add_person(rita, "eve", kind="agent", grants=("observe",))
    with pytest.raises(Erased):
        say(eve, content, foreign=FOREIGN)
    assert len(here(rita, Observation)) == 1


def test_p14_proven_copies_go_with_it_either_way(ada, rita):
    first = say(ada, "The canary is green.", foreign=FOREIGN)
    second = say(ada, "The canary is green.", foreign=FOREIGN, session_id="copied")
    third = say(ada, "The canary is green.", foreign=FOREIGN, session_id="again")
    receipt = erased(rita, second).receipt
    assert set(receipt.body["copies"]) == {str(first), str(third)}
    assert not here(rita, Content)
    assert len(here(rita, Erasure)) == 3


def test_p14_a_copy_that_is_an_echo_goes_with_it(ada, rita):
    words = "The canary in the kitchen is called Pip at home."
    gone = say(ada, words)
    eve = add_person(rita, "eve", kind="agent", grants=("observe", "recall"))
    ask(eve, "what is the canary called?")
    echo = say(eve, words, speaker_role="assistant")
    assert here(rita, ProvenCopy, observation_id=echo)
    erased(rita, gone)
    assert not here(rita, Content)


def test_p14_an_echo_of_the_erased_is_refused_and_a_persons_own_words_are_not(ada, rita):
    words = "The canary in the kitchen is called Pip at home."
    gone = say(ada, words)
    eve = add_person(rita, "eve", kind="host", grants=("observe", "recall", "capture"))
    ask(eve, "what is the canary called?")
    erased(rita, gone)
    with pytest.raises(Erased):
        say(eve, words, speaker_role="assistant")
    assert say(eve, words, speaker_role="user")


def test_p14_the_same_words_from_elsewhere_are_not_banned(ada, rita):
    erased(rita, say(ada, "The canary in the kitchen is called Pip."))
    eve = add_person(rita, "eve", kind="agent", grants=("observe",))
    assert say(eve, "The canary in the kitchen is called Pip.")


def test_p14_batches_tell_it_and_go_on_or_store_nothing(ada, rita):
    event = ContributionFactory()
    erased(
        rita,
        observe(caller=ada.caller, contribution=event, at=datetime.now(UTC)).receipt.observation_id,
    )
    items = [ContributionFactory(), event, ContributionFactory()]
    results = observe_each(caller=ada.caller, items=items, at=datetime.now(UTC))
    assert [isinstance(one, Failed) for one in results] == [False, True, False]
    with pytest.raises(ItemFailed):
        observe_all(caller=ada.caller, items=[ContributionFactory(), event], at=datetime.now(UTC))
    assert len(here(rita, Content)) == 2


def test_p14_the_restricted_lane_is_erased_too(ada, rita):
    gone = say(ada, "The vault code.", labels=("restricted",))
    erased(rita, gone)
    assert not here(rita, Content)


def test_p14_erasing_twice_is_erasing_once_and_says_so(ada, rita):
    gone = say(ada)
    first, second = erased(rita, gone).receipt, erased(rita, gone).receipt
    assert (first.body["already"], second.body["already"]) == (0, 1)
    assert second.body["destroyed"] == {
        "contents": 0,
        "questions": 0,
        "statements": 0,
        "facts": 0,
    }
    assert len(here(rita, Erasure)) == 1
    assert len(here(rita, ChronicleEvent, act="erased")) == 1


def test_p03_the_same_erasure_again_returns_the_first_receipt(ada, rita):
    gone, other = say(ada), say(ada)
    first = erased(rita, gone, event_id="one")
    again = erased(rita, gone, event_id="one")
    assert again.duplicate
    assert again.receipt.id == first.receipt.id
    with pytest.raises(EventConflict):
        erased(rita, other, event_id="one")
    assert here(rita, Content, observation_id=other)


def test_p13_only_who_administers_erases(ada, ben, mallory, rita):
    kept = say(ada)
    for person in (ada, ben):
        with pytest.raises(CapabilityRequired):
            erased(person, kept)
    assert here(rita, Content, observation_id=kept)


def test_p13_what_lies_beyond_the_grant_is_unknown_and_nothing_goes(stage):
    ada, ben, cleo, rita = stage.ada, stage.ben, stage.cleo, stage.rita
    kept = say(ada)
    given(rita, cleo, "administer", principals=[ben.principal.id])
    for named in ((kept,), (uuid4(),)):
        with pytest.raises(UnknownReference):
            erased(cleo, *named)
    assert here(rita, Content, observation_id=kept)


def test_p13_nobody_erases_an_original_through_a_copy_of_its_own(stage):
    ada, cleo, rita = stage.ada, stage.cleo, stage.rita
    original = say(ada, foreign=FOREIGN)
    eve = add_person(rita, "eve", kind="agent", grants=("observe",))
    copy = say(eve, foreign=FOREIGN)
    given(rita, cleo, "administer", principals=[eve.principal.id])
    with pytest.raises(CapabilityRequired):
        erased(cleo, copy)
    assert here(rita, Content, observation_id=original)


def test_p13_another_workspace_is_out_of_reach(ada, rita, mallory):
    kept = say(mallory)
    with pytest.raises(UnknownReference):
        erased(rita, kept)
    assert here(mallory, Content, observation_id=kept)


def test_p01_rebuild_does_not_bring_it_back(ada, ben, rita):
    kept = say(ada, "The weather is fine.")
    gone = say(ada, "The canary is green.")
    erased(rita, gone)
    rebuild(tenancy=Tenancy(rita.workspace_id), at=datetime.now(UTC))
    assert [row.observation_id for row in here(rita, IndexedText)] == [kept]
    assert not ask(ben, "canary green")["episodic"]


def test_p14_work_that_was_under_way_brings_no_vector_back(ada, rita):
    gone = say(ada, "The canary is green.")
    (row,) = here(rita, Observation, id=gone)
    embedder = current_embedder()
    vectors = embedder.embed_passages(texts=["The canary is green."])
    erased(rita, gone)
    passages = [Passage(gone, row.position, ["The canary is green."])]
    store(tenancy=Tenancy(rita.workspace_id), embedder=embedder, passages=passages, vectors=vectors)
    for left in (Embedding, IndexedText, IndexWork, Posting):
        assert here(rita, left) == []
