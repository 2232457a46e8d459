"""What the doctor says: one line for each check."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `remedy` says what to do where it is not `sound`."""

    sound: bool
    name: str
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{'✓' if self.sound else '✗'} {self.name}: {self.found}"
        return line if self.sound or not self.remedy else f"{line} → {self.remedy}"
