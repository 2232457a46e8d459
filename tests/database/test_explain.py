"""Every hot query finds its rows by an index, as the web role, under row security, at 100 k rows.

Row security makes operators that are not leakproof useless for indexes, so that a query which is
quick as the owner may read the whole table as the web role.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.services.access.grants import live_grants
from provenance.services.contributing.contribution import ProducerClaim
from provenance.services.contributing.exposures_seen import shown_among
from provenance.services.contributing.foreign import link_foreign_event
from provenance.services.contributing.identities import find_event
from provenance.services.observe import observe
from provenance.services.reading.ceiling import ceilings_of
from provenance.services.reading.corrections import CorrectionFilters, list_corrections
from provenance.services.reading.facts import FactFilters, get_fact, list_facts
from provenance.services.reading.pages import Turn
from provenance.services.reading.support import support_of
from provenance.services.reading.unresolved import PairFilters, list_unresolved
from recall.embedders.current import current_embedder
from recall.models import Embedding
from recall.services import arrange as arranging
from recall.services.allowed import allowed_by
from recall.services.asked import Asked
from recall.services.embed import index_pending, label_of
from recall.services.held_work import take
from recall.services.lexical import search_lexical
from recall.services.likeness import pair_alike
from recall.services.question import Question
from recall.services.ranking.surroundings import surroundings
from recall.services.recall import recall
from recall.services.search import DEPTH, NEWEST, Search
from recall.services.semantic import cosines, search_semantic
from recall.services.spelling import alike
from recall.services.statistics import corpus, frequencies_of
from recall.services.succession import (
    GRACE,
    name_successor,
    queue_next,
    remove_replaced,
    switch,
)
from recall.services.themes.ask import themes
from recall.services.themes.jobs import take as take_themes
from recall.services.themes.material import read
from recall.services.timings import Timings
from recall.services.vocabulary import count_words
from recall.services.writers import wait_for_writers
from tests.cast import Person, Stage, make_stage
from tests.contract.saying import say
from tests.database.filled import a_row
from tests.database.large import FIRST_POSITION, grow, id_of, settle
from tests.database.plans import Plans, explained, large_tables, nodes
from tests.database.sql import scratch_database
from tests.factories import ContributionFactory
from tests.provenance.correcting import (
    accepted,
    derived_from,
    proposed,
    proposing,
    reverted,
    standing,
)
from tests.provenance.test_screening import AIMED

pytestmark = pytest.mark.slow
SIZE, SMALL_SIZE = 100_000, 400
CODEX = ProducerClaim(harness="codex", instance="laptop-1")


@dataclass(frozen=True)
class Place:
    """A large workspace, and a small one in the same tables."""

    large: Stage
    small: Stage


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    """Both workspaces, in a database of their own."""
    with scratch_database() as database:
        place = Place(make_stage(), make_stage())
        grow(place.large.ada, size=SIZE, database=database)
        grow(place.small.ada, size=SMALL_SIZE, database=database)
        settle(database, place.large.ada, place.small.ada)
        yield place


def by_index(plans: Plans) -> None:
    assert plans.seen, "nothing was asked"
    scanned = plans.scanned_whole(large_tables())
    assert scanned == [], "\n\n".join(scanned)


def allowed(person: Person):
    """Within the workspace: what the person's recall grants reach."""
    return allowed_by(live_grants(caller=person.caller, at=_now()), question=Question())


def _now() -> datetime:
    return datetime.now(UTC)


@pytest.mark.parametrize("terms", [["own70000"], ["common", "w17"], ["nowhere"]], ids=str)
def test_lexical_search(place: Place, terms: list[str]):
    with workspace(place.large.ben.caller), explained() as plans:
        frequencies_of(terms)
        found = search_lexical(
            allowed=allowed(place.large.ben),
            asked=Asked.of(dict.fromkeys(terms, 1.0)),
            limit=DEPTH,
        )
    assert bool(found.found) == (terms != ["nowhere"])
    assert "posting_pkey" in plans.indexes(), plans.told()
    by_index(plans)


def test_neighbours_are_read_in_the_order_of_the_index(place: Place):
    positions = range(FIRST_POSITION + 500, FIRST_POSITION + 700)
    with workspace(place.large.ben.caller):
        rows = allowed(place.large.ben)
        with explained() as plans:
            found = surroundings(allowed=rows, positions=positions)
    assert len(found) == len(positions)
    assert {len(one.before) for one in found.values()} >= {2}
    assert "observations_thread" in plans.indexes(), plans.told()
    # A long session is not sorted for two of its turns, whether or not they are numbered.
    kinds = {node["Node Type"] for _, plan in plans.seen for node in nodes(plan)}
    assert not kinds & {"Sort", "Incremental Sort"}, plans.told()
    by_index(plans)


def test_what_is_counted_and_what_lies_beyond(place: Place):
    with workspace(place.large.ben.caller), explained() as plans:
        assert frequencies_of(["common", "w17"])["common"]
        assert corpus().documents
    assert {"posting_pkey", "texts_in_order"} <= plans.indexes(), plans.told()
    # The position finds the rows; it is not compared with each of them.
    assert 'Filter: ("position"' not in plans.told(), plans.told()
    by_index(plans)


def test_words_are_counted_by_their_positions(place: Place):
    tenancy = place.small.ada.caller
    with explained() as plans:
        count_words(tenancy=tenancy)
        wait_for_writers(patience=60)
        count_words(tenancy=tenancy)
    by_index(plans)


def test_trigram_search(place: Place):
    with workspace(place.large.ben.caller), explained() as plans:
        assert alike(term="w123x")
    assert "spelling_pkey" in plans.indexes(), plans.told()
    by_index(plans)


def test_vector_search_in_a_large_workspace_reads_the_nearest_cells_alone(place: Place):
    plans = _near(place.large)
    assert "vectors_in_cells" in plans.indexes(), plans.told()
    assert "(cell = ANY" in plans.told(), plans.told()
    by_index(plans)


def test_vector_search_in_a_small_workspace_is_exact_and_reads_that_workspace(place: Place):
    plans = _near(place.small)
    assert "vectors_in_cells" in plans.indexes(), plans.told()
    by_index(plans)


def test_themes_of_a_window(place: Place):
    caller, at = place.large.ben.caller, _now()
    with explained() as plans:
        themes(caller=caller, since=at - timedelta(hours=1), until=at, limit=20, at=at)
        for run in iter(lambda: take_themes(tenancy=Tenancy(caller.workspace_id), at=at), None):
            read(
                run.members[:50],
                tenancy=Tenancy(caller.workspace_id),
                embedder=run.embedder,
                go_on=bool,
            )
    by_index(plans)


def test_a_change_of_embedder(place: Place):
    tenancy, label = Tenancy(place.large.ada.workspace_id), label_of(current_embedder())
    with explained() as plans:
        name_successor(tenancy=tenancy, label="next@1")
        assert queue_next(tenancy=tenancy, at=_now())
        assert take(tenancy=tenancy, label="next@1", at=_now(), limit=4)
        assert not switch(tenancy=tenancy, at=_now())
        name_successor(tenancy=tenancy, label=label)
        remove_replaced(tenancy=tenancy, at=_now() + 2 * GRACE)
    assert "successors_due" in plans.indexes(), plans.told()
    by_index(plans)


def test_vectors_are_put_into_cells_by_index(place: Place, monkeypatch):
    monkeypatch.setattr(arranging, "UNPLACED", 1)
    with workspace(place.large.ada.caller):
        some = Embedding.objects.here()[:3].values_list("id", flat=True)
        Embedding.objects.here().filter(id__in=list(some)).update(cell=0)
    label = label_of(current_embedder())
    with explained() as plans:
        assert arranging.arrange(tenancy=Tenancy(place.large.ada.workspace_id), embedder=label)
    by_index(plans)


def _near(stage: Stage) -> Plans:
    embedder = current_embedder()
    query = embedder.embed_query(text="common words")
    with workspace(stage.ben.caller), explained() as plans:
        label = label_of(embedder)
        rows = allowed(stage.ben)
        found = search_semantic(allowed=rows, query=query, embedder=label, limit=50, near=2 * DEPTH)
        assert found
        ids = [one.observation_id for one in found]
        assert cosines(query=query, embedder=label, observation_ids=ids)
    return plans


def test_recent_events(place: Place):
    with workspace(place.large.ben.caller), explained() as plans:
        search = Search(allowed=allowed(place.large.ben), question=Question(), timings=Timings())
        assert len(search.recent(within=None, at=_now())) == NEWEST
    assert "observations_recent" in plans.indexes(), plans.told()
    by_index(plans)


def test_the_event_of_an_identity(place: Place):
    caller = place.large.ada.caller
    with workspace(caller), explained() as plans:
        asked = {"caller": caller, "producer": CODEX, "event_id": "large-70000"}
        assert find_event(**asked, session_id="large-700")
        assert find_event(**asked, session_id=None) is None
    by_index(plans)


def test_a_whole_observe(place: Place):
    contribution = ContributionFactory(content="common w17 words that are new today")
    with explained() as plans:
        observe(caller=place.large.ada.caller, contribution=contribution, at=_now())
        observe(caller=place.large.ada.caller, contribution=contribution, at=_now())
    by_index(plans)


def test_the_foreign_reference_of_an_event(place: Place):
    row = a_row(id_of(place.large.ada, 70_000), place.large.ada.workspace_id)
    with workspace(place.large.ada.caller), explained() as plans:
        link_foreign_event(observation=row, text="x", caller=place.large.ada.caller, at=_now())
    assert "observations_foreign" in plans.indexes(), plans.told()
    by_index(plans)


def test_the_support_of_observations(place: Place):
    ids = [id_of(place.large.ada, n) for n in range(60_000, 60_040)]
    with workspace(place.large.ada.caller), explained() as plans:
        assert any(support.independent for support in support_of(ids).values())
    by_index(plans)


def test_the_ceilings_of_observations(place: Place):
    ids = [id_of(place.large.ada, n) for n in range(60_000, 60_040)]
    with workspace(place.large.ada.caller), explained() as plans:
        assert set(ceilings_of(ids).values()) == {"assistant_authored"}
    by_index(plans)


def test_what_a_session_was_shown(place: Place):
    ada = place.large.ada
    rows = [a_row(id_of(ada, n), ada.workspace_id) for n in range(70_001, 70_006)]
    with workspace(ada.caller), explained() as plans:
        seen = shown_among(rows, to=rows[0], until=_now())
    assert rows[0].id in seen
    assert {"exposures_by_session", "exposures_without_session"} <= plans.indexes(), plans.told()
    by_index(plans)


def test_an_echo_and_a_sentence_that_others_said(place: Place):
    with explained() as plans:
        for number in range(2):
            said = ContributionFactory(session_id=f"large-{700 + number}")
            observed = observe(caller=place.large.ada.caller, contribution=said, at=_now())
    with workspace(place.large.ada.caller), explained() as supporting:
        one = observed.receipt.observation_id
        assert support_of([one])[one].independent == 1
    assert "primaries_same_text" in supporting.indexes(), supporting.told()
    by_index(plans)
    by_index(supporting)


def test_what_is_alike(place: Place):
    ada = place.large.ada
    one = id_of(ada, 70_000)
    vector, embedder = current_embedder().embed_query(text="own70000"), current_embedder()
    with workspace(ada.caller), explained() as plans:
        pair_alike(vectors={one: vector}, embedder=label_of(embedder), lexical=False, at=_now())
    by_index(plans)


def test_the_work_that_waits(place: Place):
    tenancy = place.large.ada.caller
    with explained() as plans:
        index_pending(tenancy=tenancy, at=_now(), limit=64)
        label = label_of(current_embedder())
        assert take(tenancy=Tenancy(tenancy.workspace_id), label=label, at=_now(), limit=4)
    assert {"words_due", "vectors_due"} <= plans.indexes(), plans.told()
    by_index(plans)


WRITER_READS = {
    "receipt by event": "/v1/receipts?event_id=large-70000",
    "receipt by event and session": "/v1/receipts?event_id=large-70000&session=large-700",
}
READER_READS = {
    "observation": "/v1/observations/{id}",
    "lineage": "/v1/observations/{id}/lineage",
    "session": "/v1/sessions/large-700",
    "thread": "/v1/sessions/large-700/turns",
    "sessions": "/v1/sessions?limit=5",
    "observations": "/v1/observations",
    "observations of a session": "/v1/observations?session=large-700",
    "observations, oldest first": "/v1/observations?sort=observed_at",
    "observations of a subject": "/v1/observations?subject=repository:r61",
    "recent conversations": "/v1/conversations/recent",
    "recent conversation of a session": "/v1/conversations/recent?session=large-700",
}


@pytest.mark.parametrize("what", WRITER_READS)
def test_what_a_writer_reads_over_http(place: Place, what: str):
    by_index(_read(place.large.ada, WRITER_READS[what]))


@pytest.mark.parametrize("what", READER_READS)
def test_what_a_reader_reads_over_http(place: Place, what: str):
    by_index(_read(place.large.ben, READER_READS[what].format(id=id_of(place.large.ada, 70_000))))


def _read(person: Person, path: str) -> Plans:
    with explained() as plans:
        answer = person.api.get(path)
    assert answer.status_code == 200, answer.content
    assert answer.content not in (b"", b'{"results":[]}')
    return plans


@pytest.mark.parametrize("query", ["common w17", "own70000", "w123x", "recently", None])
def test_a_whole_recall(place: Place, query: str | None):
    with explained() as plans:
        answer = place.large.ben.post(
            "/v1/recall", {"query": query} if query else {"intent": "recent"}
        )
    assert answer.status_code == 200, answer.content
    assert answer.json()["episodic"]
    by_index(plans)


def test_a_decision_its_reversal_and_what_arrives_between(place: Place):
    large = place.large
    root = say(large.ada, "The staging cluster stands in Porto.")
    with explained() as plans:
        correction = accepted(large, "withdraw", root, id_of(large.ada, 70_002))
        made = derived_from(large.ada, [root])
        reverted(large.rita, correction)
    assert standing(large.ada, root, made) == ["reported", "reported"]
    by_index(plans)


def test_corrections_and_facts_and_recall_of_them(place: Place):
    large = place.large
    caller, turn = large.ben.caller, Turn(limit=50)
    said = say(large.ada, "The staging cluster stands in Lisbon.")
    for number in (1, 2, 2, 3):
        stated = f"The staging cluster {number} stands in Lisbon."
        correction = accepted(large, "adopt", said, statement=stated)
    with explained() as plans:
        found = list_corrections(
            caller=caller, filters=CorrectionFilters(target=said), turn=turn, at=_now()
        )
        assert len(found.rows) == 4
        facts = list_facts(caller=caller, filters=FactFilters(), turn=turn, at=_now())
        assert len(facts.rows) == 3
        question = Question(query="where does the staging cluster stand?")
        assert len(recall(caller=caller, question=question, at=_now())["facts"]) == 3
        assert large.rita.browser.get(f"/decisions/{correction}").status_code == 200
        for fact in facts.rows:
            get_fact(caller=caller, fact_id=UUID(fact["id"]), at=_now())
    by_index(plans)


def test_what_was_raised_for_review(place: Place):
    large = place.large
    mine = say(large.ada, "releases need two approvals in the end")
    accepted(large, "withdraw", mine)
    again = say(large.ada, "Releases need two approvals in the end.")
    for filters in (PairFilters(), PairFilters(observation=again, kind="contradiction")):
        with explained() as plans:
            page = list_unresolved(
                caller=large.ben.caller, filters=filters, turn=Turn(limit=50), at=_now()
            )
            assert page.rows
        by_index(plans)


@pytest.mark.parametrize("path", ["/", "/queue", "/queue?kind=change", "/queue?order=oldest"])
def test_the_pages_of_what_waits(place: Place, path: str):
    rita, ada = place.large.rita, place.large.ada
    pat = proposing(place.large, f"pat at {path}")
    proposed(pat, "withdraw", id_of(ada, 60_001))
    say(ada, AIMED, speaker_role="tool", kind="tool_result")
    with explained() as plans:
        assert rita.browser.get(path).status_code == 200
    assert "observations_quarantined" in plans.indexes(), plans.told()
    by_index(plans)
