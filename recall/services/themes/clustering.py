"""Runs `clusters.py` in a process of its own.

It can be ended at once, leaves no memory behind (scikit-learn and SciPy are 100 MB), takes nothing
from the worker's other thread, and has one thread for its arithmetic, whatever the machine.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from django.conf import settings

MOST_SECONDS = 600.0
_LOOK_SECONDS = 1.0
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class ClusteringError(Exception):
    """The process ended without clusters, or was too slow."""


def cluster(vectors: Any, *, go_on: Callable[[], bool]) -> Any:
    """The cluster of each vector, -1 for none; None where `go_on`, asked each second, says no.

    Raises ClusteringError.
    """
    with TemporaryFile() as given, TemporaryFile() as made:
        np.save(given, np.asarray(vectors, np.float32))
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "recall.services.themes.clusters"],
            cwd=settings.BASE_DIR,
            env={**os.environ, **_ONE_THREAD},
            stdin=given,
            stdout=made,
            stderr=subprocess.DEVNULL,
        )
        try:
            if not _ended(process, go_on=go_on):
                return None
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            raise ClusteringError
        made.seek(0)
        return np.load(BytesIO(made.read()), allow_pickle=False)


def _ended(process: subprocess.Popen[bytes], *, go_on: Callable[[], bool]) -> bool:
    """True once it has ended by itself; False where it is not wanted any more."""
    for _ in range(int(MOST_SECONDS / _LOOK_SECONDS)):
        try:
            process.wait(timeout=_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            if not go_on():
                return False
        else:
            return True
    raise ClusteringError
