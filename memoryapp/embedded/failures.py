"""What the person at the terminal is told when set-up cannot go on."""


class SetUpError(Exception):
    """Set-up cannot go on; the message is one sentence for a person. Ends with exit code 1."""


_FULL_DISK = ("No space left on device", "DiskFull", "Disk quota exceeded")


def explain(*, what: str, output: str, place: str) -> SetUpError:
    """A child's failure: the sentence `what` with the last line that it wrote.

    Where its output shows that the disk of `place`, the data directory, is full, that is said.
    """
    if speaks_of_a_full_disk(output):
        return full_disk(place)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return SetUpError(f"{what}: {lines[-1]}" if lines else f"{what}.")


def speaks_of_a_full_disk(output: str) -> bool:
    """True where what a program wrote shows that it found the disk full."""
    return any(sign in output for sign in _FULL_DISK)


def full_disk(place: str) -> SetUpError:
    """The disk below `place` is full."""
    return SetUpError(f"The disk that holds {place} is full: free some space and try again.")
