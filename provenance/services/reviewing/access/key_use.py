"""When a key was last used, as far as the ledger tells: nothing records the use of a key itself."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace

# So many of the workspace's last events, and of its last exposures, are looked through.
LOOKED_THROUGH = 20_000

_USES = """
WITH told AS (
  SELECT key_id, at FROM chronicle_event WHERE workspace_id = %(here)s
  ORDER BY position DESC LIMIT %(most)s),
shown AS (
  SELECT key_id, at FROM exposure WHERE workspace_id = %(here)s ORDER BY id DESC LIMIT %(most)s),
horizon AS (
  SELECT NULL::uuid, min(at) FROM told HAVING count(*) = %(most)s
  UNION ALL SELECT NULL::uuid, min(at) FROM shown HAVING count(*) = %(most)s)
SELECT key_id, max(at) FROM (SELECT * FROM told UNION ALL SELECT * FROM shown) AS used
WHERE key_id IS NOT NULL GROUP BY key_id
UNION ALL SELECT * FROM horizon
"""


@dataclass(frozen=True, kw_only=True)
class Uses:
    """The last trace of each key, and how far back was looked: None for all the way."""

    last: dict[UUID, datetime]
    since: datetime | None


def uses_of_keys() -> Uses:
    """What keys contributed, asked, decided or were shown last. Inside the workspace.

    A call that does none of it (who am I, an empty list) leaves no trace.
    """
    rows = fetch(_USES, {"here": current_workspace(), "most": LOOKED_THROUGH})
    horizons = [at for key_id, at in rows if key_id is None]
    return Uses(
        last={key_id: at for key_id, at in rows if key_id is not None},
        since=max(horizons, default=None),
    )
