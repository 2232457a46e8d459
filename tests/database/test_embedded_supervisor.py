"""The keeper: it starts everything in order and leaves nothing behind, however it ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memoryapp.embedded import valkey
from memoryapp.embedded.leftovers import Children
from memoryapp.embedded.processes import until
from tests.database.embedded_keeper import (
    begin,
    free_port,
    left_running,
    nothing_left_running,
    process_of,
    process_returns,
    processes_end,
    read_until,
    rest_of,
    until_more_run,
)

UP = [sys.executable, "-m", "tests.database.embedded_stand_in", "up"]
# With databases given, only the broker is started: these tests are about keeping.
GIVEN = {"DATABASE_URL": "postgresql:///given", "APP_DATABASE_URL": "postgresql:///given"}

pytestmark = pytest.mark.slow


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def start(data: Path, **settings: str) -> subprocess.Popen[str]:
    return begin(UP, data=data, **GIVEN, **{"PORT": str(free_port()), **settings})


def test_it_sets_up_in_order_and_says_ready_on_a_line_of_its_own(data):
    port = str(free_port())
    keeper = begin(UP, data=data, PORT=port)
    lines = read_until(keeper, "story was done")
    keeper.send_signal(signal.SIGTERM)
    rest = rest_of(keeper)
    steps = [line.partition("| ")[2] for line in lines if line.startswith("set-up")]
    assert sorted(steps[:2]) == ["build_embedder was done", "migrate was done"]
    assert steps[2:] == ["bootstrap was done", "load_sample was done"]
    assert f"READY http://127.0.0.1:{port}" in lines
    assert "postgres | LOG:  database system is shut down" in rest.splitlines()
    assert rest.splitlines()[-1] == "memoryapp has stopped."
    assert (keeper.returncode, left_running(data)) == (0, [])


def test_the_sample_is_left_out_when_asked(data):
    keeper = start(data, SAMPLE="0")
    lines = read_until(keeper, "READY")
    keeper.send_signal(signal.SIGTERM)
    rest_of(keeper)
    assert not [line for line in lines if "load_sample" in line]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_every_child_and_grandchild(data, number):
    keeper = start(data)
    read_until(keeper, "READY")
    until_more_run(data, than=4)
    keeper.send_signal(number)
    rest_of(keeper)
    assert (keeper.returncode, left_running(data)) == (0, [])


def test_ctrl_c_in_the_middle_of_a_step_stops_it_too(data):
    keeper = start(data, STAND_IN_migrate="print('begun', flush=True); import time; time.sleep(60)")
    read_until(keeper, "set-up   | begun")
    os.killpg(keeper.pid, signal.SIGINT)
    rest_of(keeper)
    assert (keeper.returncode, left_running(data)) == (0, [])


def test_a_web_server_that_dies_ends_the_whole_with_one_sentence(data):
    keeper = start(data)
    read_until(keeper, "READY")
    os.kill(process_of(data, "web"), signal.SIGKILL)
    told = rest_of(keeper)
    assert told.splitlines()[-1] == "Everything is stopped because web was ended by SIGKILL."
    assert (keeper.returncode, left_running(data)) == (1, [])


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_a_helper_that_dies_is_told_and_begun_again_while_the_web_server_goes_on(data, name):
    keeper = start(data)
    read_until(keeper, "story was done")
    web, helper = process_of(data, "web"), process_of(data, name)
    os.kill(helper, signal.SIGKILL)
    # Set-up steps that come last may still be told of.
    lines = [one for one in read_until(keeper, name) if not one.startswith("set-up")]
    assert lines == [f"{name} was ended by SIGKILL; it is started again in 1 s."]
    assert process_returns(data, name) != helper
    assert process_of(data, "web") == web
    keeper.send_signal(signal.SIGTERM)
    rest_of(keeper)
    assert (keeper.returncode, left_running(data)) == (0, [])


def test_the_own_broker_is_begun_again_too(data):
    keeper = start(data)
    read_until(keeper, "story was done")
    (broker,) = [int(line.split()[0]) for line in (data / "children").read_text().splitlines()[:1]]
    os.kill(broker, signal.SIGKILL)
    read_until(keeper, "valkey was ended by SIGKILL; it is started again in 1 s.")
    assert until(lambda: valkey.answers(data), seconds=30)
    keeper.send_signal(signal.SIGTERM)
    rest_of(keeper)
    assert (keeper.returncode, left_running(data)) == (0, [])


def test_a_killed_keeper_takes_its_children_along(data):
    keeper = start(data)
    read_until(keeper, "READY")
    keeper.kill()
    # What the children start themselves, the web server's workers say, is theirs to stop.
    assert processes_end(data, "web", "worker", "beat", "valkey")
    rest = left_running(data)
    Children(data).stop_leftovers()
    assert (len(rest), nothing_left_running(data)) == (1, [])


def test_a_killed_keepers_lock_and_port_do_not_hinder_the_next(data):
    port = str(free_port())
    first = begin(UP, data=data, PORT=port)
    read_until(first, "READY")
    first.kill()
    second = begin(UP, data=data, PORT=port)
    read_until(second, "READY")
    second.send_signal(signal.SIGTERM)
    rest_of(second)
    # Not even what a child of the first had started is left.
    assert left_running(data) == []


def test_a_second_keeper_on_the_same_data_directory_is_refused(data):
    first = start(data)
    read_until(first, "READY")
    second = start(data)
    told = rest_of(second)
    first.send_signal(signal.SIGTERM)
    rest_of(first)
    expected = f"Another make up is running on the data directory {data}: stop it first.\n"
    assert (told, second.returncode) == (expected, 1)


def test_a_taken_port_is_one_sentence_and_exit_code_1(data):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        keeper = start(data, PORT=str(taken.getsockname()[1]))
        told = rest_of(keeper)
    assert told.count("\n") == 1
    assert "is taken by another program" in told
    assert keeper.returncode == 1


def test_an_unwritable_directory_is_one_sentence_and_exit_code_1():
    keeper = start(Path("/proc/memoryapp"))
    told = rest_of(keeper)
    assert told.count("\n") == 1
    assert "The data directory /proc/memoryapp cannot be written" in told
    assert keeper.returncode == 1


def test_a_step_that_finds_the_disk_full_shows_a_sentence_and_no_traceback(data):
    keeper = start(
        data, STAND_IN_migrate="import os; os.write(os.open('/dev/full', os.O_WRONLY), b'x')"
    )
    told = rest_of(keeper)
    assert "Traceback" not in told
    assert told.splitlines()[-1].startswith(f"The disk that holds {data} is full")
    assert (keeper.returncode, left_running(data)) == (1, [])


def test_another_failing_step_shows_its_traceback_and_a_sentence(data):
    keeper = start(data, STAND_IN_bootstrap="1 / 0")
    told = rest_of(keeper)
    assert "set-up   | Traceback (most recent call last):" in told
    assert "Making the workspace and its keys failed: ZeroDivisionError" in told.splitlines()[-1]
    assert (keeper.returncode, left_running(data)) == (1, [])


def test_it_stops_with_the_process_that_started_it_when_asked(data):
    command = " ".join([*UP, "--stop-with-parent", "; true"])
    shell = begin(["sh", "-c", command], data=data, **GIVEN, PORT=str(free_port()))
    read_until(shell, "READY")
    shell.kill()
    assert nothing_left_running(data) == []
    rest_of(shell)


def test_a_reader_that_goes_away_does_not_stop_the_services(data):
    port = free_port()
    keeper = start(data, PORT=str(port), STAND_IN_story="print('once ' * 100000)")
    read_until(keeper, "READY")
    keeper.stdout.close()
    time.sleep(1)
    with socket.create_connection(("127.0.0.1", port)):
        assert keeper.poll() is None
    keeper.send_signal(signal.SIGTERM)
    keeper.wait(timeout=60)
    assert left_running(data) == []
