"""The view of the proofs of copies that hold: the same in SQL and in Python, and within the wall."""

from provenance.database.tenancy import workspace
from provenance.models import ProvenCopy
from tests.database.sql import as_superuser, as_web
from tests.provenance.reconciling.acting import apply, producers, roll_back, twice

_IDS = "SELECT id FROM live_copy"


def known(person):
    """By the queryset, and by the view."""
    with workspace(person.caller):
        told = set(ProvenCopy.objects.live().values_list("id", flat=True))
    with as_web(person.workspace_id) as web:
        return told, {one for (one,) in web.execute(_IDS)}


def test_what_holds_is_the_same_for_the_view_and_for_the_queryset(ada, rita):
    twice(ada)
    plan = producers(rita)
    seen = [known(rita)]
    apply(rita, plan)
    seen.append(known(rita))
    roll_back(rita, plan)
    seen.append(known(rita))

    assert all(told == view for told, view in seen)
    assert [len(told) for told, _ in seen] == [0, 1, 0]
    with workspace(rita.caller):
        assert ProvenCopy.objects.here().count() == 1, "the trail stays"


def test_p13_the_view_shows_the_open_workspace_alone(ada, rita, mallory):
    twice(ada)
    apply(rita, producers(rita))

    with as_web(mallory.workspace_id) as web:
        assert web.execute(_IDS).fetchall() == []
    with as_web() as web:
        assert web.execute(_IDS).fetchall() == []
    with as_superuser() as everything:
        assert everything.execute(_IDS).fetchall() != []
