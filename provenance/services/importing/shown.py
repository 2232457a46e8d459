"""Names of files, fit to be shown and kept."""

from pathlib import PurePosixPath

from provenance.services.screening.judge import may_be_kept

_LONGEST = 300


def printable(name: str) -> str:
    """The name without what cannot be printed, its end kept where it is long.

    A name may hold line ends, or bytes that are not UTF-8.
    """
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)[-_LONGEST:]


def shown_name(name: str) -> str:
    """The name, printable; of one that policy would refuse the suffix. Inside the workspace."""
    plain = printable(name)
    return plain if may_be_kept([plain]) else f"(withheld){PurePosixPath(plain).suffix[:10]}"
