"""What one principal may do, and could do once."""

from uuid import UUID

from provenance.models import Grant
from provenance.services.reviewing.access.grant_lines import GrantLine, grant_lines
from provenance.services.reviewing.visitor import Visitor

MOST_ENDED = 50


def grants_of_principal(
    visitor: Visitor, principal_id: UUID
) -> tuple[list[GrantLine], list[GrantLine], int]:
    """Its grants that hold, the MOST_ENDED last that ended, and how many lie beyond what the
    visitor administers. Inside the workspace; CapabilityRequired without a grant to administer."""
    visitor.grants.require("administer")
    rows = Grant.objects.here().filter(principal_id=principal_id)
    named = rows.select_related("principal", "serves", "given_by").order_by("-id")
    lines = grant_lines(visitor, list(named))
    shown = [line for line in lines if line.administered]
    standing = sorted((line for line in shown if line.holds), key=lambda one: one.grant.capability)
    ended = [line for line in shown if not line.holds][:MOST_ENDED]
    return standing, ended, len(lines) - len(shown)
