"""Keeps apart what is about different things: another branch, another revision, another repository."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import Subject
from recall.services.question import SubjectAsked

_MOST_NAMES = 10


def mismatches(
    *, observation_ids: list[UUID], asked: tuple[SubjectAsked, ...]
) -> dict[UUID, list[dict[str, Any]]]:
    """The observations that are about an asked subject at another branch or revision, and which."""
    narrow = [subject for subject in asked if subject.branch or subject.revision]
    found: dict[UUID, list[dict[str, Any]]] = {}
    if not narrow:
        return found
    rows = Subject.objects.here().filter(observation_id__in=observation_ids)
    for row in rows.order_by("observation_id", "ordinal"):
        for subject in narrow:
            if (row.kind, row.key) == (subject.kind, subject.key) and _differs(row, subject):
                found.setdefault(row.observation_id, []).append(represent(row))
    return found


def ambiguous(*, visible: Any, asked: tuple[SubjectAsked, ...]) -> list[dict[str, Any]]:
    """Asked names that no key equals but several end in: `api` for `acme/api` and `other/api`.

    They are named, never mixed. Only keys of what the caller may see are named; `visible` is all of
    that, since what the question is narrowed to bears the asked name and no other.
    """
    answers = []
    for subject in asked:
        of_kind = Subject.objects.here().filter(
            kind=subject.kind, observation_id__in=visible.values("id")
        )
        if of_kind.filter(key=subject.key).exists():
            continue
        ends = Q(key__endswith="/" + subject.key) | Q(key__endswith=":" + subject.key)
        keys = of_kind.filter(ends)
        names = list(keys.order_by("key").values_list("key", flat=True).distinct()[:_MOST_NAMES])
        if names:
            answers.append({"kind": subject.kind, "key": subject.key, "candidates": names})
    return answers


def several_heads(
    items: Sequence[dict[str, Any]], *, asked: tuple[SubjectAsked, ...]
) -> list[dict[str, Any]]:
    """Asked subjects that the items are about at several branches or revisions, where the question
    names none: which. Each item bears its own in `subjects`."""
    answers = []
    for subject in asked:
        if subject.branch or subject.revision:
            continue
        heads = {
            (one["branch"], one["revision"])
            for item in items
            for one in item["subjects"]
            if (one["kind"], one["key"]) == (subject.kind, subject.key)
        }
        named = sorted("@".join(part for part in head if part) for head in heads if any(head))
        if len(heads) > 1:
            answers.append({"kind": subject.kind, "key": subject.key, "candidates": named})
    return answers


def represent(subject: Subject) -> dict[str, Any]:
    """A subject as the contract shows it."""
    return {
        "kind": subject.kind,
        "key": subject.key,
        "branch": subject.branch,
        "revision": subject.revision,
    }


def _differs(row: Subject, asked: SubjectAsked) -> bool:
    other_branch = asked.branch is not None and row.branch != asked.branch
    other_revision = asked.revision is not None and row.revision != asked.revision
    return other_branch or other_revision
