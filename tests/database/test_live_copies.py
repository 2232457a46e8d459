"""The view of the proofs of copies that hold: the same in SQL and in Python, and within the wall."""

import re
from pathlib import Path

from provenance.database.tenancy import workspace
from provenance.models import ProvenCopy
from tests.database.sql import as_superuser, as_web
from tests.provenance.reconciling.acting import apply, producers, roll_back, twice

ROOT = Path(__file__).resolve().parent.parent.parent
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


# What makes the table, guards it, and counts what is there; all others read the proofs that hold.
_BESIDE_THE_VIEW = {
    "provenance/database/copies.py",
    "provenance/database/erasing.py",
    "provenance/models/likeness.py",
    "provenance/services/verification/rules.py",
}


def test_no_reader_passes_by_what_was_taken_back():
    raw = re.compile(r"\bproven_copy\b|ProvenCopy\.objects\.here\(")
    readers = {
        str(path.relative_to(ROOT))
        for part in ("provenance", "recall", "memoryapp")
        for path in (ROOT / part).rglob("*.py")
        if "migrations" not in path.parts and raw.search(path.read_text())
    }
    assert readers <= _BESIDE_THE_VIEW


def test_pages_tell_a_copy_while_its_mapping_holds(ada, rita):
    first, second = twice(ada)
    plan = producers(rita)
    seen = []
    for act in (None, apply, roll_back):
        if act:
            act(rita, plan)
        page = rita.browser.get(f"/observations/{first}").content.decode()
        seen.append(f'href="/observations/{second}"' in page and "copy" in page)
    assert seen == [False, True, False]
