"""Keeps what a verification found, so that people see when the ledger was last looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from provenance.models import ChronicleEvent, Principal
from provenance.services.chronicle import record

VERIFIED = "verified"


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What was looked at (rows or questions, by check), and how many faults were found.

    `database`: faults of the database's own rules, which are the same for all workspaces;
    `erased`: observations that have no digest to recompute.
    """

    looked_at: Mapping[str, int]
    findings: int
    database: int
    erased: int
    at: datetime

    @property
    def sound(self) -> bool:
        """True where nothing was found."""
        return not self.findings and not self.database

    @property
    def total(self) -> int:
        """All that was looked at."""
        return sum(self.looked_at.values())


def keep_verification(*, tenancy: Tenancy, verification: Verification) -> None:
    """Writes it into the chronicle, in the name of the workspace's oldest person. Numbers alone."""
    with workspace(tenancy):
        by = Principal.objects.here().filter(kind="human").earliest("id")
        record(
            act=VERIFIED,
            by=by.id,
            about="workspace",
            about_id=tenancy.workspace_id,
            at=verification.at,
            detail={
                "looked_at": dict(verification.looked_at),
                "findings": verification.findings,
                "database": verification.database,
                "erased": verification.erased,
            },
        )


def last_verification() -> Verification | None:
    """The last one that was kept; None where there was none. Inside the workspace."""
    kept = ChronicleEvent.objects.here().filter(about_id=current_workspace(), act=VERIFIED)
    event = kept.order_by("-position").first()
    return None if event is None else _read(event.detail, at=event.at)


def _read(detail: dict[str, Any], *, at: datetime) -> Verification:
    return Verification(
        looked_at=detail["looked_at"],
        findings=detail["findings"],
        database=detail["database"],
        erased=detail["erased"],
        at=at,
    )
