"""Which items of a plan are meant: all but some, or only some; and what a list is narrowed to."""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from provenance.models import ImportRun


@dataclass(frozen=True)
class Choice:
    """Which items are meant, by their ordinals: all but `but`; or, where `only` is given, those."""

    but: frozenset[int] = frozenset()
    only: frozenset[int] | None = None

    @property
    def mark(self) -> str:
        """The same for the same choice: who confirms one sees that nobody has changed it since."""
        only = None if self.only is None else sorted(self.only)
        return sha256(repr((sorted(self.but), only)).encode()).hexdigest()[:16]

    @property
    def everything(self) -> bool:
        """True where nothing is left out."""
        return self.only is None and not self.but

    def has(self, ordinal: int) -> bool:
        """True where the item would be applied."""
        return ordinal not in self.but and (self.only is None or ordinal in self.only)

    def of(self, items: Any) -> Any:
        """Those of a queryset of items that are meant."""
        if self.only is not None:
            items = items.filter(ordinal__in=self.only - self.but)
        return items.exclude(ordinal__in=self.but) if self.but else items

    def with_(self, ordinals: Collection[int], *, taken: bool) -> "Choice":
        """The choice after these were taken in or left out."""
        if self.only is not None:
            kept = self.only - self.but
            return Choice(only=kept | set(ordinals) if taken else kept - set(ordinals))
        return Choice(but=self.but - set(ordinals) if taken else self.but | set(ordinals))


EVERYTHING = Choice()


@dataclass(frozen=True, kw_only=True)
class Narrowed:
    """Filters of a plan's items; None leaves one open."""

    disposition: str | None = None
    kind: str | None = None
    speaker: str | None = None
    time: str | None = None  # "known", "unknown", or a note on times

    def of(self, items: Any) -> Any:
        """The items that pass."""
        if self.disposition is not None:
            items = items.filter(disposition=self.disposition)
        if self.kind is not None:
            items = items.filter(kind=self.kind)
        if self.speaker is not None:
            items = items.filter(speaker_role=self.speaker)
        if self.time in ("known", "unknown"):
            items = items.filter(time_known=self.time == "known")
        elif self.time is not None:
            items = items.filter(time_notes__contains=[self.time])
        return items

    @property
    def any(self) -> bool:
        """True where something is narrowed."""
        return self != Narrowed()


def choice_of(run: ImportRun) -> Choice:
    """What the run would apply, or has applied last."""
    return Choice(frozenset(run.but), None if run.only is None else frozenset(run.only))
