"""A workspace that answers to one of MemoryD's pairs, and clients that speak its shapes."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from tests.cast import Person, _human, add_person
from tests.factories import WorkspaceFactory

BASE = "/compat/memoryd/v1/"


@dataclass(frozen=True)
class House:
    """(personal, tea-…) with its people."""

    name: str
    rita: Person
    hermes: Person
    host: Person

    def pair(self, **more: Any) -> dict[str, Any]:
        return {"profile": "personal", "workspace": self.name, **more}


@pytest.fixture
def house() -> House:
    """hermes is an agent that speaks MemoryD's shapes, host captures what rita says."""
    name = f"tea-{uuid4().hex[:8]}"
    rita = _human(WorkspaceFactory(slug=f"personal-{name}"), "rita")
    return House(
        name=name,
        rita=rita,
        hermes=add_person(
            rita, "hermes", kind="agent", grants=("observe", "recall", "propose", "export")
        ),
        host=add_person(rita, "host", kind="host", grants=("observe", "capture", "recall")),
    )


def call(person: Person, route: str, body: dict[str, Any]) -> Any:
    """POSTs in MemoryD's shape; the data of the envelope."""
    response = person.post(BASE + route, body)
    told = response.json()
    assert response.status_code == 200, told
    assert told["ok"] is True
    return told["data"]


def refused(response: Any) -> tuple[int, str]:
    """Status and code of a refusal, which wears the envelope."""
    told = response.json()
    assert response["Content-Type"] == "application/json"
    assert set(told) == {"ok", "error", "warnings", "request_id", "provider"}
    assert told["ok"] is False
    return response.status_code, told["error"]["code"]
