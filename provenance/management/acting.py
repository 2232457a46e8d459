"""On whose behalf a command acts."""

from django.core.management.base import CommandError

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Principal
from provenance.services.access.caller import Caller
from provenance.services.access.workspaces import workspace_for_slug


def caller_named(*, slug: str, principal: str | None) -> Caller:
    """The principal of that name in the workspace; without a name, its oldest human.

    Raises CommandError where there is none.
    """
    try:
        tenant = Tenancy(workspace_for_slug(slug))
    except LookupError as error:
        raise CommandError(f"There is no workspace {slug!r}.") from error
    with workspace(tenant):
        people = Principal.objects.here().order_by("created_at", "id")
        named = people.filter(name=principal) if principal else people.filter(kind="human")
        found = named.first()
    if found is None:
        who = f"no principal {principal!r}" if principal else "no human principal"
        raise CommandError(f"The workspace {slug!r} has {who}.")
    return Caller(
        workspace_id=tenant.workspace_id, principal_id=found.id, name=found.name, kind=found.kind
    )
