"""A restored backup brings nothing back that was withdrawn or erased since it was made (P9)."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryapp.embedded.unpromoted import mark_of
from tests.database import restoring
from tests.database.embedded_keeper import begin, rest_of
from tests.database.restoring import ERASED, FREED, KEPT, WITHDRAWN, Saved, run
from tests.provenance.correcting import accepted
from tests.server import own_database, url_as


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Saved]:
    """A ledger that was saved and went on, and its backup."""
    with restoring.saved_ledger(tmp_path_factory.mktemp("saved")) as saved:
        yield saved


@pytest.fixture(scope="module")
def unproven(saved: Saved) -> tuple[list[str], str]:
    """What a restore without tombstones tells."""
    hidden = saved.tombstones.rename(saved.place / "hidden")
    try:
        return run("restore", str(saved.backup), "--into", str(saved.copy))
    finally:
        hidden.rename(saved.tombstones)


@pytest.fixture(scope="module")
def refused(saved: Saved, unproven: Any) -> str:
    """Why that copy is not promoted."""
    return run("restore", "--into", str(saved.copy), "--promote")[1]


@pytest.fixture(scope="module")
def not_served(saved: Saved, refused: str) -> tuple[int, str]:
    """What `make up` says of it."""
    process = begin([sys.executable, "-m", "memoryapp.embedded", "up"], data=saved.copy)
    output = rest_of(process)
    return process.returncode, output


@pytest.fixture(scope="module")
def promoted(saved: Saved, not_served: Any) -> list[str]:
    """What promoting it with the tombstones tells, after one more withdrawal."""
    accepted(saved.stage, "withdraw", saved.said[KEPT])
    given = ["--tombstones", str(saved.tombstones)]
    lines, failure = run("restore", "--into", str(saved.copy), *given, "--promote")
    assert failure == ""
    return lines


@pytest.fixture(scope="module")
def seen(saved: Saved, promoted: list[str]) -> dict[str, Any]:
    """What is in the copy then."""
    with restoring.looking_into(saved.copy) as database:
        standings = "SELECT observation_id, standing FROM current_standing"
        words = "SELECT observation_id, text FROM content"
        position = database.execute("SELECT last_value FROM ledger_position").fetchone()
        return {
            "standing": dict(database.execute(standings).fetchall()),
            "text": dict(database.execute(words).fetchall()),
            "position": position[0] if position else 0,
            "verified": restoring.on_the_copy(saved.copy, "verify_ledger", "--all"),
            "again": restoring.on_the_copy(
                saved.copy, "tombstones", "--apply", str(saved.copy / "tombstones")
            ),
        }


def test_a_restore_without_tombstones_tells_what_is_unproven(unproven):
    lines, failure = unproven
    assert failure.startswith("It is not promoted: unproven:")
    told = "\n".join(lines)
    assert "there is no file of tombstones for this workspace" in told
    assert "2 observations hold that do not in the live ledger" in told
    assert "1 observations have words that the live ledger erased" in told


def test_a_copy_that_is_not_proven_is_not_promoted(saved, refused):
    assert refused.startswith("unproven:")


def test_make_up_refuses_a_copy_that_was_not_promoted(not_served):
    code, output = not_served
    assert code == 1
    assert "is a restored copy that has not been promoted" in output
    assert "Traceback" not in output


def test_p09_what_was_withdrawn_since_is_withdrawn_in_the_copy(saved, seen):
    for name in (WITHDRAWN, "made", KEPT):
        assert seen["standing"][saved.said[name]] == "withdrawn", name


def test_p09_what_was_erased_since_is_erased_in_the_copy(saved, seen):
    assert saved.said[ERASED] not in seen["text"]
    assert ERASED not in seen["text"].values()
    assert seen["text"][saved.said[WITHDRAWN]] == WITHDRAWN  # withdrawn is not erased


def test_p14_what_was_taken_back_since_is_taken_back_in_the_copy(saved, seen):
    assert seen["standing"][saved.said[FREED]] == "reported"


def test_what_came_after_the_backup_is_not_in_it(saved, seen):
    assert saved.said["late"] not in seen["text"]


def test_the_copy_is_a_sound_ledger_that_goes_on_behind_the_lost_positions(saved, seen):
    assert seen["verified"].returncode == 0, seen["verified"].stdout
    manifest = json.loads((saved.backup / "manifest.json").read_text())
    assert seen["position"] > manifest["position"]


def test_a_second_application_changes_nothing(seen):
    lines = [json.loads(line) for line in seen["again"].stdout.splitlines()]
    for line in lines:
        counts = [line[name] for name in ("decisions", "reversals", "standings", "erased")]
        assert counts == [0, 0, 0, 0]
        assert line["unproven"] == []


def test_promotion_shows_the_table_beside_the_live_ledger(promoted):
    table = {line[:34].strip(): line[34:].split() for line in promoted if len(line) > 34}
    copy, live, difference = table["observation"]
    assert int(copy) + 1 == int(live)  # what came after the backup
    assert difference == "-1"
    # What came after the backup was withdrawn too.
    assert table["standing withdrawn"][2] == "-1"
    assert table["erasure"][2] == "+0"


def test_a_promoted_copy_bears_no_mark_and_is_promoted_once(saved, seen):
    assert mark_of(saved.copy) is None
    assert run("restore", "--into", str(saved.copy), "--promote")[1].startswith("not_a_copy:")


def test_a_copy_is_restored_over_nothing(saved, seen):
    _, failure = run("restore", str(saved.backup), "--into", str(saved.copy))
    assert failure.startswith("not_empty:")
    assert (saved.copy / "postgres").is_dir()


def test_a_backup_says_what_it_holds(saved):
    manifest = json.loads((saved.backup / "manifest.json").read_text())
    assert manifest["tables"]["observation"] == 5
    assert manifest["tables"]["erasure"] == 0
    here = str(saved.stage.rita.workspace_id)
    assert manifest["standings"] == {here: {"withdrawn": 1}}
    assert here in manifest["workspaces"]
    assert manifest["versions"]["postgresql"]
    assert saved.backup.stat().st_mode & 0o077 == 0


def test_a_backup_says_no_word_in_its_manifest(saved):
    text = (saved.backup / "manifest.json").read_text()
    assert "locker" not in text


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        ("cut", "incomplete"),
        ("flipped", "altered"),
        ("gone", "incomplete"),
        ("linked", "incomplete"),
        ("counts", "altered"),
        ("no manifest", "not_a_backup"),
    ],
)
def test_a_damaged_backup_is_refused_whole(saved, tmp_path, harm, code):
    broken = tmp_path / "broken"
    shutil.copytree(saved.backup, broken)
    _harm(broken, harm)
    _, failure = run("restore", str(broken), "--into", str(tmp_path / "copy"))
    assert failure.startswith(f"{code}:")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": 2}, "future_version"),
        ({"migrations": ["provenance/9999_later"]}, "newer_schema"),
        ({"tables": {"observation": 4}}, "wrong_counts"),
        ({"format": "something"}, "not_a_backup"),
    ],
)
def test_a_backup_that_this_version_cannot_take_is_refused(saved, tmp_path, changes, code):
    other = restoring.doctored(saved.backup, tmp_path / "other", **changes)
    assert run("restore", str(other), "--into", str(tmp_path / "copy"))[1].startswith(f"{code}:")
    assert not (tmp_path / "copy").exists()


def test_a_backup_needs_a_role_that_reads_everything(saved, settings, tmp_path):
    settings.BACKUP_DATABASE_URL = ""
    _, failure = run("backup", "--into", str(tmp_path))
    assert failure.startswith("no_access:")
    # Row security would hide every row from the owner: an empty backup would look whole.
    settings.BACKUP_DATABASE_URL = url_as("memoryapp_owner", own_database())
    assert run("backup", "--into", str(tmp_path))[1].startswith("no_access:")
    assert list(tmp_path.iterdir()) == []


def _harm(broken: Path, harm: str) -> None:
    dump, manifest = broken / "database.dump", broken / "manifest.json"
    whole = dump.read_bytes()
    if harm == "cut":
        dump.write_bytes(whole[:-100])
    elif harm == "flipped":
        middle = len(whole) // 2
        dump.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    elif harm == "gone":
        dump.unlink()
    elif harm == "linked":
        dump.rename(broken / "elsewhere")
        dump.symlink_to("elsewhere")
    elif harm == "counts":
        form = json.loads(manifest.read_text())
        form["tables"]["observation"] = 4
        manifest.write_text(json.dumps(form))
    else:
        manifest.unlink()
