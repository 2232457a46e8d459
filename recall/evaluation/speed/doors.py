"""The acts that are timed, each as one request to the application, in this process."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import Observation
from recall.evaluation.load import PRODUCER
from recall.evaluation.speed.grow import SPEAKERS
from recall.evaluation.speed.texts import BATCH, Talk
from recall.evaluation.store import Store

OF_A_BATCH = 50
NAMES = (
    "recall",
    "recall, exact",
    "recall, recent",
    "conversations, recent",
    "lineage",
    "observe",
    f"observe, {OF_A_BATCH} at once",
)
# No workspace is filled up to the texts of this number.
_NEVER_FILLED_IN = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Act:
    """An act by its name: what is asked the n-th time, and which answer is the right one."""

    name: str
    ask: Callable[[int], Any]
    status: int

    def __call__(self, number: int) -> Any:
        """Does it, and makes sure that it was done."""
        answer = self.ask(number)
        if answer.status_code != self.status:
            raise RuntimeError(f"{self.name} was answered with {answer.status_code}")
        return answer


def acts(*, store: Store, keys: tuple[str, str], talk: Talk, size: int, times: int) -> list[Act]:
    """All acts on a grown workspace. `keys` are the secrets of its host and of who asks."""
    host, asker = (_client(key) for key in keys)
    questions = asked(talk=talk, size=size, count=times)
    texts = talk.texts(BATCH, number=_NEVER_FILLED_IN)
    some = _some(store, count=times)

    def recall(**more: Any) -> Callable[[int], Any]:
        return lambda n: asker.post("/v1/recall", {"query": questions[n % times], **more})

    return [
        Act(
            name="observe",
            ask=lambda n: host.post("/v1/observe", _event(texts[n % BATCH])),
            status=201,
        ),
        Act(
            name=f"observe, {OF_A_BATCH} at once",
            ask=lambda n: host.post(
                "/v1/observe/batch",
                {"observations": [_event(f"{texts[n % BATCH]} {k}") for k in range(OF_A_BATCH)]},
            ),
            status=200,
        ),
        Act(name="recall", ask=recall(), status=200),
        Act(name="recall, exact", ask=recall(intent="exact"), status=200),
        Act(
            name="recall, recent",
            ask=lambda n: asker.post("/v1/recall", {"intent": "recent"}),
            status=200,
        ),
        Act(
            name="conversations, recent",
            ask=lambda n: asker.get("/v1/conversations/recent"),
            status=200,
        ),
        Act(
            name="lineage",
            ask=lambda n: asker.get(f"/v1/observations/{some[n % len(some)]}/lineage"),
            status=200,
        ),
    ]


def asked(*, talk: Talk, size: int, count: int) -> list[str]:
    """So many questions about texts of a workspace of that size, spread over it."""
    parts = max(1, size // BATCH)
    each = -(-count // parts)
    questions = [talk.questions(each, number=number) for number in range(parts)]
    return [question for part in questions for question in part][:count]


def _event(text: str) -> dict[str, Any]:
    return {
        "event_id": uuid4().hex,
        "kind": "turn",
        "content": text,
        "speaker": {"role": "user", "name": SPEAKERS[0]},
        "session": {"id": "speed-observed"},
        "producer": {"harness": PRODUCER.harness, "instance": PRODUCER.instance},
    }


def _some(store: Store, *, count: int) -> Sequence[UUID]:
    with workspace(store.host):
        rows = Observation.objects.here().order_by("-position")
        return list(rows.values_list("id", flat=True)[:count])


class _Json(Client):
    """A client that speaks JSON."""

    def post(self, path: str, data: Any = None, **more: Any) -> Any:  # type: ignore[override] # narrower
        return super().post(path, data, content_type="application/json", **more)


def _client(key: str) -> Client:
    return _Json(headers={"authorization": f"Bearer {key}", "host": "localhost"})
