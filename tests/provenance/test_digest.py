"""The published test vectors of the digest, read from docs/digest.md, and what they must show."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from provenance.api.observe import contribution_of
from provenance.services.contributing.contribution import ProducerClaim
from provenance.services.contributing.digest import canonical_form, digest_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "digest.md"


@dataclass(frozen=True)
class Vector:
    """One section of the page."""

    name: str
    bodies: list[dict[str, Any]]
    canonical: str
    digest: str


def vectors() -> list[Vector]:
    _, *sections = PAGE.read_text("utf-8").split("\n### ")
    return [_vector(section) for section in sections]


def _vector(section: str) -> Vector:
    name = section.partition("\n")[0]
    bodies = re.findall(r"```json\n(.*?)\n```", section, re.DOTALL)
    # A line separator is part of a text here, so lines end at line feeds alone.
    (canonical,) = re.findall(r"```text\n(.*?)\n```", section, re.DOTALL)
    (digest,) = re.findall(r"^`(sha256:[0-9a-f]{64})`$", section, re.MULTILINE)
    return Vector(name, [json.loads(body) for body in bodies], canonical, digest)


VECTORS = vectors()
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)


@each_vector
def test_p03_each_body_has_the_published_digest(vector: Vector):
    assert vector.bodies
    for body in vector.bodies:
        contribution = contribution_of(body)
        producer = contribution.producer
        assert producer is not None
        assert digest_of(contribution, producer=producer) == vector.digest
        form = canonical_form(contribution, producer=producer)
        assert rfc8785.dumps(form).decode() == vector.canonical


@each_vector
def test_p03_the_digest_is_the_hash_of_the_published_form(vector: Vector):
    """What a client in another language does, with nothing of ours."""
    assert "sha256:" + sha256(vector.canonical.encode()).hexdigest() == vector.digest


def test_p03_different_vectors_have_different_digests():
    assert len({vector.digest for vector in VECTORS}) == len(VECTORS)


def test_p03_the_receipt_bears_the_digest(ada):
    (vector,) = [vector for vector in VECTORS if vector.name == "The least contribution"]
    receipts = [ada.post("/v1/observe", body) for body in vector.bodies]
    assert [receipt.status_code for receipt in receipts] == [201, 200]
    assert {receipt.json()["digest"] for receipt in receipts} == {vector.digest}


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "event_id": lambda body: body.update(event_id="turn-2"),
    "session": lambda body: body["session"].update(id="session-2"),
    "kind": lambda body: body.update(kind="note"),
    "speaker role": lambda body: body["speaker"].update(role="system"),
    "speaker name": lambda body: body["speaker"].pop("name"),
    "content": lambda body: body.update(content="on fridays"),
    "part": lambda body: body["part"].update(index=1),
    "observed_at": lambda body: body.update(observed_at="2026-11-02T09:14:08Z"),
    "valid_from": lambda body: body.pop("valid_from"),
    "valid_until": lambda body: body.pop("valid_until"),
    "subject": lambda body: body["subjects"][0].update(branch="next"),
    "lineage": lambda body: body["lineage"][0].update(relation="quotes"),
    "foreign": lambda body: body["foreign"].pop("session"),
    "work_state": lambda body: body.update(work_state="reported"),
    "labels": lambda body: body["labels"].append("urgent"),
    "harness": lambda body: body["producer"].update(harness="claude"),
    "instance": lambda body: body["producer"].update(instance="laptop-2"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_p03_each_covered_member_changes_the_digest(what: str):
    (vector,) = [vector for vector in VECTORS if vector.name == "Everything covered"]
    body = json.loads(json.dumps(vector.bodies[0]))
    CHANGES[what](body)
    contribution = contribution_of(body)
    assert digest_of(contribution, producer=contribution.producer) != vector.digest


def test_p03_the_resolved_producer_is_covered_whether_it_was_named_or_not():
    (vector,) = [vector for vector in VECTORS if vector.name == "The least contribution"]
    unnamed = {name: value for name, value in vector.bodies[0].items() if name != "producer"}
    bound = ProducerClaim(**vector.bodies[0]["producer"])
    assert digest_of(contribution_of(unnamed), producer=bound) == vector.digest
