"""Who proposes: a service principal of the workspace, with grants that people gave and may revoke."""

from datetime import datetime

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Principal
from provenance.services.access.caller import Caller
from provenance.services.access.giving import administers_all
from provenance.services.access.granting import give
from provenance.services.access.grants import grants_of
from provenance.services.access.workspaces import add_principal

NAME = "consolidation"
_KIND = "service"
_REASON = "consolidation was switched on"


def consolidator(*, tenancy: Tenancy, at: datetime) -> Caller | None:
    """The workspace's principal `consolidation`, made the first time with recall and propose.

    None where nobody administers the workspace, or where the name is somebody else's. Grants
    that were revoked are not given again.
    """
    with workspace(tenancy):
        found = Principal.objects.here().filter(name=NAME).first()
        if found is None:
            found = _made(at=at)
        if found is None or found.kind != _KIND:
            return None
        return Caller(
            workspace_id=tenancy.workspace_id, principal_id=found.id, name=NAME, kind=_KIND
        )


def _made(*, at: datetime) -> Principal | None:
    administrator = next(
        (
            human
            for human in Principal.objects.here().filter(kind="human").order_by("id")
            if administers_all(grants_of(principal_id=human.id, at=at))
        ),
        None,
    )
    if administrator is None:
        return None
    made = add_principal(by=administrator, name=NAME, kind=_KIND, at=at)
    for capability in ("recall", "propose"):
        give(
            by=administrator.id,
            principal_id=made.id,
            capability=capability,
            reason=_REASON,
            at=at,
        )
    return made
