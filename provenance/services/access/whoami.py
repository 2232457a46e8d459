"""Tells callers who they are here and what they may do now."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Grant, Principal, Producer, Workspace
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, LiveGrant, live_grants
from provenance.services.access.rotate_key import end_of
from provenance.services.times import instant


def whoami(*, caller: Caller, at: datetime) -> dict[str, Any]:
    """Principal, workspace, key and live grants of the caller; any valid key may ask."""
    with workspace(caller):
        grants = live_grants(caller=caller, at=at)
        here = Workspace.objects.get(id=caller.workspace_id)
        return {
            "principal": {
                "id": str(caller.principal_id),
                "name": caller.name,
                "kind": caller.kind,
            },
            "workspace": {"id": str(here.id), "slug": here.slug, "name": here.name},
            "key": _key(caller),
            "live": sorted({grant.capability for grant in grants.live}),
            "capabilities": _capabilities(grants),
        }


def _key(caller: Caller) -> dict[str, Any] | None:
    if caller.key_id is None:
        return None
    key = ApiKey.objects.here().select_related("producer").get(id=caller.key_id)
    bound = key.producer
    return {
        "id": str(key.id),
        "kind": key.kind,
        "label": key.label,
        "producer": bound and {"harness": bound.harness, "instance": bound.instance},
        "expires_at": instant(end_of(key)),
    }


def _capabilities(grants: Grants) -> list[dict[str, Any]]:
    ends = dict(
        Grant.objects.here()
        .filter(id__in=[grant.id for grant in grants.live])
        .values_list("id", "ends_at")
    )
    people = _names({one for grant in grants.live for one in (*grant.principals, grant.serves_id)})
    producers = _producers({one for grant in grants.live for one in grant.producers})
    return [
        _capability(grant, until=ends[grant.id], people=people, producers=producers)
        for grant in grants.live
    ]


def _capability(
    grant: LiveGrant,
    *,
    until: datetime | None,
    people: dict[UUID, str],
    producers: dict[UUID, dict[str, str]],
) -> dict[str, Any]:
    return {
        "capability": grant.capability,
        "scope": grant.scope,
        "principals": sorted(people[one] for one in grant.principals),
        "producers": [producers[one] for one in sorted(grant.producers)],
        "serves": people.get(grant.serves_id) if grant.serves_id else None,
        "until": instant(until),
    }


def _names(ids: Collection[UUID | None]) -> dict[UUID, str]:
    rows = Principal.objects.here().filter(id__in=[one for one in ids if one])
    return dict(rows.values_list("id", "name"))


def _producers(ids: Collection[UUID]) -> dict[UUID, dict[str, str]]:
    rows = Producer.objects.here().filter(id__in=list(ids))
    return {row.id: {"harness": row.harness, "instance": row.instance} for row in rows}
