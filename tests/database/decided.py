"""Rows of what people decide: policies, corrections, facts, erasures. Made bare, not by services:
the tests of the wall ask for a row in every table and each key in use, not for their meaning."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance import models
from provenance.models import Observation, Principal


def decided_things(*, by: Principal, on: Observation, cause: UUID) -> None:
    """One row of each kind about the observation. Inside the workspace of `by`."""
    at = datetime.now(UTC)

    def made(model: Any, **values: Any) -> Any:
        row = model(workspace_id=by.workspace_id, **values)
        row.save(force_insert=True)
        return row

    version = made(models.PolicyVersion, number=1, rules=[], note="none", made_by=by, at=at)
    made(models.PolicyActivation, version=version, by=by, reason="first", at=at)
    made(models.TextLanguage, language="german", by=by, reason="ours", at=at)
    statement = made(models.Statement, text="Deploys wait for the canary.", said_in=on)
    correction = made(
        models.Correction,
        kind="fact",
        statement=statement,
        reason="said and checked",
        proposer=on.principal,
        key_id=on.key_id,
        event_id="proposal-1",
        digest="sha256:0",
        observation=on,
        at=at,
    )
    proposed: dict[str, Any] = {"correction": correction, "at": at}
    made(models.CorrectionTarget, correction=correction, observation=on, ordinal=0)
    made(models.CorrectionDecision, **proposed, proposer=on.principal, decision="accept", by=by)
    made(models.CorrectionReversal, **proposed, by=by)
    stated: dict[str, Any] = {"statement": statement, "decided_by": by, "decided_at": at}
    fact = made(models.Fact, correction=correction, **stated)
    made(models.Fact, adoption=on, **stated)
    made(models.FactConfirmation, fact=fact, adoption=on, by=by, at=at)
    made(models.FactConfirmation, fact=fact, correction=correction, by=by, at=at)
    made(models.FactEvidence, fact=fact, observation=on)
    made(models.FactStanding, **proposed, fact=fact, standing="withdrawn", by=by, reason="no")
    made(models.Erasure, observation=on, by=by, reason="asked for", cause_id=cause, at=at)
