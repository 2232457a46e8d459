"""One recall that happened, as far as its receipt tells and its reader may see."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from provenance.models import Exposure, Grant, GrantRevocation, Observation, Principal, Receipt
from provenance.problems import NotFound
from provenance.services.access.grants import grants_of
from provenance.services.correcting.fact_shape import evidence_of, visible_facts
from provenance.services.reading.reader import Reader
from provenance.services.reading.standing_now import standing_of
from provenance.services.reviewing.recalls import questions_of, visible_recalls
from provenance.services.reviewing.views import may_take
from provenance.services.reviewing.visitor import Visitor
from provenance.services.saved.save import ASKED


@dataclass(frozen=True, kw_only=True)
class Told:
    """What stood at a place of the answer, from 1. None where it is out of the reader's reach."""

    place: int
    observation: Observation | None
    standing: str = ""


@dataclass(frozen=True, kw_only=True)
class Recalled:
    """One recall. `view` is the principal by whose grants it was answered.

    `question` is None where none is kept. `exposure` names the conversation; None where nothing
    was told. `facts` holds None for each out of reach. `grants` is None where the reader may not
    learn by which it was answered; `grants_count` is known. `may_ask` says that the reader may
    take the view. `asked` are the parameters, where the receipt notes them.
    """

    receipt: Receipt
    view: Principal
    question: str | None
    exposure: Exposure | None
    facts: Sequence[Any]
    items: Sequence[Told]
    context: Sequence[Told]
    grants: Sequence[Any] | None
    grants_count: int
    may_ask: bool
    asked: dict[str, Any]
    shown: Collection[UUID]

    @property
    def through_another(self) -> bool:
        """True where somebody asked through another's view."""
        return bool(self.view.id != self.receipt.principal_id)

    @property
    def abstained(self) -> bool:
        """True where it told nothing, since nothing supported the question."""
        return self.receipt.body.get("abstained") is True


def recalled(visitor: Visitor, *, receipt_id: UUID) -> Recalled:
    """The recall of this receipt. A fixed number of queries; `shown` has to be recorded as shown.

    NotFound alike for none, for what is no recall, and for one that the visitor may not look into.
    CapabilityRequired without a recall grant.
    """
    reader = visitor.reader()
    rows = visible_recalls(visitor).select_related("principal", "key")
    if (receipt := rows.filter(id=receipt_id).first()) is None:
        raise NotFound
    body = receipt.body
    view = Principal.objects.here().get(id=body.get("view") or receipt.principal_id)
    own = view.id == visitor.caller.principal_id
    may_ask = own or may_take(grants_of(principal_id=view.id, at=visitor.at), by=visitor.grants)
    returned, context = _ids(body, "returned"), _ids(body, "context")
    seen = _seen(reader, [*returned, *context])
    facts, evidence = _facts(reader, _ids(body, "facts"))
    grants = _ids(body, "grants")
    exposures = Exposure.objects.here().filter(receipt_id=receipt_id).order_by("id")
    return Recalled(
        receipt=receipt,
        view=view,
        question=questions_of([receipt_id]).get(receipt_id),
        exposure=exposures.first(),
        facts=facts,
        items=_told(returned, seen),
        context=_told(context, seen),
        grants=_used(grants) if may_ask else None,
        grants_count=len(grants),
        may_ask=may_ask,
        asked=body.get(ASKED, {}),
        shown=[*(row.id for row in seen.values() if not row.words_hidden), *evidence],
    )


def _ids(body: dict[str, Any], name: str) -> list[UUID]:
    return [UUID(one) for one in body.get(name, [])]


def _seen(reader: Reader, ids: Collection[UUID]) -> dict[UUID, Observation]:
    rows = reader.observations().filter(id__in=set(ids)).with_source()
    return {row.id: row for row in reader.as_seen(list(rows))}


def _told(ids: Sequence[UUID], seen: dict[UUID, Observation]) -> list[Told]:
    return [
        Told(place=place, observation=seen[one], standing=standing_of(seen[one])[0])
        if one in seen
        else Told(place=place, observation=None)
        for place, one in enumerate(ids, start=1)
    ]


def _facts(reader: Reader, ids: Sequence[UUID]) -> tuple[list[Any], list[UUID]]:
    """The facts in order, None for those out of sight; and what they stand on."""
    facts = {one.id: one for one in visible_facts(reader).filter(id__in=ids)}
    stood_on = evidence_of(list(facts)).values()
    return [facts.get(one) for one in ids], [one for some in stood_on for one in some]


def _used(ids: Sequence[UUID]) -> list[Any]:
    """The grants, each with who gave it, and whether it was `revoked` since."""
    revoked = GrantRevocation.objects.here().filter(grant_id=OuterRef("id"))
    rows = Grant.objects.here().filter(id__in=ids).select_related("given_by")
    return list(rows.annotate(revoked=Exists(revoked)).order_by("id"))
