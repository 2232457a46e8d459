"""An answer as its asker looks into it: why each thing is here, and what was left out."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Grant, Observation, Principal, Producer
from provenance.models import Question as StoredQuestion
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, live_grants
from provenance.services.reading.reader import Reader
from provenance.services.saved.save import ASKED
from recall.services.asking.parameters import parameters_of
from recall.services.asking.reasons import REASONS, meaning_of, title_of
from recall.services.putting import Course, Put
from recall.services.question import Candidate, Question
from recall.services.recall import put

DOOR = "browser"
# Of what was left out for one reason so many are named; the others are counted.
NAMED = 8
# Of what an item's sum is made of so much is shown at once.
MOST_PARTS = 8


@dataclass(kw_only=True)
class Told:
    """An episodic item: its place, what the answer shows of it, and by which grants it is reached.

    `parts` are the features that add something, the weightiest first: (name, value, weight, adds).
    `grants` are the numbers of those that reach it. `mark` says what became of it in an answer
    beside this one.
    """

    place: int
    item: Mapping[str, Any]
    observation: Observation | None
    parts: Sequence[tuple[str, float, float, float]]
    grants: Sequence[int]
    mark: "Mark | None" = None

    @property
    def most(self) -> Sequence[tuple[str, float, float, float]]:
        """The parts that are shown at once."""
        return self.parts[:MOST_PARTS]

    @property
    def rest(self) -> Sequence[tuple[str, float, float, float]]:
        """The parts that are folded."""
        return self.parts[MOST_PARTS:]


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What is different beside: a word (came, went, moved), and a sentence."""

    word: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Fallen:
    """Candidates that were left out for one reason: how many, and those that are named, best first."""

    reason: str
    count: int
    named: Sequence[tuple[Observation, Candidate]]

    @property
    def title(self) -> str:
        """The reason in a word or two."""
        return title_of(self.reason)

    @property
    def meaning(self) -> str:
        """The reason in a sentence."""
        return meaning_of(self.reason)

    @property
    def more(self) -> int:
        """How many are not named."""
        return self.count - len(self.named)


@dataclass(frozen=True, kw_only=True)
class GrantUsed:
    """A grant that the answer was given by, with the names of what its scope reaches."""

    number: int
    scope: str
    over: Sequence[str]
    given_by: str
    reason: str
    starts_at: datetime
    ends_at: datetime | None


@dataclass(kw_only=True)
class Sheet:
    """One answer. `savable` where its words are kept, so that it can be asked again."""

    question: Question
    course: Course
    items: Sequence[Told]
    facts: Sequence[dict[str, Any]]
    fallen: Sequence[Fallen]
    grants: Sequence[GrantUsed]
    savable: bool
    left: Mapping[UUID, str] = field(default_factory=dict)

    @property
    def answer(self) -> Mapping[str, Any]:
        """As the machine door gives it."""
        return self.course.answer

    @property
    def omitted(self) -> Sequence[tuple[str, str, int]]:
        """What the answer counts as left out: the code, the reason in a word or two, how many."""
        counts: Mapping[str, int] = self.answer["omitted"]
        return [(code, title_of(code), count) for code, count in counts.items()]

    @property
    def cut(self) -> int:
        """How many items the budget cut short."""
        return sum(one.item["truncated"] for one in self.items)


def sheet_of(*, caller: Caller, question: Question, view: UUID, at: datetime) -> Sheet:
    """Asks as the principal of that view would be answered, and looks into the answer.

    What is shown is shown to the caller, and recorded so; nothing is recorded of whose view it is.
    Raises CapabilityRequired where that principal may not recall, and NotFound where its view may
    not be taken.
    """
    how = Put(
        view=None if view == caller.principal_id else view,
        door=DOOR,
        noted={ASKED: parameters_of(question)},
    )
    course = put(caller=caller, question=question, at=at, how=how)
    left = course.left_out()
    named = _named(left)
    told = course.places()
    with workspace(caller):
        own = live_grants(caller=caller, at=at)
        reader = Reader(caller=caller, at=at, reach=course.grants.reach("recall"), grants=own)
        wanted = {*told, *(one for ids in named.values() for one in ids)}
        rows = {row.id: row for row in reader.observations().filter(id__in=wanted).with_source()}
        reader.as_seen([rows[one] for one in told if one in rows])
        reader.shown([row for one, row in rows.items() if one not in told], door=DOOR)
        grants = _used(course.grants)
        savable = StoredQuestion.objects.here().filter(receipt_id=course.answer["id"]).exists()
    return Sheet(
        question=question,
        course=course,
        items=[
            _told(place, item, rows.get(UUID(item["observation"])), course=course)
            for place, item in enumerate(course.answer["episodic"], start=1)
        ],
        facts=[_fact(one, course=course) for one in course.answer["facts"]],
        fallen=_fallen(left, named=named, rows=rows),
        grants=grants,
        savable=savable,
        left={one: reason for one, (reason, _) in left.items()},
    )


def _named(left: Mapping[UUID, tuple[str, Candidate]]) -> dict[str, list[UUID]]:
    by_reason: dict[str, list[UUID]] = defaultdict(list)
    for one, (reason, _) in left.items():
        if len(by_reason[reason]) < NAMED:
            by_reason[reason].append(one)
    return by_reason


def _fallen(
    left: Mapping[UUID, tuple[str, Candidate]],
    *,
    named: Mapping[str, Sequence[UUID]],
    rows: Mapping[UUID, Observation],
) -> list[Fallen]:
    counts: dict[str, int] = defaultdict(int)
    for reason, _ in left.values():
        counts[reason] += 1
    return [
        Fallen(
            reason=reason,
            count=counts[reason],
            named=[(rows[one], left[one][1]) for one in ids if one in rows],
        )
        for reason, ids in sorted(named.items(), key=lambda one: list(REASONS).index(one[0]))
    ]


def _told(place: int, item: Mapping[str, Any], row: Observation | None, *, course: Course) -> Told:
    features = item["explain"]["features"].items()
    parts = [
        (name.replace("_", " "), one["value"], one["weight"], one["adds"]) for name, one in features
    ]
    parts += [(name, 1.0, adds, adds) for name, adds in item["explain"]["asked_for"].items()]
    reaching = [
        number
        for number, grant in enumerate(course.grants.of("recall"), start=1)
        if row is not None
        and grant.covers(principal_id=row.principal_id, producer_id=row.producer_id)
    ]
    return Told(
        place=place,
        item=item,
        observation=row,
        parts=sorted((one for one in parts if one[3]), key=lambda one: -abs(one[3])),
        grants=reaching,
    )


def _fact(fact: dict[str, Any], *, course: Course) -> dict[str, Any]:
    """With what of its evidence the question found: (observation, rank), the best first."""
    ranks = {str(one.observation_id): one.rank for one in course.found}
    evidence = [one for one in fact["support"]["observations"] if one in ranks]
    found = [(one, ranks[one]) for one in evidence]
    return {**fact, "found": sorted(found, key=lambda one: one[1] or 0)}


def _used(grants: Grants) -> list[GrantUsed]:
    """Of each recall grant who gave it, why, and over whom."""
    live = {grant.id: grant for grant in grants.of("recall")}
    rows = Grant.objects.here().filter(id__in=list(live)).select_related("given_by").order_by("id")
    scoped = {one for grant in live.values() for one in (*grant.principals, *grant.producers)}
    names = dict(Principal.objects.here().filter(id__in=scoped).values_list("id", "name"))
    for producer in Producer.objects.here().filter(id__in=scoped):
        names[producer.id] = f"{producer.harness} on {producer.instance}"
    return [
        GrantUsed(
            number=list(live).index(row.id) + 1,
            scope=row.scope,
            over=sorted(names[one] for one in (*live[row.id].principals, *live[row.id].producers)),
            given_by=row.given_by.name,
            reason=row.reason,
            starts_at=row.starts_at,
            ends_at=row.ends_at,
        )
        for row in rows
    ]
