"""Which observations a caller may read, and in which order: every search starts here."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from django.db.models import F, Q

from .subject import Subject
from .tenant import TenantQuerySet

if TYPE_CHECKING:
    from .observation import Observation  # noqa: F401 - names the row type


class ObservationQuerySet(TenantQuerySet["Observation"]):
    """Reads of the ledger. Row-level security stands below all of them."""

    def visible_to(self, reach: Q) -> Self:
        """Those that a caller's live recall grants reach (`Grants.reach("recall")`)."""
        return self.here().filter(reach)

    def in_event_order(self) -> Self:
        """Newest event first; what has no known time comes last."""
        return self.order_by(F("ordered_at").desc(nulls_last=True), "-id")

    def in_thread_order(self) -> Self:
        """By turn index, then by arrival; turns without an index come last."""
        return self.order_by(F("turn_index").asc(nulls_last=True), "position")

    def with_source(self) -> Self:
        """Joins what every answer shows of the source, so that lists do not query per row."""
        return self.select_related("principal", "producer", "session", "content", "current")

    def with_standing(self, standing: str) -> Self:
        """Those of this standing now. Without any standing event an observation is `reported`."""
        if standing == "reported":
            return self.filter(Q(current=None) | Q(current__standing=standing))
        return self.filter(current__standing=standing)

    def saying(self, *, words: Iterable[str]) -> Self:
        """Those whose text holds every word, in any case. Reads texts: no index answers this."""
        found = self
        for word in words:
            found = found.filter(content__text__icontains=word)
        return found

    def about(self, *, kind: str, key: str) -> Self:
        """Those with exactly this subject."""
        subjects: Any = Subject.objects.here().filter(kind=kind, key=key)
        return self.filter(id__in=subjects.values("observation_id"))
