"""What is withdrawn and erased is kept outside the database too, durably and without a word of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import Tenancy
from provenance.models import CorrectionDecision, CorrectionReversal, Erasure, StandingEvent
from provenance.services.tombstones import keeping
from provenance.services.tombstones.keeping import fill
from provenance.tombstones.entry import DamagedError, Entry, entry_of, line_of
from provenance.tombstones.file import append, entries, file_of
from tests.cast import Person
from tests.contract.saying import say
from tests.provenance.correcting import accepted, derived_from, reverted
from tests.provenance.erasing import erased, here

SAID = "The pump in the east cellar drips when the tide is high."


def kept(person: Person) -> list[Entry]:
    path = file_of(person.workspace_id, directory=settings.TOMBSTONES_DIR)
    return list(entries(path)) if path.exists() else []


def acts(person: Person) -> list[str]:
    return [entry.act for entry in kept(person)]


def test_p09_a_withdrawal_and_what_it_binds_are_kept_when_decide_returns(stage):
    said = say(stage.ada, SAID)
    made = derived_from(stage.ada, [said])
    correction = accepted(stage, "withdraw", said)
    stood = [entry.about for entry in kept(stage.rita) if entry.act == "stood"]
    assert {(one["observation"], one["standing"]) for one in stood} == {
        (str(said), "withdrawn"),
        (str(made), "withdrawn"),
    }
    (decided,) = [entry.about for entry in kept(stage.rita) if entry.act == "decided"]
    assert decided["correction"] == str(correction)
    assert [target["observation"] for target in decided["targets"]] == [str(said)]


def test_p09_a_reversal_is_kept(stage):
    said = say(stage.ada, SAID)
    reverted(stage.rita, accepted(stage, "withdraw", said))
    assert acts(stage.rita)[-2:] == ["reverted", "stood"]
    assert kept(stage.rita)[-1].about["standing"] == "reported"


def test_p09_an_erasure_is_kept_with_its_copies(stage):
    said = say(stage.ada, SAID)
    erased(stage.rita, said)
    erased(stage.rita, said)
    (trail,) = [entry.about for entry in kept(stage.rita) if entry.act == "erased"]
    assert trail["observation"] == str(said)


def test_p10_no_word_of_what_was_said_is_kept(stage):
    said = say(stage.ada, SAID, speaker_name="Quillon")
    accepted(stage, "correct", said, statement="The pump in the west cellar drips.")
    erased(stage.rita, said)
    written = file_of(stage.rita.workspace_id, directory=settings.TOMBSTONES_DIR).read_text()
    for word in ("cellar", "drips", "Quillon", "wrong", "asked for"):
        assert word not in written


def test_p09_what_a_killed_process_left_out_is_appended_later(stage, monkeypatch):
    said = say(stage.ada, SAID)
    monkeypatch.setattr(keeping, "append", _dies)
    accepted(stage, "withdraw", said)
    erased(stage.rita, say(stage.ada, "Another word of it."))
    assert kept(stage.rita) == []
    monkeypatch.undo()
    assert fill(Tenancy(stage.rita.workspace_id)) == 3
    assert acts(stage.rita) == ["opened", "decided", "stood", "erased"]
    assert fill(Tenancy(stage.rita.workspace_id)) == 0


def _dies(*_: object) -> None:
    raise OSError(28, "No space left on device")


_KILLED = """
import os, signal, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "memoryapp.settings"
import django; django.setup()
from uuid import UUID
from datetime import UTC, datetime
from provenance.services.tombstones import keeping
from provenance.services.access.caller import Caller
from provenance.services.erase import Erasing, erase
keeping.append = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
place, principal, one = map(UUID, sys.argv[1:])
caller = Caller(workspace_id=place, principal_id=principal, name="rita", kind="human")
erase(caller=caller, erasing=Erasing(observations=[one], reason="asked"), at=datetime.now(UTC))
"""


def test_p09_kill_9_between_the_commit_and_the_append_loses_nothing(stage):
    said = say(stage.ada, SAID)
    who = [str(stage.rita.workspace_id), str(stage.rita.principal.id), str(said)]
    done = subprocess.run([sys.executable, "-c", _KILLED, *who], env=os.environ, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(here(stage.rita, Erasure)) == 1  # committed
    assert kept(stage.rita) == []
    call_command("tombstones")
    assert acts(stage.rita) == ["opened", "erased"]


def test_half_a_line_of_a_killed_writer_goes_and_comes_again_whole(stage):
    accepted(stage, "withdraw", say(stage.ada, SAID))
    path = file_of(stage.rita.workspace_id, directory=settings.TOMBSTONES_DIR)
    path.write_bytes(path.read_bytes()[:-20])
    assert acts(stage.rita) == ["opened", "decided"]
    assert fill(Tenancy(stage.rita.workspace_id)) == 1
    assert acts(stage.rita) == ["opened", "decided", "stood"]


def test_an_altered_line_is_told_by_its_number(stage):
    accepted(stage, "withdraw", say(stage.ada, SAID))
    path = file_of(stage.rita.workspace_id, directory=settings.TOMBSTONES_DIR)
    path.write_bytes(path.read_bytes().replace(b'"withdrawn"', b'"reported_"'))
    with pytest.raises(DamagedError, match="line 3: altered"):
        kept(stage.rita)
    with pytest.raises(CommandError, match=rf"{stage.rita.workspace_id}.jsonl, line 3"):
        call_command("tombstones")
    path.unlink()
    call_command("tombstones")
    assert acts(stage.rita) == ["opened", "decided", "stood"]


def test_every_row_that_changes_whether_something_holds_is_kept(stage):
    said = say(stage.ada, SAID)
    reverted(stage.rita, accepted(stage, "supersede", said, statement="It no longer drips."))
    accepted(stage, "adopt", say(stage.ada, "Adopting withdraws nothing at all."))
    accepted(stage, "withdraw", said)
    erased(stage.rita, said)
    models = (CorrectionDecision, CorrectionReversal, StandingEvent, Erasure)
    rows = {str(row.id) for model in models for row in here(stage.rita, model)}
    adopting = here(stage.rita, CorrectionDecision, correction__kind="adopt")
    rows -= {str(row.id) for row in adopting}
    assert {entry.id for entry in kept(stage.rita) if entry.act != "opened"} == rows


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'{"v":9}', b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_line_of_the_file_is_damage(line):
    with pytest.raises(DamagedError):
        entry_of(line, number=1)


def test_an_entry_comes_back_as_it_was(tmp_path: Path):
    one = Entry(act="reverted", id="a", position=7, at="now", about={"correction": "c", "by": "b"})
    append(tmp_path / "new" / "file.jsonl", [one, one])
    assert list(entries(tmp_path / "new" / "file.jsonl")) == [one]
    assert line_of(one).endswith(b"\n")
    assert (tmp_path / "new" / "file.jsonl").stat().st_mode & 0o077 == 0
