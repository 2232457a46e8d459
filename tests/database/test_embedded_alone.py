"""One command of `manage.py` on a data directory, whether or not its database runs."""

import os
import signal
import sys
from pathlib import Path

import pytest

from memoryapp.embedded.lock import held, is_held
from memoryapp.embedded.running import running_postgres
from tests.database.embedded_keeper import begin, left_running, read_until, rest_of

MANAGE = [sys.executable, "-m", "memoryapp.embedded", "manage"]
_ASKS = "from provenance.models import Workspace; print(Workspace.__name__, 'is known')"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory on which a first command has been run alone."""
    data = tmp_path_factory.mktemp("alone") / "data"
    process = begin([*MANAGE, "showmigrations", "--plan"], data=data, EMBEDDER="hashing")
    output = rest_of(process)
    assert process.returncode == 0, output
    assert "[X]  recall.0001_initial" in output
    assert "[ ]" not in output
    return data


def test_the_database_is_set_up_for_the_first_command_and_stopped_after_it(data):
    assert (data / "migrated").exists()
    assert left_running(data) == []
    assert not is_held(data)


def test_the_next_command_finds_what_is_there(data):
    process = begin([*MANAGE, "shell", "-v0", "-c", _ASKS], data=data, EMBEDDER="hashing")
    output = rest_of(process)
    assert "Workspace is known" in output
    assert "build_embedder" not in output


def test_beside_a_running_database_nothing_is_started(data):
    with running_postgres(data):
        assert is_held(data)
        process = begin([*MANAGE, "shell", "-v0", "-c", _ASKS], data=data, EMBEDDER="hashing")
        output = rest_of(process)
        assert process.returncode == 0, output
        assert "Workspace is known" in output
        assert "starting PostgreSQL" not in output


def test_the_commands_own_exit_code_and_sentence_are_passed_on(data):
    command = [*MANAGE, "rebuild", "--workspace", "nowhere"]
    process = begin(command, data=data, EMBEDDER="hashing")
    assert "There is no workspace 'nowhere'." in rest_of(process)
    assert process.returncode == 1


def test_what_stops_the_set_up_is_one_sentence(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    process = begin([*MANAGE, "check"], data=in_the_way / "data")
    output = rest_of(process)
    assert process.returncode == 1
    assert "cannot be written" in output
    assert "Traceback" not in output


def test_an_interrupted_command_ends_in_its_own_way_and_the_database_after_it(data):
    waits = "print('waiting', flush=True); import signal; signal.pause()"
    process = begin([*MANAGE, "shell", "-v0", "-c", waits], data=data, EMBEDDER="hashing")
    read_until(process, "waiting")
    # As a terminal does: everybody in the foreground is told.
    os.killpg(process.pid, signal.SIGINT)
    assert "KeyboardInterrupt" in rest_of(process)
    assert process.returncode not in (0, None)
    assert left_running(data) == []
    assert not is_held(data)


def test_only_a_living_process_holds_a_data_directory(tmp_path):
    assert not is_held(tmp_path)
    with held(tmp_path):
        assert is_held(tmp_path)
    assert not is_held(tmp_path)
