"""Sessions that were keyed anew, and old and new ids of the same events."""

from uuid import uuid4

import pytest

from provenance.database.tenancy import workspace
from provenance.models import (
    ImportRun,
)
from provenance.problems import InvalidRequest
from tests.contract.saying import say
from tests.provenance.importing.corpus import body

from .acting import (
    NAMES,
    apply,
    dispositions,
    mapped,
    plan_of,
    twice,
)


def test_a_session_that_was_keyed_anew(ada, rita):
    texts = [f"Remark {n} on the long tea ceremony." for n in range(3)]
    old = [say(ada, text, session_id="old", turn_index=n) for n, text in enumerate(texts)]
    new = [say(ada, text, session_id="new", turn_index=n) for n, text in enumerate(texts[:2])]
    other = say(ada, "Something that was only said there.", session_id="new", turn_index=2)

    plan = plan_of(rita, "sessions", first="old", second="new")
    assert dispositions(rita, plan) == [("same", "turn")] * 2
    apply(rita, plan)

    assert mapped(rita) == {(new[0], old[0]), (new[1], old[1])}
    assert body(rita, plan, "planned")["not_proposed"] == {"first_alone": 1, "second_alone": 1}
    assert other not in {one for pair in mapped(rita) for one in pair}


def test_old_and_new_event_ids_of_the_same_events(ada, rita):
    texts = [f"Remark {n} on the long tea ceremony." for n in range(2)]
    old = [say(ada, text, event_id=f"v1:{n}") for n, text in enumerate(texts)]
    new = [say(ada, text, event_id=f"v1:new:{n}") for n, text in enumerate(texts)]
    say(ada, "A third remark under the new ids.", event_id="v1:new:9")

    plan = plan_of(rita, "namespaces", first="v1:", second="v1:new:")
    assert dispositions(rita, plan) == [("same", "order")] * 2
    apply(rita, plan)

    assert mapped(rita) == set(zip(new, old, strict=True))
    assert body(rita, plan, "planned")["not_proposed"] == {"first_alone": 0, "second_alone": 1}


def test_p13_what_is_not_here_is_refused_and_leaves_no_plan(ada, rita):
    twice(ada)
    for first, second in ((NAMES["first"], "codex/nowhere"), (NAMES["first"],) * 2):
        with pytest.raises(InvalidRequest):
            plan_of(rita, "producers", first=first, second=second)
    with pytest.raises(InvalidRequest):
        plan_of(rita, "sessions", first="session-1", second=uuid4().hex)
    with workspace(rita.caller):
        assert not ImportRun.objects.here().exists()
