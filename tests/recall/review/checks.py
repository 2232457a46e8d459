"""Running saved questions, as the command does."""

from datetime import UTC, datetime

from provenance.database.tenancy import Tenancy
from provenance.models import QuestionCheck
from recall.services.checking.run import check_all
from tests.cast import Stage


def checked(stage: Stage) -> list[QuestionCheck]:
    """The outcomes of all saved questions of the workspace, the oldest first."""
    here = Tenancy(stage.rita.workspace_id)
    return [check for _, check in check_all(tenancy=here, clock=lambda: datetime.now(UTC))]
