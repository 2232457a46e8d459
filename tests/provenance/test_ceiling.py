"""What is derived never outranks its source (P6)."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenance.database.tenancy import workspace
from provenance.models import LineageEdge, Observation
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import LinkClaim
from provenance.services.reading import ceiling
from provenance.services.reading.ceiling import ORDER, ceilings_of
from tests.contract.saying import link, say
from tests.provenance.hearing import SENTENCE, agent, show, sources
from tests.provenance.test_lineage_graph import recalled


def ceilings(person, *observations):
    with workspace(person.principal):
        found = ceilings_of(observations)
    return [found[one] for one in observations]


def test_p06_each_origin_is_its_own_ceiling(stage, ada):
    eve = agent(stage, "eve")
    said = [
        say(ada),
        say(ada, speaker_role="tool"),
        say(ada, speaker_role="assistant"),
        say(ada, door=Door.IMPORT),
        say(eve),
    ]
    assert ceilings(ada, *said) == [
        "user_primary",
        "host_observed",
        "assistant_authored",
        "imported",
        "unverified",
    ]


def test_p06_the_lowest_ancestor_decides(stage, ada):
    eve = agent(stage, "eve")
    primary, unverified = say(ada, "what a person said"), say(eve, "what nobody vouches for")
    of_one = say(eve, "of one", lineage=sources(primary))
    of_both = say(eve, "of both", lineage=sources(primary, unverified))
    far = say(eve, "far", lineage=sources(of_both))
    assert ceilings(ada, of_one, of_both, far) == ["derived", "unverified", "unverified"]


def test_p06_what_a_recall_returned_is_an_ancestor(stage, ada):
    eve = agent(stage, "eve")
    receipt = recalled(eve, say(ada, "said"), say(eve, "unverified"))
    made = say(eve, "made of it", lineage=link("summary_of", recall=receipt))
    assert ceilings(ada, made) == ["unverified"]


def test_p06_a_source_in_another_system_counts_as_imported(stage, ada):
    made = say(ada, "of a wiki", lineage=(LinkClaim(relation="quotes", external=("wiki", "p1")),))
    assert ceilings(ada, made) == ["imported"]


def test_context_is_no_ancestor(stage, ada):
    say(agent(stage, "eve"), "unverified", session_id="session-1")
    say(ada, "asked by nobody", event_id="asked", door=Door.IMPORT)
    answer = say(ada, "answer", lineage=link("responds_to", event_id="asked"))
    assert ceilings(ada, answer) == ["user_primary"]


def test_a_copy_is_no_ancestor(stage, ada):
    eve = agent(stage, "eve")
    show(ada, say(eve, SENTENCE), session="s2")
    assert ceilings(ada, say(ada, SENTENCE, session_id="s2")) == ["user_primary"]


def test_p06_a_walk_that_is_cut_off_counts_for_the_least(ada, monkeypatch):
    last = say(ada, "root")
    for number in range(6):
        last = say(ada, f"step {number}", lineage=sources(last))
    assert ceilings(ada, last) == ["derived"]
    monkeypatch.setattr(ceiling, "_MOST", 5)
    assert ceilings(ada, last) == ["unverified"]


def test_many_ceilings_are_found_in_one_query(ada):
    root = say(ada)
    many = [say(ada, f"note {number}", lineage=sources(root)) for number in range(5)]
    with workspace(ada.principal), CaptureQueriesContext(connection) as captured:
        assert set(ceilings_of(many).values()) == {"derived"}
    assert len(captured) == 1


def test_the_machine_door_shows_it(ada, ben):
    made = say(ada, "made", lineage=sources(say(ada, "said", door=Door.IMPORT)))
    assert ben.get(f"/v1/observations/{made}").json()["ceiling"] == "imported"
    assert ben.get(f"/v1/observations/{made}/lineage").json()["ceiling"] == "imported"


@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    graph=st.lists(
        st.tuples(st.integers(0, 3), st.lists(st.integers(0, 6), max_size=2)),
        min_size=2,
        max_size=7,
    )
)
def test_p06_no_graph_lets_a_descendant_outrank_its_ancestor(stage, graph):
    ada = stage.ada
    made = []
    for kind, earlier in graph:
        named = {made[index % len(made)] for index in earlier} if made else set()
        door = Door.IMPORT if kind == 3 else Door.OBSERVE
        role = ("user", "assistant", "tool", "user")[kind]
        lineage = sources(*sorted(named))
        made.append(say(ada, f"{len(made)}", speaker_role=role, door=door, lineage=lineage))
    found = dict(zip(made, ceilings(ada, *made), strict=True))
    with workspace(ada.principal):
        edges = list(LineageEdge.objects.here().values_list("observation_id", "source_id"))
        own = dict(Observation.objects.here().values_list("id", "admitted_as"))
    for later, source in edges:
        if later in found:
            assert ORDER.index(found[later]) >= ORDER.index(found[source])
    for one in made:
        assert ORDER.index(found[one]) >= ORDER.index(own[one])
