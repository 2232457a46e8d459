"""Recognises what a session only hears back: contributions that equal what it was shown (P5)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from provenance.database.kept import Kept
from provenance.models import Exposure, LineageEdge, Observation, ProvenCopy
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.contributing.exposures_seen import shown_among
from provenance.services.contributing.foreign_names import is_one_name
from provenance.services.contributing.notes import Note

# Fewer words prove nothing by being equal: people say "ok, continue" without having heard it.
FEWEST_WORDS = 5
# Of one text's observations the earliest are looked at. What is missed is not proven, and adds
# no support either: an echo has no witness, and a person's own words are that person's.
_MOST_ORIGINALS = 100
_TEXT = """
WHERE one.workspace_id = %(here)s AND one.text_sha256 = %(text)s {here}
ORDER BY one.position LIMIT %(most)s
"""
_NOT_ERASED = """
AND NOT EXISTS (SELECT FROM erasure e
                WHERE e.workspace_id = one.workspace_id AND e.observation_id = one.id)
"""
_SAME = Kept(Observation, rest=_TEXT.replace("{here}", ""))
_SAME_AND_HERE = Kept(Observation, rest=_TEXT.replace("{here}", _NOT_ERASED))
_A_SECOND = timedelta(seconds=1)
_USERS_OWN = ("user_primary", "user_adopted")


@dataclass(frozen=True)
class Echo:
    """The proof that an observation repeats an earlier one, and what its receipt says of it."""

    original_id: UUID
    note: Note


def recognise(observation: Observation, *, edges: Sequence[LineageEdge]) -> Echo | None:
    """Compares a row that is about to be inserted with what its session was shown.

    Marks the row: what is neither a user's nor imported becomes `derived`; a user's turn stays what
    it is and bears `after_exposure`. None where nothing is proven. Inside the workspace.
    """
    declared = sources_of(edges)
    if observation.word_count < FEWEST_WORDS and not declared:
        return None  # nothing could be proven by what is the same
    alike = _same_text(observation)
    if not alike or any(_is_same_event(one, observation) for one in alike):
        return None
    original = next((one for one in alike if one.id in declared), None)
    if original is None and observation.word_count >= FEWEST_WORDS:
        seen = shown_among(
            alike,
            to=observation,
            until=_moment(observation),
        )
        original = next((one for one in alike if one.id in seen), None)
    if original is None:
        return None
    return Echo(_earliest(original), _mark(observation))


def prove_copy(observation: Observation, *, echo: Echo) -> None:
    """Records that the observation, now inserted, is a copy of what it repeats."""
    copy = ProvenCopy(
        workspace_id=observation.workspace_id,
        observation=observation,
        original_id=echo.original_id,
        basis="same_text_with_link",
    )
    # The same pair may be proven already, by the event's name in another system.
    ProvenCopy.objects.all().add([copy], skip_existing=True)


def _same_text(observation: Observation) -> list[Observation]:
    """The earliest observations of the same normal form; none for what has no words."""
    if observation.word_count == 0:
        return []
    # What a person says anew is not banned because the same words were erased elsewhere.
    kept = _SAME_AND_HERE if observation.admitted_as in _USERS_OWN else _SAME
    return kept.rows(text=observation.text_sha256, most=_MOST_ORIGINALS)


def _is_same_event(one: Observation, observation: Observation) -> bool:
    """True for the event under its name elsewhere: seen twice, not said twice."""
    return one.speaker_role == observation.speaker_role and is_one_name(one, observation)


def sources_of(edges: Sequence[LineageEdge]) -> Collection[UUID]:
    """What the edges declare it to be derived from, recalls unfolded."""
    derived = [edge for edge in edges if edge.relation in DERIVATIONS]
    sources = {edge.source_id for edge in derived if edge.source_id is not None}
    recalls = [edge.recall_id for edge in derived if edge.recall_id is not None]
    if recalls:
        rows = Exposure.objects.here().filter(receipt_id__in=recalls)
        for observations in rows.values_list("observations", flat=True):
            sources.update(observations)
    return sources


def _moment(observation: Observation) -> datetime:
    """When it was said, at the latest. Only a capture host's clock may put a user's turn earlier;
    where it tells whole seconds, by the end of its second."""
    happened: datetime = observation.recorded_at
    trusted = observation.admitted_as in _USERS_OWN and observation.time_basis == "host"
    if trusted and observation.observed_at is not None:
        said = observation.observed_at
        happened = min(said if said.microsecond else said + _A_SECOND, happened)
    return happened


def _earliest(original: Observation) -> UUID:
    """The original, or what that is itself a copy of, so that copies of one text share one."""
    first = (
        # What a person mapped may be taken back; this proof may not.
        ProvenCopy.objects.live()
        .filter(
            observation_id=original.id,
            original__text_sha256=original.text_sha256,
            mapping=None,
        )
        .order_by("original__position")
        .values_list("original_id", flat=True)
        .first()
    )
    return first or original.id


def _mark(observation: Observation) -> Note:
    if observation.admitted_as in _USERS_OWN:
        observation.after_exposure = True
        return Note.AFTER_EXPOSURE
    if observation.admitted_as != "imported":  # which stands below it (P6)
        observation.admitted_as = "derived"
    if observation.work_state == "verified":
        observation.work_state = "reported"
    return Note.ECHO
