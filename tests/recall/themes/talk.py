"""Talk about three things, and the ways in which the tests ask what it was about."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from recall.models import ThemeRun
from recall.services.sweep import sweep
from recall.services.themes.find import find_due
from tests.cast import Person
from tests.contract.saying import at, say

DEPLOY = (
    "The canary deployment is green on the cluster",
    "The canary deployment failed on the cluster",
    "Roll the canary deployment back on the cluster",
    "Another canary deployment waits for the cluster",
    "No canary deployment before the cluster is patched",
)
MUSIC = (
    "The orchestra rehearses the violin concerto",
    "Her violin concerto needs a larger orchestra",
    "An orchestra without a violin concerto tonight",
    "The violin concerto opens the orchestra season",
    "That orchestra recorded a violin concerto",
)
GARDEN = (
    "Tomato seedlings need watering in the greenhouse",
    "The greenhouse lost its tomato seedlings again",
    "Sam counts tomato seedlings in the greenhouse",
    "Tomato seedlings outgrow the greenhouse soon",
    "Our greenhouse sells tomato seedlings in May",
)


def talk(person: Person, texts: tuple[str, ...], *, start: int = 0, **said: Any) -> list[UUID]:
    """Says them a minute after one another from `start` minutes after noon on; embeds them."""
    ids = [
        say(person, text, observed_at=at(start + n), session_id="talk", **said)
        for n, text in enumerate(texts)
    ]
    embedded(person)
    return ids


def embedded(person: Person) -> None:
    sweep(at=datetime(2100, 1, 1, tzinfo=UTC), only=Tenancy(person.workspace_id))


def find(person: Person) -> int:
    """What a worker does; how many runs are done by it."""
    return find_due(tenancy=Tenancy(person.workspace_id), at=datetime.now(UTC))


def themes(person: Person, **query: Any) -> dict[str, Any]:
    """Asks, lets a worker find, asks again."""
    first = person.get("/v1/themes", **query)
    if first.status_code == 202:
        find(person)
    answer = person.get("/v1/themes", **query)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def labels(body: dict[str, Any]) -> list[set[str]]:
    """The labels of each theme, in its order."""
    return [set(theme["labels"]) for theme in body["themes"]]


def words(body: dict[str, Any]) -> set[str]:
    """All words of all labels."""
    return set().union(*labels(body))


def runs(person: Person) -> list[ThemeRun]:
    with workspace(person.caller):
        return list(ThemeRun.objects.here().order_by("asked_at"))
