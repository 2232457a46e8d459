"""Exports a bundle: permission → the observations, page by page → what was decided → the manifest."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from provenance.bundles.writer import Writer
from provenance.database.tenancy import workspace
from provenance.models import Observation, Principal, Producer, Session
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.bundles import decided, said
from provenance.services.bundles.selection import EXPORT, Filters, Selection, end_of_ledger
from provenance.services.chronicle import record
from provenance.services.contributing.erased import erased_among
from provenance.services.exposures import record_exposure
from provenance.services.times import instant

PAGE = 250


def export_bundle(
    *,
    caller: Caller,
    path: Path,
    filters: Filters,
    with_content: bool,
    at: datetime,
    progress: Callable[[int], None],
) -> dict[str, Any]:
    """Writes the bundle and returns its manifest. The same ledger gives the same bytes.

    Grants are read for each page, so that a revocation ends an export that is running. Raises
    CapabilityRequired without a live `export` grant, and OSError; nothing is left then.
    """
    with Writer(path) as writer:
        with workspace(caller, restricted=True):
            until = end_of_ledger(live_grants(caller=caller, at=at), filters)
        export = _Export(caller, filters, until=until, with_content=with_content, at=at)
        export.people(writer)
        after = 0
        while (last := export.page(writer, after=after)) is not None:
            progress(last[1])
            after = last[0]
        export.decisions(writer)
        return writer.close(
            instance=str(caller.workspace_id),
            position=until,
            filters=filters.represent(),
            with_content=with_content,
        )


class _Export:
    def __init__(
        self, caller: Caller, filters: Filters, *, until: int, with_content: bool, at: datetime
    ) -> None:
        self._caller, self._filters, self._until = caller, filters, until
        self._with_content, self._at = with_content, at

    def people(self, writer: Writer) -> None:
        """Principals by name, producers and sessions: those of the rows that go out."""
        with workspace(self._caller, restricted=True):
            rows = self._selection().rows()
            named = Principal.objects.here().filter(id__in=rows.values("principal_id"))
            writer.add(
                "principals.jsonl",
                ({"name": one.name, "kind": one.kind} for one in named.order_by("name")),
            )
            made = Producer.objects.here().filter(id__in=rows.values("producer_id"))
            writer.add(
                "producers.jsonl",
                (
                    {"harness": one.harness, "instance": one.instance}
                    for one in made.order_by("harness", "instance")
                ),
            )
            held = Session.objects.here().filter(id__in=rows.values("session_id"))
            writer.add(
                "sessions.jsonl",
                (
                    {
                        "id": one.external_id,
                        "principal": one.principal.name,
                        "harness": one.producer.harness,
                        "instance": one.producer.instance,
                        "created_at": instant(one.created_at),
                    }
                    for one in held.select_related("principal", "producer")
                    .order_by("id")
                    .iterator(chunk_size=PAGE)
                ),
            )

    def page(self, writer: Writer, *, after: int) -> tuple[int, int] | None:
        """Writes what follows; its last position and how many there were. None at the end."""
        with workspace(self._caller, restricted=True):
            selection = self._selection()
            rows = selection.rows().filter(position__gt=after).with_source().order_by("position")
            page: list[Observation] = list(rows[:PAGE])
            if not page:
                return None
            ids = [one.id for one in page]
            erased, reached = erased_among(ids), selection.reached()
            writer.add(
                "observations.jsonl",
                said.observations(page, erased=erased, with_content=self._with_content),
            )
            writer.add("lineage.jsonl", said.lineage(page, reached=reached))
            writer.add("copies.jsonl", said.copies(page, reached=reached))
            writer.add("standings.jsonl", said.standings(page))
            writer.add("erasures.jsonl", said.erasures(page))
            writer.add("receipts.jsonl", said.receipts(page))
            if self._with_content:
                # What is not open is on record elsewhere; it must not pass for an echo.
                shown = [one.id for one in page if one.lane == "open" and one.id not in erased]
                record_exposure(
                    caller=self._caller, observation_ids=shown, door=EXPORT, at=self._at
                )
            return page[-1].position, len(page)

    def decisions(self, writer: Writer) -> None:
        """Writes what was decided of them; and that they were exported, into the chronicle."""
        with workspace(self._caller, restricted=True):
            chosen = self._selection().rows()
            proposals, facts = decided.corrections(chosen), decided.facts(chosen)
            writer.add(
                "statements.jsonl",
                decided.statement_rows(
                    proposals, facts, chosen=chosen, with_content=self._with_content
                ),
            )
            writer.add(
                "corrections.jsonl",
                decided.correction_rows(proposals, with_content=self._with_content),
            )
            writer.add("decisions.jsonl", decided.decision_rows(proposals))
            writer.add("reversals.jsonl", decided.reversal_rows(proposals))
            writer.add("facts.jsonl", decided.fact_rows(facts))
            record(
                act="exported",
                by=self._caller.principal_id,
                key_id=self._caller.key_id,
                about="workspace",
                about_id=self._caller.workspace_id,
                at=self._at,
                detail={"position": self._until, "with_content": self._with_content},
            )

    def _selection(self) -> Selection:
        grants = live_grants(caller=self._caller, at=self._at)
        return Selection(grants=grants, filters=self._filters, until=self._until)
