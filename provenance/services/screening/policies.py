"""A workspace's policy: written in versions, tried out on what is here, switched on with a reason."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max

from provenance.models import Observation, PolicyActivation, PolicyVersion, Subject
from provenance.problems import CapabilityRequired, NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.screening.judge import (
    Screened,
    Verdict,
    judge,
    require_kept,
    screened_again,
)
from provenance.services.screening.policy import policy_from, policy_in_force
from provenance.services.screening.text import strings_of

MOST_TRIED = 5_000
# So many ids are told of each change; the counts are complete.
MOST_IDS = 50


@dataclass(frozen=True, kw_only=True)
class Change:
    """Observations that would be judged otherwise: how, by which rule, how many, and which."""

    before: str
    after: str
    rule: str | None
    count: int
    ids: tuple[UUID, ...]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What rules would have made of past observations; nothing of what these say."""

    tried: int
    outcomes: Mapping[str, int]
    rules: Mapping[str, int]
    changes: tuple[Change, ...]


def save_version(
    *, caller: Caller, rules: dict[str, Any], note: str, at: datetime
) -> PolicyVersion:
    """Stores one more version, which is not in force yet. Inside the workspace.

    Raises CapabilityRequired, InvalidRequest (with pointers) for rules that do not fit their
    form, PolicyRejected for words that may not be kept, and IntegrityError where somebody saved
    the same number at the same time.
    """
    _require_administer(caller=caller, at=at)
    policy_from(rules)
    require_kept([note, *strings_of(rules)])
    last = PolicyVersion.objects.here().aggregate(last=Max("number"))["last"] or 0
    version = PolicyVersion(
        workspace_id=caller.workspace_id,
        number=last + 1,
        rules=rules,
        note=note,
        made_by_id=caller.principal_id,
        at=at,
    )
    PolicyVersion.objects.all().add([version])
    _record("policy_saved", version, caller=caller, at=at)
    return version


def activate(*, caller: Caller, version_id: UUID, reason: str, at: datetime) -> PolicyActivation:
    """Switches a version on, from the next screening on. Inside the workspace.

    Raises CapabilityRequired, NotFound, and PolicyRejected for the reason. What is here already
    keeps its admission.
    """
    _require_administer(caller=caller, at=at)
    version = PolicyVersion.objects.here().filter(id=version_id).first()
    if version is None:
        raise NotFound
    require_kept([reason])
    activation = PolicyActivation(
        workspace_id=caller.workspace_id,
        version=version,
        by_id=caller.principal_id,
        reason=reason,
        at=at,
    )
    PolicyActivation.objects.all().add([activation])
    _record("policy_activated", version, caller=caller, at=at)
    return activation


def version_in_force() -> PolicyVersion | None:
    """The version that is on; None stands for the built-in policy. Inside the workspace."""
    latest = PolicyActivation.objects.here().select_related("version").order_by("-position").first()
    return None if latest is None else latest.version


def try_out(*, caller: Caller, rules: dict[str, Any], last: int, at: datetime) -> Trial:
    """Judges the last observations by these rules and by those in force. Writes nothing.

    `last` is at most MOST_TRIED. The restricted lane is left out. Inside the workspace. Raises
    CapabilityRequired and InvalidRequest.
    """
    _require_administer(caller=caller, at=at)
    proposed, present = policy_from(rules), policy_in_force()
    pairs = [
        (one_id, judge(screened, policy=present), judge(screened, policy=proposed))
        for one_id, screened in _past(min(last, MOST_TRIED))
    ]
    verdicts = [after for _, _, after in pairs]
    return Trial(
        tried=len(pairs),
        # Plain dicts: of a Counter a template takes every name for a key that counts 0.
        outcomes=dict(Counter(verdict.outcome for verdict in verdicts)),
        rules=dict(Counter(verdict.rule for verdict in verdicts if verdict.rule)),
        changes=tuple(_changes(pairs)),
    )


def _past(last: int) -> Iterable[tuple[UUID, Screened]]:
    rows = list(Observation.objects.here().with_source().order_by("-position")[:last])
    subjects: dict[UUID, list[str]] = defaultdict(list)
    about = Subject.objects.here().filter(observation_id__in=[row.id for row in rows])
    for one_id, *texts in about.values_list("observation_id", "kind", "key", "branch", "revision"):
        subjects[one_id] += [text for text in texts if text]
    return [(row.id, screened_again(row, subjects=subjects[row.id])) for row in rows]


def _changes(pairs: list[tuple[UUID, Verdict, Verdict]]) -> Iterable[Change]:
    """Grouped, the most frequent first."""
    groups: dict[tuple[str, str, str | None], list[UUID]] = defaultdict(list)
    for one_id, before, after in pairs:
        if before.outcome != after.outcome:
            key = (before.outcome, after.outcome, after.rule or before.rule)
            groups[key].append(one_id)
    for (was, becomes, rule), ids in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield Change(
            before=was, after=becomes, rule=rule, count=len(ids), ids=tuple(ids[:MOST_IDS])
        )


def _require_administer(*, caller: Caller, at: datetime) -> None:
    """A policy binds the whole workspace, so the grant must reach the whole workspace."""
    grants = live_grants(caller=caller, at=at)
    grants.require("administer")
    if not any(grant.scope == "workspace" for grant in grants.of("administer")):
        raise CapabilityRequired("A policy needs an administer grant over the whole workspace.")


def _record(act: str, version: PolicyVersion, *, caller: Caller, at: datetime) -> None:
    record(
        act=act,
        by=caller.principal_id,
        key_id=caller.key_id,
        about="policy_version",
        about_id=version.id,
        at=at,
        detail={"number": version.number},
    )
