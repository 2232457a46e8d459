"""The walk through lineage: bounded, and through what the reader may see alone."""

from datetime import UTC, datetime

from provenance.database.tenancy import workspace
from provenance.models import Receipt
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.exposures import record_exposure
from provenance.services.reading import lineage_walk
from provenance.services.reading.lineage_graph import get_lineage
from tests.cast import add_person
from tests.contract.saying import link, say


def graph(person, observation, *, direction="both", depth=32):
    return get_lineage(
        caller=person.caller,
        observation_id=observation,
        direction=direction,
        depth=depth,
        at=datetime.now(UTC),
    )


def nodes(found):
    return [node["id"] for node in found["nodes"]]


def recalled(person, *observations):
    """The receipt of a recall that returned these."""
    at = datetime.now(UTC)
    with workspace(person.principal):
        receipt = Receipt(
            workspace_id=person.workspace_id,
            act="recall",
            outcome="answered",
            principal_id=person.principal.id,
            at=at,
        )
        receipt.save(force_insert=True)
        record_exposure(
            caller=person.caller,
            observation_ids=observations,
            door="recall",
            at=at,
            receipt=receipt.id,
        )
    return receipt.id


def test_p13_what_a_reader_may_not_see_is_not_walked_through(stage, ada, ben):
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe", "recall"))
    own = {"principals": [ada.principal.id]}
    dora = add_person(stage.rita, "dora", kind="agent", grants=("recall",), **own)
    writer = add_person(stage.rita, "frank", kind="host", grants=("observe", "recall"))
    reader = {"principals": [ada.principal.id, writer.principal.id]}
    gina = add_person(stage.rita, "gina", kind="agent", grants=("recall",), **reader)
    root = say(ada, "root")
    hidden = say(eve, "hidden step", lineage=link("derived_from", observation=root))
    end = say(writer, "end", lineage=link("derived_from", observation=hidden))
    assert nodes(graph(ben, end)) == [str(end), str(hidden), str(root)]
    seen = graph(gina, end)
    assert (nodes(seen), seen["edges"], seen["complete"]) == ([str(end)], [], True)
    assert nodes(graph(dora, root)) == [str(root)]


def test_size_is_bounded_and_the_cut_is_said(ada, ben, monkeypatch):
    root = say(ada, "root")
    for number in range(5):
        say(ada, f"note {number}", lineage=link("derived_from", observation=root))
    monkeypatch.setattr(lineage_walk, "MOST_NODES", 4)
    found = graph(ben, root)
    assert (len(found["nodes"]), found["complete"]) == (4, False)
    assert found["nodes"][0]["id"] == str(root)


def test_steps_are_bounded_and_the_cut_is_said(ada, ben, monkeypatch):
    root = say(ada, "root")
    for number in range(5):
        say(ada, f"note {number}", lineage=link("derived_from", observation=root))
    monkeypatch.setattr(lineage_walk, "_MOST_STEPS", 4)
    assert graph(ben, root)["complete"] is False


def test_a_graph_of_many_paths_is_walked_once_per_node(ada, ben):
    layer = [say(ada, "root")]
    for depth in range(6):
        sources = link("derived_from", observation=layer[0])
        for other in layer[1:]:
            sources += link("derived_from", observation=other)
        layer = [say(ada, f"{depth} {number}", lineage=sources) for number in range(3)]
    found = graph(ben, layer[0])
    assert (len(found["nodes"]), found["complete"]) == (1 + 3 * 5 + 1, True)


def test_what_came_of_a_recall_leads_to_what_it_returned(stage, ada, ben):
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe", "recall"))
    one, two = say(ada, "one"), say(ada, "two")
    receipt = recalled(eve, one, two)
    summary = say(eve, "of both", kind="summary", lineage=link("summary_of", recall=receipt))
    found = graph(ben, summary)
    assert set(nodes(found)) == {str(summary), str(one), str(two)}
    assert {(edge["to"], edge["recall"]) for edge in found["edges"]} == {
        (str(one), str(receipt)),
        (str(two), str(receipt)),
    }
    assert set(found["roots"]) == {str(one), str(two)}
    assert nodes(graph(ben, one)) == [str(one), str(summary)]


def test_a_proven_copy_is_shown_beside_its_original(ada, ben):
    foreign = ForeignReference(system="codex", id="msg")
    original = say(ada, "the same words", foreign=foreign)
    copy = say(ada, "the same words", foreign=foreign, session_id="imported")
    for start in (original, copy):
        found = graph(ben, start)
        assert set(nodes(found)) == {str(original), str(copy)}
        (edge,) = found["edges"]
        assert (edge["from"], edge["to"]) == (str(copy), str(original))
        assert edge["relation"] == "copy_of"


def test_two_texts_of_one_foreign_event_are_an_open_question(ada, ben):
    foreign = ForeignReference(system="codex", id="msg")
    one = say(ada, "one text", foreign=foreign)
    other = say(ada, "another text", foreign=foreign)
    assert graph(ben, one)["unresolved"] == [
        {
            "kind": "foreign_conflict",
            "observation": str(other),
            "other": str(one),
            "event_id": None,
        }
    ]
