"""The versions of a workspace's policy, and who switched on which."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import PolicyActivation, PolicyVersion
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reviewing.policy.differences import Difference, differences
from provenance.services.reviewing.visitor import Visitor

NEWEST_FIRST = Order(field="number", tie="id", descending=True)
LAST_FIRST = Order(field="position", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A version beside another (None: the built-in rules), and what differs from that to this."""

    version: PolicyVersion
    other: PolicyVersion | None
    differences: list[Difference]


def versions_page(visitor: Visitor, *, turn: Turn) -> Page:
    """One page of versions, the newest first. Inside the workspace; CapabilityRequired without a
    grant to administer."""
    visitor.grants.require("administer")
    rows = PolicyVersion.objects.here().select_related("made_by")
    return page_of(rows, order=NEWEST_FIRST, turn=turn)


def log_page(visitor: Visitor, *, turn: Turn) -> Page:
    """One page of the log: which version was switched on, the last first. As `versions_page`."""
    visitor.grants.require("administer")
    rows = PolicyActivation.objects.here().select_related("version", "by")
    return page_of(rows, order=LAST_FIRST, turn=turn)


def last_activation() -> PolicyActivation | None:
    """What is in force: None stands for the built-in rules. Inside the workspace."""
    rows: Any = PolicyActivation.objects.here().select_related("version", "by")
    latest: PolicyActivation | None = rows.order_by("-position").first()
    return latest


def version_of(visitor: Visitor, version_id: UUID | None) -> PolicyVersion | None:
    """One version; None where there is none. As `versions_page`."""
    visitor.grants.require("administer")
    rows = PolicyVersion.objects.here().select_related("made_by")
    return rows.filter(id=version_id).first() if version_id else None


def compared(version: PolicyVersion, *, other: PolicyVersion | None) -> Compared:
    """What changes from `other`, or from the built-in rules, to the version."""
    before = other.rules if other is not None else {}
    return Compared(version=version, other=other, differences=differences(before, version.rules))
