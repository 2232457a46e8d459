"""How many people stand behind an observation (P5)."""

from datetime import UTC, datetime

from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding
from provenance.services.access.granting import give
from provenance.services.access.workspaces import add_principal
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.reading.support import support_of
from tests.cast import add_person
from tests.contract.saying import link, say
from tests.provenance.test_lineage_graph import recalled

FOREIGN = ForeignReference(system="codex", id="msg")


def support(person, *observations):
    with workspace(person.principal):
        found = support_of(observations)
    return [(found[one].independent, found[one].listed) for one in observations]


def host_of_another(stage):
    """A host that captures for a human other than rita."""
    rita = stage.rita.principal
    host = add_person(stage.rita, "hal", kind="host", grants=("observe",))
    at = datetime.now(UTC)
    with workspace(rita):
        human = add_principal(by=rita, name="omar", kind="human", at=at)
        give(
            by=rita.id,
            principal_id=host.principal.id,
            capability="capture",
            serves_id=human.id,
            reason="test",
            at=at,
        )
        give(by=rita.id, principal_id=host.principal.id, capability="recall", reason="t", at=at)
    return host


def sources(*observations):
    return sum((link("derived_from", observation=one) for one in observations), ())


def test_p05_a_persons_turn_has_one_witness_and_an_agents_none(ada):
    spoken = say(ada)
    written = say(ada, speaker_role="assistant")
    assert support(ada, spoken, written) == [(1, 0), (0, 0)]


def test_p05_the_same_person_twice_is_one_and_two_people_are_two(stage, ada):
    hal = host_of_another(stage)
    mine, again, other = say(ada, session_id="s1"), say(ada, session_id="s2"), say(hal)
    twice = say(hal, "of one", kind="note", lineage=sources(mine, again))
    both = say(hal, "of both", kind="note", lineage=sources(mine, other))
    assert support(ada, twice, both) == [(1, 0), (2, 0)]


def test_p05_ten_agents_repeating_add_nobody(ada):
    last = say(ada, "root")
    for number in range(10):
        last = say(ada, f"as I heard {number}", kind="note", lineage=sources(last))
    assert support(ada, last) == [(1, 9)]


def test_p05_a_copy_keeps_the_witness_of_the_earliest(stage, ada):
    hal = host_of_another(stage)
    first = say(ada, "the very same words", foreign=FOREIGN)
    second = say(hal, "the very same words", foreign=FOREIGN)
    both = say(hal, kind="note", lineage=sources(first, second))
    assert support(ada, first, second, both) == [(1, 1), (1, 0), (1, 1)]


def test_p05_an_import_of_what_was_captured_adds_nobody(ada):
    imported = say(ada, "same words", foreign=FOREIGN, door=Door.IMPORT, session_id="old")
    captured = say(ada, "same words", foreign=FOREIGN)
    assert support(ada, imported, captured) == [(1, 0), (1, 1)]


def test_what_a_recall_returned_stands_behind_what_was_made_of_it(stage, ada):
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe", "recall"))
    receipt = recalled(eve, say(ada, "one"), say(ada, "two", speaker_role="assistant"))
    made = say(eve, kind="summary", lineage=link("summary_of", recall=receipt))
    assert support(ada, made) == [(1, 1)]


def test_context_is_no_support(ada):
    say(ada, "question", event_id="asked")
    answer = say(ada, speaker_role="assistant", lineage=link("responds_to", event_id="asked"))
    assert support(ada, answer) == [(0, 0)]


def test_p09_a_withdrawn_root_supports_nothing_and_neither_do_its_copies(stage, ada):
    hal = host_of_another(stage)
    root = say(ada, "the same words", foreign=FOREIGN)
    copy = say(hal, "the same words", foreign=FOREIGN)
    derived = say(ada, kind="note", lineage=sources(root))
    with workspace(ada.principal):
        CurrentStanding(
            observation_id=root,
            workspace_id=ada.workspace_id,
            standing="withdrawn",
            admission="admitted",
            at=datetime.now(UTC),
        ).save(force_insert=True)
    assert [independent for independent, _ in support(ada, root, copy, derived)] == [0, 0, 0]


def test_many_are_counted_in_one_query(ada):
    root = say(ada)
    many = [say(ada, kind="note", lineage=sources(root)) for _ in range(20)]
    with workspace(ada.principal), CaptureQueriesContext(connection) as captured:
        found = support_of(many)
    assert len(captured) == 1
    assert {one.independent for one in found.values()} == {1}
