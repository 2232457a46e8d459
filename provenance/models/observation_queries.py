"""Which observations a caller may read, and in which order: every search starts here."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from django.db.models import Exists, F, OuterRef, Q

from .erasure import Erasure
from .subject import Subject
from .tenant import TenantQuerySet

if TYPE_CHECKING:
    from .observation import Observation  # noqa: F401 - names the row type


# The label of a scratch turn: `manage.py doctor` says it, and reads it back by its session.
SCRATCH = "doctor"


class ObservationQuerySet(TenantQuerySet["Observation"]):
    """Reads of the ledger. Row-level security stands below all of them."""

    def visible_to(self, reach: Q) -> Self:
        """Those that a caller's live recall grants reach (`Grants.reach("recall")`)."""
        return self.here().filter(reach)

    def newest_first(self) -> Self:
        """Those of known time, newest event first; one order over all would find no index."""
        return self.filter(ordered_at__isnull=False).order_by("-ordered_at", "-id")

    def of_unknown_time(self) -> Self:
        """Those whose event time nobody knows, in the order of their coming, last first."""
        return self.filter(ordered_at=None).order_by("-id")

    def in_thread_order(self) -> Self:
        """By turn index, then by arrival; turns without an index come last."""
        return self.order_by(F("turn_index").asc(nulls_last=True), "position")

    def not_erased(self) -> Self:
        """Those whose words are still here."""
        erasures: Any = Erasure.objects.here().filter(observation_id=OuterRef("id"))
        return self.filter(~Exists(erasures))

    def without_scratch(self) -> Self:
        """Those that somebody meant: not what was said to try a host out."""
        return self.exclude(labels__contains=[SCRATCH])

    def with_source(self) -> Self:
        """Joins what every answer shows of the source, so that lists do not query per row."""
        return self.select_related("principal", "producer", "session", "content", "current")

    def with_standing(self, standing: str) -> Self:
        """Those of this standing now. Without any standing event an observation is `reported`."""
        if standing == "reported":
            return self.filter(~Exists(self._standings().exclude(standing=standing)))
        return self.filter(current__standing=standing)

    def admitted_now(self) -> Self:
        """Those that nothing holds back: admitted when they came, or released since."""
        return self.filter(self._is_admitted())

    def readable(self, *, reviewed: Q | None) -> Self:
        """Those whose words may be shown: admitted now, or within the caller's review grants
        (`reviewed`: their reach, None without any)."""
        if reviewed is None:
            return self.admitted_now()
        return self.filter(self._is_admitted() | reviewed) if reviewed else self

    def _is_admitted(self) -> Q:
        admitted = Q(admission="admitted") | Exists(self._standings().filter(admission="admitted"))
        held = self._standings().exclude(admission="admitted")
        return Q(admitted, ~Exists(held))

    def still_holding(self) -> Self:
        """Those that are admitted now, not withdrawn, not erased: what may be told as said."""
        withdrawn = self._standings().filter(standing="withdrawn")
        return self.not_erased().without_scratch().admitted_now().filter(~Exists(withdrawn))

    def _standings(self) -> Any:
        # Few observations have one. Asked for as EXISTS, since of "the joined row is NULL" the
        # planner expects next to nothing, and sorts the whole ledger for one page.
        standings: Any = self.model._meta.get_field("current").related_model
        return standings.objects.here().filter(observation_id=OuterRef("id"))

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
