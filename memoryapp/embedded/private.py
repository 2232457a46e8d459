"""Directories that only their owner may enter."""

import os
from pathlib import Path

from .failures import SetUpError


def ensure_private(directory: Path) -> None:
    """Make the directory (mode 0700), or check that the one that is there is ours alone.

    Trust on the sockets rests on it: below a shared temporary directory anybody could have made
    it before us. SetUpError: it belongs to somebody else, or others may enter.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = directory.stat(follow_symlinks=False)
    if found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise SetUpError(f"The directory {directory} is not private to you (mode 0700): remove it.")
