"""One form, one act of a service: how a page changes what may be changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import render

from provenance.problems import PolicyRejected, Problem
from provenance.review.visiting import VisitorRequest
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import write_rejection

Done = TypeVar("Done")


@dataclass(frozen=True, kw_only=True)
class Attempt(Generic[Done]):
    """What came of a form: `done` where it was sent and acted on, else the form, which says why
    not. `refusal` stands in place of what was typed, where the policy refuses that."""

    form: forms.Form
    done: Done | None = None
    refusal: str = ""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The words around a form: its title, the way back (label and address), what it does, and
    what its button says."""

    title: str
    trail: Sequence[tuple[str, str]]
    button: str
    told: Sequence[str] = ()


def attempted(
    request: VisitorRequest,
    form: Callable[[Any], forms.Form],
    act: Callable[[dict[str, Any]], Done],
    *,
    refused: str,
) -> Attempt[Done]:
    """Makes the form of what was sent and, where it is filled in well, calls `act` with it.

    Where a service says no the form gives its reason, and `refused` where the database says no;
    nothing of the act stays. Where the policy refuses what was typed, its receipt is kept and the
    form comes back empty.
    """
    if request.method != "POST":
        return Attempt(form=form(None))
    sent = form(request.POST)
    try:
        require_kept(_typed(request))
        if sent.is_valid():
            # A savepoint: the transaction around it goes on to show the page.
            with transaction.atomic():
                return Attempt(form=sent, done=act(sent.cleaned_data))
    except PolicyRejected as rejected:
        visitor = request.visitor
        write_rejection(rule=rejected.rule, caller=visitor.caller, act="administer", at=visitor.at)
        return Attempt(form=form(None), refusal=rejected.detail)
    except Problem as problem:
        sent.add_error(None, problem.detail)
    except IntegrityError:
        sent.add_error(None, refused)
    return Attempt(form=sent)


def asked(request: VisitorRequest, attempt: Attempt[Any], sheet: Sheet) -> HttpResponse:
    """The page of a form."""
    context = {"form": attempt.form, "refusal": attempt.refusal, "sheet": sheet}
    return render(request, "review/form.html", context)


def _typed(request: VisitorRequest) -> list[str]:
    lists = request.POST.lists()
    return [str(text) for name, texts in lists if name != "csrfmiddlewaretoken" for text in texts]
