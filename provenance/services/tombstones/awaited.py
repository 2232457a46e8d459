"""Binds what comes again after a restore, though the restored copy never had it (P9)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import Tenancy, current_workspace, workspace
from provenance.models import AwaitedStanding, Observation, Principal
from provenance.services.tombstones.acts import features_of
from provenance.services.tombstones.decisions import Again, stand_as_before
from provenance.tombstones.entry import Entry

ERASED = "erased"
_FEATURES = ("digest", "foreign", "name", "said", "anywhere")
# The same contribution, or the same event under its name elsewhere. An erasure binds the name; of
# the others the words have to be the same too, as for any proven copy.
_AWAITED = """
SELECT standing FROM awaited_standing
WHERE workspace_id = %(here)s AND digest = %(digest)s
UNION ALL
SELECT standing FROM awaited_standing
WHERE workspace_id = %(here)s AND name = %(name)s
  AND (anywhere OR %(anywhere)s OR foreign_ = %(foreign)s)
  AND (standing = 'erased' OR said = %(said)s)
""".replace("foreign_", '"foreign"')
# The strongest first.
_ORDER = (ERASED, "withdrawn", "corrected", "superseded")


def await_absent(
    entries: Sequence[Entry],
    *,
    standing: Mapping[UUID, str],
    erased: Collection[UUID],
    again: Again,
) -> None:
    """Writes down by digests what the file says of observations that are not here.

    `standing` is how they stood last. Twice is the same as once.
    """
    about = {
        UUID(entry.about["observation"]): entry.about
        for entry in entries
        if entry.act in ("stood", ERASED)
    }
    bound = {**standing, **dict.fromkeys(erased, ERASED)}
    with workspace(again.tenancy, restricted=True):
        known = Observation.objects.here().filter(id__in=list(bound))
        here = set(known.values_list("id", flat=True))
        AwaitedStanding.objects.all().add(
            (
                _awaited(one, how, about[one], again=again)
                for one, how in bound.items()
                if one not in here
            ),
            skip_existing=True,
        )


def _awaited(
    observation: UUID, standing: str, about: Mapping[str, Any], *, again: Again
) -> AwaitedStanding:
    given = {name: about[name] for name in _FEATURES if name in about}
    return AwaitedStanding(
        workspace_id=again.tenancy.workspace_id,
        former=observation,
        standing=standing,
        at=again.at,
        **given,
    )


def awaited_for(observation: Observation) -> str | None:
    """How the same event stood before the ledger was restored, where that binds it; else None.

    One of `erased`, `withdrawn`, `corrected`, `superseded`. Inside the workspace; the row, with
    its digest, need not be inserted.
    """
    asked = dict.fromkeys(_FEATURES) | {"anywhere": False} | features_of(observation)
    found = {one for (one,) in fetch(_AWAITED, {"here": current_workspace(), **asked})}
    return next((one for one in _ORDER if one in found), None)


def bind_awaited(observation: Observation, *, standing: str, at: datetime) -> None:
    """Decides again that it stands so. Inside, with `one_decision_at_a_time` taken."""
    founder = Principal.objects.here().filter(kind="human").earliest("id")
    again = Again(
        tenancy=Tenancy(observation.workspace_id), people=[founder.id], founder=founder.id, at=at
    )
    stand_as_before(observation.id, standing=standing, again=again)
