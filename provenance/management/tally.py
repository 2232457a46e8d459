"""What became of every line of an import, and the closing table."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from provenance.importers.records import REASONS

OF_RECORDS = ("accepted", "duplicate", "conflict", "rejected")
# Reasons that somebody may want to look into: their places are listed.
WORTH_A_LOOK = (
    "damaged",
    "too_long",
    "too_deep",
    "misshapen",
    "unknown_type",
    "unknown_block",
    "nul",
    "lone_surrogate",
)
PLACES_LISTED = 20


@dataclass(kw_only=True)
class Tally:
    """Counts by outcome and reason. It holds places and codes, never content."""

    files: int = 0
    lines: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)
    places_left_out: int = 0

    def skip(self, reason: str, *, place: str) -> None:
        self.outcomes["skipped"] += 1
        self.skipped[reason] += 1
        if reason in WORTH_A_LOOK:
            self._note(f"{place}: {reason}")

    def reject(self, code: str, *, place: str) -> None:
        self.outcomes["rejected"] += 1
        self.rejected[code] += 1
        self._note(f"{place}: rejected, {code}")

    def conflict(self, *, place: str) -> None:
        self.outcomes["conflict"] += 1
        self._note(f"{place}: conflict, this event is here with other content")

    def table(self) -> Iterator[str]:
        """The closing report, line by line."""
        records = sum(self.outcomes[outcome] for outcome in OF_RECORDS)
        yield f"{self.files} files, {self.lines} lines read, {records} records"
        for outcome in OF_RECORDS:
            yield f"  {outcome:<10} {self.outcomes[outcome]:>8}"
        # A line may hold several records, and something to skip besides.
        yield f"  {'skipped':<10} {self.outcomes['skipped']:>8}  lines or parts of lines"
        yield from _section("Skipped, by reason", self.skipped, REASONS)
        yield from _section("Rejected, by code", self.rejected, {})
        yield from _section("Files not read", self.unread, {})
        if self.places:
            yield "Worth a look"
            yield from (f"  {place}" for place in self.places)
        if self.places_left_out:
            yield f"  … and {self.places_left_out} more"

    def _note(self, place: str) -> None:
        if len(self.places) < PLACES_LISTED:
            self.places.append(place)
        else:
            self.places_left_out += 1


def _section(heading: str, counts: Counter[str], words: dict[str, str]) -> Iterator[str]:
    if counts:
        yield heading
    for name, count in counts.most_common():
        yield f"  {count:>8}  {name:<18} {words.get(name, '')}".rstrip()
