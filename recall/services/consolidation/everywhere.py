"""Runs consolidation in every workspace that has somebody who could decide."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from provenance.database.tenancy import Tenancy
from provenance.services.access.caller import callers_for_login
from recall.services.consolidation.consolidate import Run, consolidate


def consolidate_everywhere(*, at: datetime) -> Iterator[tuple[UUID, Run]]:
    """Each workspace and what its run came to, as it ends.

    Found through the logins of people: where nobody can log in, nobody can decide a proposal.
    """
    seen: set[UUID] = set()
    for login_id in User.objects.filter(is_active=True).order_by("id").values_list("id", flat=True):
        for caller in callers_for_login(login_id=login_id):
            if caller.workspace_id not in seen:
                seen.add(caller.workspace_id)
                yield (
                    caller.workspace_id,
                    consolidate(tenancy=Tenancy(caller.workspace_id), at=at),
                )
