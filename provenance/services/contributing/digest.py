"""The digest of a contribution: SHA-256 over its RFC 8785 canonical form (docs/digest.md)."""

from hashlib import sha256
from typing import Any

import rfc8785

from provenance.services.contributing.contribution import Contribution, LinkClaim, ProducerClaim
from provenance.services.times import instant

VERSION = 1


def digest_of(contribution: Contribution, *, producer: ProducerClaim) -> str:
    """`sha256:<64 hex>` over what the contribution says, from the resolved producer.

    Title, turn index, surface, versions, model and metadata are not covered: a late title is
    not a conflict. Source: RFC 8785 (JSON Canonicalization Scheme).
    """
    canonical = rfc8785.dumps(canonical_form(contribution, producer=producer))
    return "sha256:" + sha256(canonical).hexdigest()


def canonical_form(contribution: Contribution, *, producer: ProducerClaim) -> dict[str, Any]:
    """The covered members; absent, null and empty ones are left out at every depth."""
    c = contribution
    form = {
        "event_id": c.event_id,
        "session": {"id": c.session_id},
        "kind": c.kind,
        "speaker": {"role": c.speaker_role, "name": c.speaker_name},
        "content": c.content,
        "part": {"index": c.part[0], "of": c.part[1]} if c.part else None,
        "observed_at": instant(c.observed_at),
        "valid_from": instant(c.valid_from),
        "valid_until": instant(c.valid_until),
        "subjects": [vars(subject) for subject in c.subjects],
        "lineage": [_link(link) for link in c.lineage],
        "foreign": vars(c.foreign) if c.foreign else None,
        "work_state": c.work_state,
        "labels": sorted(set(c.labels)),
        "producer": {"harness": producer.harness, "instance": producer.instance},
    }
    pruned = _pruned(form)
    assert isinstance(pruned, dict)  # noqa: S101 - narrows the type; a non-empty form stays one
    return pruned


def _link(link: LinkClaim) -> dict[str, Any]:
    system, ref = link.external or (None, None)
    return {
        "relation": link.relation,
        "observation": str(link.observation) if link.observation else None,
        "event_id": link.event_id,
        "recall": str(link.recall) if link.recall else None,
        "external": {"system": system, "ref": ref},
    }


def _pruned(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: _pruned(member) for name, member in value.items()}
        return {name: member for name, member in kept.items() if member not in (None, {}, [])}
    if isinstance(value, list):
        return [_pruned(member) for member in value]
    return value
