"""Rows for pages that are looked at: keys of all states, grants of all scopes."""

from datetime import UTC, datetime, timedelta

from provenance.database.tenancy import workspace
from provenance.models import Grant
from provenance.services.access.granting import give
from provenance.services.access.keys import revoke_key
from tests.cast import Stage, add_person
from tests.review.access.aged import aged_key


def access_to_look_at(stage: Stage) -> dict[str, str]:
    """Gives, makes and ends a few things; the addresses of the pages that show them."""
    now = datetime.now(UTC)
    long = "nightly-consolidation-of-the-workspace"
    add_person(stage.rita, long, kind="agent", grants=("recall", "propose"))
    old = aged_key(stage, stage.ben.principal, days=90, label="build server")
    gone = aged_key(stage, stage.ben.principal, days=40, label="lost laptop")
    with workspace(stage.rita.principal):
        rita = stage.rita.principal.id
        give(
            by=rita,
            principal_id=stage.cleo.principal.id,
            capability="recall",
            principals=[stage.ada.principal.id, stage.ben.principal.id],
            reason="compares what both said",
            ends_at=now + timedelta(days=4),
            at=now,
        )
        revoke_key(by=rita, key=gone, reason="left on a train", at=now)
        grant = Grant.objects.here().filter(principal_id=stage.ben.principal.id).earliest("id")
    stage.ben.get("/v1/observations")
    return {
        "access": "/access",
        "access-give": "/access/give",
        "access-add": "/access/add",
        "access-principal": f"/access/principals/{stage.ben.principal.id}",
        "access-grant": f"/access/grants/{grant.id}",
        "access-revoke": f"/access/grants/{grant.id}/revoke",
        "access-keys": "/access/keys",
        "access-key": f"/access/keys/{old.id}",
        "access-rotate": f"/access/keys/{old.id}/rotate",
    }
