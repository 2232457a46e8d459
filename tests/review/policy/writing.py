"""Versions, written and switched on through the services; and pages, read."""

import re
from datetime import UTC, datetime
from typing import Any

from provenance.database.tenancy import workspace
from provenance.models import PolicyActivation, PolicyVersion
from provenance.services.screening.policies import activate, save_version
from tests.cast import Person, Stage


def text_of(person: Person, path: str) -> str:
    response = person.browser.get(path)
    assert response.status_code == 200, path
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def saved(stage: Stage, rules: dict[str, Any], note: str = "first") -> PolicyVersion:
    with workspace(stage.rita.principal):
        return save_version(caller=stage.rita.caller, rules=rules, note=note, at=datetime.now(UTC))


def switched_on(stage: Stage, version: PolicyVersion, reason: str = "agreed") -> None:
    with workspace(stage.rita.principal):
        activate(
            caller=stage.rita.caller, version_id=version.id, reason=reason, at=datetime.now(UTC)
        )


def in_force(stage: Stage) -> list[int]:
    with workspace(stage.rita.principal):
        rows = PolicyActivation.objects.here().order_by("-position")
        return list(rows.values_list("version__number", flat=True))
