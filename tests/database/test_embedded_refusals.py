"""What stops `make up` before or while it starts is told in one sentence, without a traceback."""

import os
import shutil
import socket
from collections import namedtuple
from pathlib import Path

import pytest

from memoryapp.embedded.failures import SetUpError, explain
from memoryapp.embedded.options import Options
from memoryapp.embedded.preflight import check_disk, check_port, prepare_data_directory
from memoryapp.embedded.private import ensure_private

Usage = namedtuple("Usage", "total used free")


def test_a_taken_port_is_named_and_another_is_offered():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SetUpError, match=rf"Port {port} is taken .* PORT={port + 1}"):
            check_port(port)


def test_a_free_port_is_fine():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    check_port(port)


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "8000.5", "²"])
def test_a_port_that_is_none_is_refused(port):
    with pytest.raises(SetUpError, match="is not a port"):
        Options.read({"PORT": port})


@pytest.mark.parametrize("name", ["DATABASE_URL", "APP_DATABASE_URL"])
def test_one_database_url_without_the_other_is_refused(name):
    with pytest.raises(SetUpError, match="belong together"):
        Options.read({name: "postgresql://somewhere/memoryapp"})


def test_a_data_directory_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(SetUpError, match=r"cannot be written .*choose another with make up DATA="):
        prepare_data_directory(tmp_path / "data")


def test_a_data_directory_where_nothing_may_be_made_is_refused():
    with pytest.raises(SetUpError, match="cannot be written"):
        prepare_data_directory(Path("/proc/memoryapp"))


def test_a_new_data_directory_is_private(tmp_path):
    prepare_data_directory(tmp_path / "data")
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("free", "made"), [(499, False), (49, True)])
def test_too_little_room_is_told_in_numbers(tmp_path, monkeypatch, free, made):
    if made:
        (tmp_path / "postgres").mkdir()
    usage = Usage(0, 0, free * 1024 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(SetUpError, match=rf"is full: .* {free} MiB are free"):
        check_disk(tmp_path)


@pytest.mark.parametrize(
    "output",
    [
        'FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device',
        "psycopg.errors.DiskFull: could not extend file",
        "OSError: [Errno 122] Disk quota exceeded",
    ],
)
def test_a_disk_that_fills_up_meanwhile_is_told_as_such(output):
    told = explain(what="Preparing the tables failed", output=output, place="/srv/memory")
    expected = "The disk that holds /srv/memory is full: free some space and try again."
    assert str(told) == expected


def test_another_failure_is_told_by_its_last_line():
    told = explain(what="Preparing the tables failed", output="one\ntwo\n\n", place="/srv")
    assert str(told) == "Preparing the tables failed: two"


def test_a_socket_directory_that_others_may_enter_is_refused(tmp_path):
    (tmp_path / "run").mkdir(mode=0o755)
    with pytest.raises(SetUpError, match="is not private"):
        ensure_private(tmp_path / "run")


def test_a_socket_directory_that_is_a_link_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    os.symlink(tmp_path / "elsewhere", tmp_path / "run")
    with pytest.raises(SetUpError, match="is not private"):
        ensure_private(tmp_path / "run")
