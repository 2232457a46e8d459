"""Goes through one workspace and tells what does not hold."""

from collections.abc import Iterator

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Erasure
from provenance.services.verification.digests import check_digests
from provenance.services.verification.findings import Finding, Progress
from provenance.services.verification.references import check_references
from provenance.services.verification.rules import check_rules
from provenance.services.verification.structure import check_structure
from recall.services.verify_readings import check_readings

__all__ = ["Finding", "check_rules", "erased_count", "verify"]


def verify(
    *, tenancy: Tenancy, progress: Progress = lambda check, count: None
) -> Iterator[Finding]:
    """Digests, positions, words, receipts, standings, chronicle, references and readings.

    Reads only, a batch to a transaction. The database's own rules are the same for every
    workspace: `check_rules`.
    """
    yield from check_structure(tenancy, progress)
    yield from check_references(tenancy, progress)
    yield from check_digests(tenancy, progress)
    yield from check_readings(tenancy, progress)


def erased_count(tenancy: Tenancy) -> int:
    """How many observations have no digest to recompute, since they were erased."""
    with workspace(tenancy):
        return int(Erasure.objects.here().count())
