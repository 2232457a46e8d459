"""Further humans with logins of their own."""

from datetime import UTC, datetime

from django.contrib.auth.models import User

from provenance.database.tenancy import workspace
from provenance.models import Principal
from provenance.services.access.caller import callers_for_login
from provenance.services.access.granting import give
from provenance.services.access.workspaces import add_principal
from tests.cast import Person
from tests.factories import UserFactory


def add_human(
    by: Person,
    name: str,
    *,
    grants: tuple[str, ...],
    staff: bool = False,
    login: User | None = None,
) -> Person:
    """A human principal in the workspace of `by`, whose login is no superuser.

    The grants are the founder's to give, whoever `by` is.
    """
    login = login or UserFactory(is_staff=staff, is_superuser=False)
    at = datetime.now(UTC)
    with workspace(by.principal):
        founder = Principal.objects.here().filter(kind="human").earliest("id")
        principal = add_principal(
            by=by.principal, name=name, kind="human", login_id=login.id, at=at
        )
        for capability in grants:
            give(
                by=founder.id,
                principal_id=principal.id,
                capability=capability,
                reason="test",
                at=at,
            )
    callers = callers_for_login(login_id=login.id)
    (caller,) = [one for one in callers if one.workspace_id == by.workspace_id]
    return Person(principal=principal, caller=caller, login=login)
