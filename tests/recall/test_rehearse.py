"""The rehearsal of an import: what it says, and what it leaves."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.models.workspace import Workspace
from recall.services.rehearsal import Seen, changes
from tests.contract.saying import say
from tests.provenance.importing.corpus import line, transcript

KETTLE = "The kettle stands on the left of the sink."


def rehearsed(person, path, **options):
    out = StringIO()
    slug = Workspace.objects.using("owner").get(id=person.workspace_id).slug
    call_command(
        "rehearse",
        str(path),
        workspace=slug,
        principal=person.principal.name,
        stdout=out,
        **options,
    )
    return out.getvalue()


def test_p14_it_tells_what_applying_changes_and_what_rolling_back_leaves(ada, rita, tmp_path):
    say(ada, "The cups are in the cupboard above it.")
    questions = tmp_path / "questions.txt"
    questions.write_text("where does the kettle stand?\n\n")

    told = rehearsed(rita, transcript(tmp_path, line(1, KETTLE)), questions=questions)

    applied = told[told.index("what applying changed") : told.index("what is left")]
    assert "observations: 1 → 2" in applied
    assert "admitted as imported: 0 → 1" in applied
    assert "answer to 'where does the kettle stand?'" in applied
    left = told[told.index("what is left") :]
    assert "standing withdrawn: 0 → 1" in left
    assert "answer to" not in left, "what was taken back is not recalled"
    assert "rolled_back" in left


def test_what_cannot_be_planned_is_said(rita, tmp_path):
    (tmp_path / "what.txt").write_text("hello")

    with pytest.raises(CommandError, match="unknown_format"):
        rehearsed(rita, tmp_path / "what.txt")


def test_p05_a_change_of_support_would_be_told():
    before = Seen({"facts": 1}, {"f": (1, 0, 0)})
    after = Seen({"facts": 1}, {"f": (2, 0, 0)})

    assert changes(before, after) == [("support of fact f", "(1, 0, 0)", "(2, 0, 0)")]
