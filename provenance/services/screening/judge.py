"""Policy before persistence (P10): a request is judged whole before anything of it is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from provenance.models import Observation
from provenance.problems import PolicyRejected
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import Contribution
from provenance.services.screening.detect import (
    PERSONAL,
    instructions_in,
    personal_in,
    secrets_in,
)
from provenance.services.screening.labels import label_form
from provenance.services.screening.policy import (
    ADMISSION_OF,
    KIND,
    LABEL,
    OUTCOMES,
    Policy,
    known_rules,
    policy_in_force,
)
from provenance.services.screening.text import joined, strings_of


@dataclass(frozen=True, kw_only=True)
class Screened:
    """What is judged: every string of a request, its kind and labels, and whether a person was
    heard saying it."""

    texts: tuple[str, ...]
    kind: str | None = None
    labels: frozenset[str] = frozenset()
    speech: bool = False


@dataclass(frozen=True)
class Verdict:
    """The outcome (one of OUTCOMES) and, unless nothing fitted, the rule that decided."""

    outcome: str
    rule: str | None = None

    @property
    def admission(self) -> str:
        """The admission of what is not rejected."""
        return ADMISSION_OF[self.outcome]

    def require_admitted(self) -> "Verdict":
        """Itself. Raises PolicyRejected for all but `admit`: what cannot be held back is refused."""
        if self.outcome != "admit":
            raise PolicyRejected.by(self.rule)
        return self

    def require(self) -> "Verdict":
        """Itself. Raises PolicyRejected, still without a receipt, where it rejects."""
        if self.outcome == "reject":
            raise PolicyRejected.by(self.rule)
        return self


def screen(
    *, caller: Caller, grants: Grants, contribution: Contribution, at: datetime, door: Door
) -> Verdict:
    """The verdict on a contribution under the workspace's policy. Inside the workspace.

    Looks at every string at every depth: content, names, ids, title, labels, metadata, model,
    subjects, lineage, foreign reference, producer. Writes nothing.
    """
    heard = (
        contribution.speaker_role == "user"
        and caller.key_kind == "host"
        and door is Door.OBSERVE
        and bool(grants.of("capture"))
    )
    screened = Screened(
        texts=tuple(strings_of(contribution)),
        kind=contribution.kind,
        labels=frozenset(contribution.labels),
        speech=heard,
    )
    return judge(screened, policy=policy_in_force())


def judge(screened: Screened, *, policy: Policy) -> Verdict:
    """The strictest outcome of the rules that fit. The same answer every time, without database."""
    strictest = Verdict("admit")
    for rule in _fitting(screened, policy=policy):
        outcome = policy.outcome_of(rule)
        if OUTCOMES.index(outcome) > OUTCOMES.index(strictest.outcome):
            strictest = Verdict(outcome, rule)
        if outcome == "reject":
            break
    return strictest


def verdict_on(texts: Iterable[str]) -> Verdict:
    """The verdict on texts that are no contribution, such as a question or a reason. Inside the
    workspace."""
    return judge(Screened(texts=tuple(texts), speech=True), policy=policy_in_force())


def require_kept(texts: Iterable[str | None]) -> None:
    """Raises PolicyRejected, still without a receipt, where one of these texts may not be stored.

    Every act that stores words of its caller's asks this, whatever door it came through. Inside
    the workspace.
    """
    given = [text for text in texts if text]
    if given:
        verdict_on(given).require()


def may_be_kept(texts: Iterable[str | None]) -> bool:
    """False where the policy rejects one of these texts. Inside the workspace."""
    given = [text for text in texts if text]
    return not given or verdict_on(given).outcome != "reject"


def may_be_kept_anywhere(texts: Iterable[str | None]) -> bool:
    """False where the built-in policy rejects one of these texts: for what no workspace holds,
    such as logins."""
    given = tuple(text for text in texts if text)
    return judge(Screened(texts=given, speech=True), policy=Policy()).outcome != "reject"


def screened_again(observation: Observation, *, subjects: Iterable[str]) -> Screened:
    """An observation that is here (read `with_source`), as it would be judged today."""
    said = observation.said
    stored = (
        observation.event_id,
        observation.speaker_name,
        observation.labels,
        observation.foreign_system,
        observation.foreign_session,
        observation.foreign_id,
        observation.telemetry,
        observation.producer.harness,
        observation.producer.instance,
        observation.session and observation.session.external_id,
        said and [said.text, said.title, said.model, said.metadata],
        list(subjects),
    )
    return Screened(
        texts=tuple(strings_of(stored)),
        kind=observation.kind,
        labels=frozenset(observation.labels),
        speech=observation.admitted_as == "user_primary",
    )


def _fitting(screened: Screened, *, policy: Policy) -> Iterator[str]:
    """The rules that fit, the cheapest to find first."""
    if screened.kind in policy.forbidden_kinds:
        yield KIND
    if policy.forbidden_labels & {label_form(label) for label in screened.labels}:
        yield LABEL
    text = joined(screened.texts)
    if any(policy.outcome_of(one) != "admit" for one in _family("secret")):
        yield from secrets_in(text)
    looked_for = {one for one in _family(PERSONAL) if policy.outcome_of(one) != "admit"}
    yield from personal_in(text, codes=looked_for)
    if (instruction := instructions_in(screened.texts, speech=screened.speech)) is not None:
        yield instruction


def _family(name: str) -> list[str]:
    return [rule for rule in known_rules() if rule.startswith(name + ".")]
