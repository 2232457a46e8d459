"""GET /v1/observations/{id}/lineage."""

from uuid import uuid4

import pytest

from tests.contract.saying import link, pointers, problem, query_count, say


def lineage(person, observation, **query):
    response = person.get(f"/v1/observations/{observation}/lineage", **query)
    assert response.status_code == 200, response.content
    return response.json()


def edge(origin, to, relation, state="resolved", **named):
    return {
        "from": str(origin),
        "to": to and str(to),
        "relation": relation,
        "state": state,
        "event_id": None,
        "recall": None,
        "external": None,
    } | named


def chain(person, length):
    """A turn and what was derived from it step by step, oldest first."""
    found = [say(person, "the root")]
    for number in range(1, length):
        source = link("derived_from", observation=found[-1])
        found.append(say(person, f"step {number}", kind="note", lineage=source))
    return found


def test_a_summary_is_shown_with_its_source(ada, ben):
    root, summary = chain(ada, 2)
    graph = lineage(ben, summary)
    assert [(node["id"], node["depth"]) for node in graph["nodes"]] == [
        (str(summary), 0),
        (str(root), 1),
    ]
    assert graph["nodes"][1]["excerpt"] == "the root"
    assert graph["edges"] == [edge(summary, root, "derived_from")]
    assert graph["roots"] == [str(root)]
    assert graph["support"] == {"independent": 1, "confirmations": 0, "listed": 0}
    assert (graph["unresolved"], graph["complete"]) == ([], True)


@pytest.mark.parametrize(
    ("direction", "reached"), [("both", [1, 0, 2]), ("up", [1, 0]), ("down", [1, 2])]
)
def test_it_walks_up_down_or_both(ada, ben, direction, reached):
    found = chain(ada, 3)
    graph = lineage(ben, found[1], direction=direction)
    assert [node["id"] for node in graph["nodes"]] == [str(found[index]) for index in reached]
    assert graph["complete"] is True


def test_what_the_depth_cuts_off_is_said(ada, ben):
    found = chain(ada, 4)
    cut = lineage(ben, found[3], depth=2)
    assert (len(cut["nodes"]), cut["complete"]) == (3, False)
    whole = lineage(ben, found[3], depth=3)
    assert (len(whole["nodes"]), whole["complete"]) == (4, True)


def test_an_awaited_event_is_unresolved_until_it_comes(ada, ben):
    awaiting = link("responds_to", event_id="asked")
    answer = say(ada, "answer", speaker_role="assistant", lineage=awaiting)
    graph = lineage(ben, answer)
    assert graph["edges"] == [edge(answer, None, "responds_to", "unresolved", event_id="asked")]
    assert graph["unresolved"] == [
        {
            "kind": "awaited_event",
            "observation": str(answer),
            "other": None,
            "event_id": "asked",
        }
    ]
    question = say(ada, "question", event_id="asked")
    graph = lineage(ben, answer)
    assert graph["edges"] == [edge(answer, question, "responds_to", event_id="asked")]
    assert graph["unresolved"] == []
    assert [node["id"] for node in lineage(ben, question)["nodes"]] == [str(question), str(answer)]


def test_what_it_responds_to_is_context_and_no_root(ada, ben):
    question = say(ada, "question", event_id="asked")
    answer = say(
        ada, "answer", speaker_role="assistant", lineage=link("responds_to", event_id="asked")
    )
    graph = lineage(ben, answer)
    assert {node["id"] for node in graph["nodes"]} == {str(question), str(answer)}
    assert (graph["roots"], graph["support"]["independent"]) == ([], 0)


def test_a_source_kept_elsewhere_is_named(ada, ben):
    said = say(ada, lineage=link("quotes", external=("wiki", "Deploys#3")))
    assert lineage(ben, said)["edges"] == [
        edge(said, None, "quotes", "unresolved", external={"system": "wiki", "ref": "Deploys#3"})
    ]


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ({"direction": "sideways"}, ("/direction", "invalid_value")),
        ({"depth": 0}, ("/depth", "out_of_range")),
        ({"depth": 33}, ("/depth", "out_of_range")),
        ({"limit": 1}, ("/limit", "unknown_member")),
    ],
)
def test_a_query_that_is_not_understood_is_refused(ada, ben, query, refused):
    response = ben.get(f"/v1/observations/{say(ada)}/lineage", **query)
    assert pointers(response) == [refused]


def test_p13_beyond_the_wall_there_is_nothing(ada, mallory):
    for one in (say(ada), uuid4()):
        assert problem(mallory.get(f"/v1/observations/{one}/lineage")) == (404, "not_found")


def test_it_takes_as_many_queries_for_thirty_nodes_as_for_three(ada, ben):
    few = query_count(ben, f"/v1/observations/{chain(ada, 3)[0]}/lineage", depth=32)
    many = query_count(ben, f"/v1/observations/{chain(ada, 30)[0]}/lineage", depth=32)
    assert many == few
