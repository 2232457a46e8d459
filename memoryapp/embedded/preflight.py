"""What is looked at before anything is started, so that a refusal is one clear sentence."""

import errno
import os
import shutil
import socket
from pathlib import Path

from .failures import SetUpError, full_disk

_MEBIBYTE = 1024 * 1024
_FOR_A_NEW_ONE = 500 * _MEBIBYTE
_TO_GO_ON = 50 * _MEBIBYTE


def prepare_data_directory(data: Path) -> None:
    """Make the data directory, private, where it is missing. SetUpError: it cannot be written."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        (data / "static").mkdir(exist_ok=True)  # of collectstatic: the web server looks for it
        probe = data / f".probe-{os.getpid()}"
        probe.write_text("")
        probe.unlink()
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise full_disk(str(data)) from None
        raise SetUpError(
            f"The data directory {data} cannot be written ({problem.strerror}): "
            "choose another with make up DATA=…"
        ) from None


def check_port(port: int) -> None:
    """SetUpError: another program listens on the loopback port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError:
            raise SetUpError(
                f"Port {port} needs more rights: choose one with make up PORT=8000."
            ) from None
        except OSError:
            raise SetUpError(
                f"Port {port} is taken by another program: choose one with make up PORT={port + 1}."
            ) from None


def check_disk(data: Path) -> None:
    """SetUpError: there is no room for a new data directory, or for going on with one."""
    needed = _TO_GO_ON if (data / "postgres").exists() else _FOR_A_NEW_ONE
    free = shutil.disk_usage(data).free
    if free < needed:
        raise SetUpError(
            f"The disk that holds {data} is full: {needed // _MEBIBYTE} MiB are needed and "
            f"{free // _MEBIBYTE} MiB are free."
        )
