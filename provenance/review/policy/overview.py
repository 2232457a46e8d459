"""The policy: what is in force, its versions, who decided, and what it refused."""

from uuid import UUID

from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.models import PolicyActivation, PolicyVersion
from provenance.review.cursor import uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.policy.forms import FAMILIES
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.policy.differences import lines_of
from provenance.services.reviewing.policy.rejections import rejections_by_rule
from provenance.services.reviewing.policy.versions import last_activation, log_page, versions_page
from provenance.services.reviewing.visitor import Visitor

VERSIONS_A_PAGE = 20
ACTS_A_PAGE = 20
COLUMNS = ("at", "version", "by", "reason", "id")


@reads
def overview(request: VisitorRequest) -> HttpResponseBase:
    """What is in force and how it came to be. What was refused is for the whole workspace."""
    visitor = request.visitor
    visitor.grants.require("administer")
    if file := as_file(request, name="policy-log", columns=COLUMNS, read=_read):
        return file
    versions = versions_page(
        visitor, turn=Turn(limit=VERSIONS_A_PAGE, cursor=_version(uuid_from(request, "before")))
    )
    log = log_page(
        visitor, turn=Turn(limit=ACTS_A_PAGE, cursor=_act(uuid_from(request, "earlier")))
    )
    on = last_activation()
    rules = on.version.rules if on else {}
    context = {
        "on": on,
        "lines": [(FAMILIES[line.family], line) for line in lines_of(rules)],
        "labels": rules.get("forbidden_labels", []),
        "kinds": rules.get("forbidden_kinds", []),
        "versions": versions.rows,
        "older": versions.next.tie if versions.next else None,
        "log": log.rows,
        "earlier": log.next.tie if log.next else None,
        "rejections": rejections_by_rule() if visitor.administers else None,
    }
    return render(request, "review/policy/overview.html", context)


def _read(visitor: Visitor, turn: Turn) -> Listed:
    page = log_page(visitor, turn=turn)
    rows = [
        {
            "at": act.at,
            "version": act.version.number,
            "by": act.by.name,
            "reason": act.reason,
            "id": act.id,
        }
        for act in page.rows
    ]
    return Listed(rows=rows, next=page.next)


def _version(last: UUID | None) -> Cursor | None:
    row = PolicyVersion.objects.here().filter(id=last).first() if last else None
    return Cursor(row.number, str(row.id), backwards=False) if row else None


def _act(last: UUID | None) -> Cursor | None:
    row = PolicyActivation.objects.here().filter(id=last).first() if last else None
    return Cursor(row.position, str(row.id), backwards=False) if row else None
