"""Keys that were made long ago: no act of today makes one, so the row is written."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import uuid4

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Principal
from tests.cast import Stage


def aged_key(stage: Stage, of: Principal, *, days: int, label: str = "an old one") -> ApiKey:
    """An agent's key, made so many days ago. Nobody knows its secret."""
    with workspace(stage.rita.principal):
        key = ApiKey(
            workspace_id=of.workspace_id,
            principal_id=of.id,
            kind="agent",
            label=label,
            sha256=sha256(uuid4().bytes).hexdigest(),
            hint="mem_" + uuid4().hex[:8],
            created_at=datetime.now(UTC) - timedelta(days=days),
        )
        key.save(force_insert=True)
        return key
