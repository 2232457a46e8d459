"""A full disk is told as what it is: nobody is to look for damage in a file that is whole."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO

from provenance.problems import StorageFull

_FULL = (errno.ENOSPC, errno.EDQUOT)


def told_if_full(error: OSError) -> None:
    """Raises StorageFull where the error says that there is no room; else returns."""
    if error.errno in _FULL:
        raise StorageFull from error


@contextmanager
def room() -> Iterator[None]:
    """Within, an error that says that there is no room is raised as StorageFull."""
    try:
        yield
    except OSError as error:
        told_if_full(error)
        raise


def write_whole(file: FileIO, piece: bytes) -> None:
    """Writes all of the piece, or raises StorageFull: a file that is nearly full takes a part."""
    left = memoryview(piece)
    with room():
        while left:
            left = left[file.write(left) :]
