"""Imports and reconciliations as the pages tell them. All of it inside the workspace."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Count

from provenance.models import ImportItem, ImportOutcome, ImportPlan, ImportRun, ImportUpload
from provenance.problems import ImportRefused, NotFound
from provenance.services.correcting.fact_shape import evidence_of, visible_facts
from provenance.services.importing.choice import EVERYTHING, Choice, Narrowed, choice_of
from provenance.services.importing.rolling_back import admitted, dependents
from provenance.services.importing.shape import represent_plan, represent_upload, with_acts
from provenance.services.importing.snapshot import is_kept
from provenance.services.reading.pages import Cursor, Order, Page, Turn, page_of
from provenance.services.reconciling.asked import is_reconciliation
from provenance.services.reviewing.visitor import Visitor

FACTS_TOLD = 100
_NEWEST_FIRST = Order(field="position", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class PlanSheet:
    """A plan with all that its page tells, or a file that is still being sent (`run` is None).

    `acts` are those that its state allows; `gone`: its bytes are no longer kept; `wordings` are
    those of its facts that the visitor may read, by id, and `exposed` what such facts stand on.
    """

    told: dict[str, Any]
    run: ImportRun | None = None
    choice: Choice = EVERYTHING
    acts: Sequence[str] = ()
    may_act: bool = False
    gone: bool = False
    wordings: dict[str, str] = field(default_factory=dict)
    exposed: Sequence[UUID] = ()


@dataclass(frozen=True, kw_only=True)
class ItemsPage:
    """Some items of a plan in their order, each with what became of it; and how to go on."""

    rows: Sequence[tuple[ImportItem, ImportOutcome | None]]
    before: int | None
    after: int | None


def plans_page(visitor: Visitor, *, turn: Turn) -> Page:
    """Plans as `represent_plan` tells them, the newest first. Raises CapabilityRequired."""
    visitor.grants.require("reconcile")
    page = page_of(with_acts(ImportPlan.objects.here()), order=_NEWEST_FIRST, turn=turn)
    return Page(
        rows=[represent_plan(plan) for plan in page.rows], next=page.next, previous=page.previous
    )


def place_below(plan_id: UUID | None) -> Cursor | None:
    """The place below a plan in the list; the top where it is not here."""
    if plan_id is None:
        return None
    row = ImportPlan.objects.here().filter(id=plan_id).first()
    return Cursor(row.position, str(row.id), backwards=False) if row else None


def plan_sheet(visitor: Visitor, *, plan_id: UUID) -> PlanSheet:
    """The sheet of a plan. Raises NotFound, CapabilityRequired."""
    visitor.grants.require("reconcile")
    plan = with_acts(ImportPlan.objects.here().filter(id=plan_id)).first()
    if plan is None:
        upload = ImportUpload.objects.here().filter(id=plan_id).select_related("principal").first()
        if upload is None:
            raise NotFound
        return PlanSheet(told=represent_upload(upload))
    told = represent_plan(plan)
    gone = not is_kept(plan)
    wordings = _wordings(visitor, told["plan"] or {})
    evidence = evidence_of([UUID(one) for one in wordings]).values()
    return PlanSheet(
        told=told,
        run=plan.run,
        choice=choice_of(plan.run),
        acts=_allowed(plan.run, told, gone=gone),
        may_act=_may_act(visitor, plan),
        gone=gone,
        wordings=wordings,
        exposed=sorted({one for ids in evidence for one in ids}),
    )


def items_page(
    visitor: Visitor,
    *,
    plan_id: UUID,
    narrowed: Narrowed,
    before: int | None,
    after: int | None,
    size: int,
) -> ItemsPage:
    """Items from `after` on, or those that end at `before`; both are ordinals, and exclusive."""
    visitor.grants.require("reconcile")
    items = narrowed.of(ImportItem.objects.here().filter(plan_id=plan_id))
    if before is not None:
        found = list(items.filter(ordinal__lt=before).order_by("-ordinal")[: size + 1])
        more, rows = len(found) > size, found[:size][::-1]
        earlier, later = more, True
    else:
        begin = -1 if after is None else after
        found = list(items.filter(ordinal__gt=begin).order_by("ordinal")[: size + 1])
        more, rows = len(found) > size, found[:size]
        earlier, later = after is not None, more
    outcomes = ImportOutcome.objects.here().filter(item_id__in=[row.id for row in rows])
    by_item = {outcome.item_id: outcome for outcome in outcomes}
    return ItemsPage(
        rows=[(row, by_item.get(row.id)) for row in rows],
        before=rows[0].ordinal if rows and earlier else None,
        after=rows[-1].ordinal if rows and later else None,
    )


def effect_of_applying(plan_id: UUID, *, choice: Choice) -> dict[tuple[str, str], int]:
    """How many items would be applied now, by disposition and the standing they come in with."""
    return _by_disposition(choice.of(_unapplied(plan_id)))


def left_out(plan_id: UUID, *, choice: Choice) -> int:
    """How many items that were not applied the choice leaves out."""
    if choice.everything:
        return 0
    return int(_unapplied(plan_id).count() - choice.of(_unapplied(plan_id)).count())


def effect_of_rolling_back(plan_id: UUID) -> dict[str, Any]:
    """How many observations would be withdrawn, and what later acts stand on them."""
    return {"taken_back": admitted(plan_id).count(), "depends": dependents(plan_id)}


def _may_act(visitor: Visitor, plan: ImportPlan) -> bool:
    """As `locked_for` asks: an import brings evidence in, a reconciliation is a person's to accept."""
    if is_reconciliation(plan):
        return visitor.caller.kind == "human"
    return bool(visitor.grants.of("observe"))


def _unapplied(plan_id: UUID) -> Any:
    been = ImportOutcome.objects.here().filter(plan_id=plan_id).values("item_id")
    return ImportItem.objects.here().filter(plan_id=plan_id).exclude(id__in=been)


def _by_disposition(items: Any) -> dict[tuple[str, str], int]:
    rows = items.values_list("disposition", "standing").annotate(count=Count("id"))
    counted = rows.order_by("disposition", "standing")
    return {(disposition, standing): count for disposition, standing, count in counted}


def _allowed(run: ImportRun, told: dict[str, Any], *, gone: bool) -> list[str]:
    """What may be asked of the plan as it stands (`asking.py` asks again)."""
    state, acts = run.state, []
    planned = told["plan"] is not None
    if planned and state in ("planned", "applied", "cancelled", "failed") and not gone:
        acts += ["apply"] if state != "applied" or not _is_whole(told) else []
    if state in ("planning", "applying"):
        acts.append("cancel")
    # What cannot be read is not read the second time either.
    if state in ("cancelled", "failed") and not gone and run.code not in ImportRefused.REASONS:
        acts.append("resume")
    if state in ("applied", "cancelled", "failed") and told["results"].get("accepted"):
        acts.append("rollback")
    return acts


def _is_whole(told: dict[str, Any]) -> bool:
    ended = [act["body"] for act in told["acts"] if act["act"] == "applied"]
    return bool(ended and ended[-1].get("whole"))


def _wordings(visitor: Visitor, body: dict[str, Any]) -> dict[str, str]:
    """The words of the facts that the plan names, as far as the visitor may read them."""
    ids = [one["fact"] for one in body.get("support", [])[:FACTS_TOLD] if "fact" in one]
    if not ids or not visitor.grants.of("recall"):
        return {}
    facts = visible_facts(visitor.reader()).filter(id__in=ids)
    rows = facts.values_list("id", "statement__text")
    return {str(fact): text for fact, text in rows if text}
