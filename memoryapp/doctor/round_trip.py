"""Says a scratch turn, and reads it back: what a host will do all day."""

from collections.abc import Iterator
from datetime import UTC, datetime
from secrets import choice, randbelow
from typing import Any
from uuid import uuid4

from memoryapp.doctor.report import Check
from memoryapp.doctor.server import Answer, Server
from provenance.models.observation_queries import SCRATCH

# Words, since a random number of that length looks like a secret to the screening.
_COLOURS = ("amber", "azure", "crimson", "indigo", "ochre", "scarlet", "teal", "umber")
_BEASTS = ("badger", "heron", "ibex", "kestrel", "lynx", "marten", "otter", "plover")
_CREATED, _OK = 201, 200


class RoundTrip:
    """One scratch session. `observation` is the turn's id, once it is there."""

    def __init__(self, server: Server, *, producer: tuple[str, str], recalls: bool) -> None:
        self.server, self.recalls = server, recalls
        self.words = f"{choice(_COLOURS)} {choice(_BEASTS)} {randbelow(9000) + 1000}"
        self.session = f"doctor-{uuid4()}"
        self.observation: str | None = None
        self.event = {
            "event_id": f"{self.session}:1",
            "session": {"id": self.session, "title": "A check of the host", "turn_index": 1},
            "kind": "turn",
            "speaker": {"role": "user", "name": "doctor"},
            "content": f"A scratch turn of the doctor: {self.words}.",
            "observed_at": datetime.now(UTC).isoformat(),
            "labels": [SCRATCH],
            "producer": {"harness": producer[0], "instance": producer[1]},
        }

    def checks(self) -> Iterator[Check]:
        """In order; what cannot be tried after a fault is left out."""
        first = self.server.ask("/v1/observe", self.event)
        if first.status != _CREATED:
            yield Check(False, "write", f"refused: {first.code}", _explained(first))
            return
        self.observation = first.body["observation"]
        yield Check(True, "write", f"receipt {first.body['id']}")
        yield _admission(first.body)
        again = self.server.ask("/v1/observe", self.event)
        same = again.status == _OK and again.body["id"] == first.body["id"]
        yield Check(same, "retry", "the same receipt" if same else f"another answer: {again.code}")
        yield self._read_back() if self.recalls else self._receipt_again(first.body["id"])

    def _read_back(self) -> Check:
        question = {"query": self.words, "session": self.session, "limit": 5}
        answer = self.server.ask("/v1/recall", question)
        if answer.status != _OK:
            return Check(False, "read", f"refused: {answer.code}", _explained(answer))
        found = [item["observation"] for item in answer.body["episodic"]]
        return Check(
            self.observation in found,
            "read",
            f"recalled, authority {answer.body['authority']}" if found else "not recalled",
            "look at `GET /health/ready`; does the recall grant reach this host's principal?",
        )

    def _receipt_again(self, receipt: str) -> Check:
        answer = self.server.ask(f"/v1/receipts/{receipt}")
        return Check(answer.status == _OK, "read", "its receipt is there; it may not recall")


def _admission(receipt: dict[str, Any]) -> Check:
    admitted = receipt["admitted_as"]
    return Check(
        admitted == "user_primary",
        "capture",
        f"a user's turn is admitted as {admitted}",
        "it needs a key of kind host and a capture grant that reaches this producer",
    )


def _explained(answer: Answer) -> str:
    return f"see /problems/{answer.code} on the server"
