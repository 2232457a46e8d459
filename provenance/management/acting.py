"""On whose behalf a command acts."""

from django.core.management.base import CommandError

from provenance.database.tenancy import workspace
from provenance.models import Principal, Workspace
from provenance.services.caller import Caller


def caller_named(*, slug: str, principal: str | None) -> Caller:
    """The principal of that name in the workspace; without a name, its oldest human.

    Raises CommandError where there is none. The workspace is looked up as the owner: the web role
    sees no workspace before it has entered one.
    """
    tenant = Workspace.objects.using("owner").filter(slug=slug).first()
    if tenant is None:
        raise CommandError(f"There is no workspace {slug!r}.")
    with workspace(tenant):  # type: ignore[arg-type]
        people = Principal.objects.here().order_by("created_at", "id")
        named = people.filter(name=principal) if principal else people.filter(kind="human")
        found = named.first()
    if found is None:
        who = f"no principal {principal!r}" if principal else "no human principal"
        raise CommandError(f"The workspace {slug!r} has {who}.")
    return Caller(workspace_id=tenant.id, principal_id=found.id, name=found.name, kind=found.kind)
