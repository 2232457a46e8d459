"""What is kept of a recall: who asked what under which grants, and what was returned."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from provenance.database.inserting import insert
from provenance.models import Question as StoredQuestion
from provenance.models import Receipt
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants
from provenance.services.chronicle import event_of
from provenance.services.exposures import exposure_of
from provenance.services.receipts import RECALL
from provenance.services.screening.judge import may_be_kept
from recall.services.putting import Put
from recall.services.question import Question, ShownTo
from recall.services.route import Route
from recall.services.threads import brought_along


def write_receipt(
    *,
    caller: Caller,
    how: Put,
    question: Question,
    route: Route,
    grants: Grants,
    items: list[dict[str, Any]],
    facts: list[dict[str, Any]],
    abstained: bool,
    at: datetime,
) -> UUID:
    """Stores receipt, question, exposure and chronicle event; returns the receipt's id.

    A question that the policy rejects is answered and not kept. A conversation named by such a
    text is not kept either: then the exposure counts for all of the principal's. Through another's
    view it names whose, and it is the caller to whom the answer was shown.
    """
    returned = [item["observation"] for item in items]
    context = [one["observation"] for item in items for one in brought_along(item)]
    # A fact shows what it stands on: what is made of the answer is derived from that too.
    evidence = [one for fact in facts for one in fact["support"]["observations"]]
    receipt = Receipt(
        workspace_id=caller.workspace_id,
        act=RECALL,
        outcome="answered",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        body={
            "intent": route.intent,
            "grants": [str(grant.id) for grant in grants.of("recall")],
            "returned": returned,
            **({"context": context} if context else {}),
            "facts": [fact["id"] for fact in facts],
            "abstained": abstained,
            **({"view": str(how.view)} if how.view else {}),
            **how.noted,
        },
        at=at,
    )
    rows: list[Model] = [receipt]
    if question.text and may_be_kept([question.text]):
        rows.append(
            StoredQuestion(workspace_id=caller.workspace_id, receipt=receipt, text=question.text)
        )
    shown_to = question.shown_to
    if not may_be_kept([shown_to.harness, shown_to.instance, shown_to.session]):
        shown_to = ShownTo()
    exposure = exposure_of(
        caller=caller,
        observation_ids=[UUID(one) for one in [*returned, *context, *evidence]],
        door=how.door,
        at=at,
        receipt=receipt.id,
        harness=shown_to.harness,
        instance=shown_to.instance,
        session=shown_to.session,
    )
    event = event_of(
        act="recalled",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="receipt",
        about_id=receipt.id,
        at=at,
        detail={
            "returned": len(returned),
            "facts": len(facts),
            "abstained": abstained,
            **({"view": str(how.view)} if how.view else {}),
        },
    )
    # In one statement: each costs more to send than to run.
    insert([*rows, *([exposure] if exposure.observations else []), event])
    return receipt.id
