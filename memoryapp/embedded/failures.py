"""What the person at the terminal is told when set-up cannot go on."""


class SetUpError(Exception):
    """Set-up cannot go on; the message is one sentence for a person. Ends with exit code 1."""


_FULL_DISK = ("No space left on device", "DiskFull", "Disk quota exceeded")


def explain(*, what: str, output: str, place: str) -> SetUpError:
    """The failure of the step `what`, given what it printed. `place` is the data directory."""
    if any(sign in output for sign in _FULL_DISK):
        return full_disk(place)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    last = f": {lines[-1]}" if lines else "."
    return SetUpError(f"{what} failed{last}")


def full_disk(place: str) -> SetUpError:
    """The disk below `place` is full."""
    return SetUpError(f"The disk that holds {place} is full: free some space and try again.")
