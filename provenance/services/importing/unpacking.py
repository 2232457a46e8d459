"""A zip archive of transcripts, unpacked where nothing of it can do harm."""

import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from provenance.importers.formats import claims
from provenance.importers.source import Source
from provenance.problems import ImportRefused
from provenance.services.importing.full_disk import room, told_if_full
from provenance.services.importing.holding import imports_folder
from provenance.services.importing.snapshot import MOST_FILES

MOST_BYTES = 8 * 1024**3
_MOST_RATIO = 200
_PIECE = 1 << 20
# What zipfile raises for what is damaged, encrypted or packed in a way that it does not know; and
# what the disk says to names that are too long, or stand for a file and a folder.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The file itself; where it is a zip that no format reads as it is, the folder it holds.

    Raises ImportRefused for a damaged archive, and for links, names that lead out of it, encrypted
    members, and more than 100,000 files, 8 GiB or two hundred times its own size. Raises
    StorageFull, and keeps nothing, where the disk has no room for what it holds.
    """
    if not zipfile.is_zipfile(path) or claims(Source(path)).files:
        yield path
        return
    with room():
        unpacking = TemporaryDirectory(dir=imports_folder(), prefix="unpacked-")
    with unpacking as folder:
        try:
            with zipfile.ZipFile(path) as archive:
                _unpack(archive, into=Path(folder), packed=path.stat().st_size)
        except _DAMAGED as damaged:
            if isinstance(damaged, OSError):
                told_if_full(damaged)
            raise ImportRefused.because("unsafe_archive") from None
        yield Path(folder)


def _unpack(archive: zipfile.ZipFile, *, into: Path, packed: int) -> None:
    members = [one for one in archive.infolist() if not one.is_dir()]
    if len(members) > MOST_FILES or len({one.filename for one in members}) < len(members):
        raise ImportRefused.because("unsafe_archive")
    room = min(MOST_BYTES, _MOST_RATIO * packed)
    for member in members:
        _require_safe(member)
        target = into / PurePosixPath(member.filename)
        target.parent.mkdir(parents=True, exist_ok=True)
        # The size that a member states is its own word: what comes out is counted.
        with archive.open(member) as stream, target.open("xb") as copy:
            while piece := stream.read(_PIECE):
                room -= len(piece)
                if room < 0:
                    raise ImportRefused.because("unsafe_archive")
                copy.write(piece)


def _require_safe(member: zipfile.ZipInfo) -> None:
    name = PurePosixPath(member.filename)
    mode = member.external_attr >> 16
    if (
        name.is_absolute()
        or ".." in name.parts
        or "\\" in member.filename
        or "\0" in member.filename
        or member.flag_bits & 0x1
        or (mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode))
    ):
        raise ImportRefused.because("unsafe_archive")
