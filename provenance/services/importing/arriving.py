"""A place for a file that arrives in one go, until it is whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from provenance.services.importing.full_disk import room
from provenance.services.importing.holding import imports_folder


@contextmanager
def arriving() -> Iterator[Path]:
    """Where to write it. What nobody has taken over by then is deleted. Raises StorageFull."""
    with room():
        folder = TemporaryDirectory(dir=imports_folder(), prefix="arriving-")
    with folder as name:
        yield Path(name) / "file"
