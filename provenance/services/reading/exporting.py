"""Reads out what a caller may export, page by page, so that no transaction lasts long."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from provenance.database.tenancy import workspace
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.exposures import record_exposure
from provenance.services.reading.reader import Reader
from provenance.services.reading.representation import represent_observations

PAGE = 200
EXPORT = "export"


class Export:
    """One export: everything that holds (or, with `everything`, that was withdrawn too) up to now.

    `count` is told when it begins. Grants are read for each page, so that a revocation ends an
    export that is running. What is quarantined or withheld is never exported.
    """

    def __init__(
        self, *, caller: Caller, repository: str | None, everything: bool, at: datetime
    ) -> None:
        self._caller, self._repository, self._everything = caller, repository, everything
        self._at = at
        with workspace(caller):
            rows = self._rows()
            self.count: int = rows.count()
            last = rows.order_by("-position").values_list("position", flat=True).first()
            self._last = last or 0

    def pages(self) -> Iterator[list[dict[str, Any]]]:
        """The observations as answers show them, in the order of the ledger; exposures recorded."""
        after = 0
        while after < self._last:
            with workspace(self._caller):
                rows = self._rows().filter(position__gt=after, position__lte=self._last)
                page = list(rows.with_source().order_by("position")[:PAGE])
                if not page:
                    return
                after = page[-1].position
                shown = represent_observations(page, reader=self._reader())
                record_exposure(
                    caller=self._caller,
                    observation_ids=[row.id for row in page],
                    door=EXPORT,
                    at=self._at,
                )
            yield shown

    def _rows(self) -> ObservationQuerySet:
        rows = self._reader().observations()
        if self._repository is not None:
            rows = rows.about(kind="repository", key=self._repository)
        if self._everything:
            return rows.admitted_now()
        return rows.still_holding()

    def _reader(self) -> Reader:
        """CapabilityRequired without a live grant to export."""
        reach = live_grants(caller=self._caller, at=self._at).reach(EXPORT)
        return Reader(caller=self._caller, at=self._at, reach=reach)
