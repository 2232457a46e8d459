"""A page as text, and a grant through the service."""

import re
from datetime import UTC, datetime

from provenance.database.tenancy import workspace
from provenance.models import Grant
from provenance.services.access.granting import give
from tests.cast import Person, Stage


def text_of(person: Person, path: str) -> str:
    response = person.browser.get(path)
    assert response.status_code == 200
    return " ".join(
        re.sub(r"<[^>]+>", " ", re.sub("</?bdi>", "", response.content.decode())).split()
    )


def given(stage: Stage, to: Person, capability: str = "recall", **fields: object) -> Grant:
    with workspace(stage.rita.principal):
        return give(
            by=stage.rita.principal.id,
            principal_id=to.principal.id,
            capability=capability,
            reason=str(fields.pop("reason", "test")),
            at=datetime.now(UTC),
            **fields,
        )
