"""An observation as every answer shows it: its words, who said them, and what stands behind."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from provenance.services.reading.ceiling import ceilings_of
from provenance.services.reading.lineage_edges import edges_from
from provenance.services.reading.reader import Reader
from provenance.services.reading.standing_now import standing_of
from provenance.services.reading.support import Support, support_of
from provenance.services.reading.unresolved import pairs_of
from provenance.services.times import instant

_SUBJECTS = """
SELECT observation_id, kind, key, branch, revision FROM observation_subject
WHERE workspace_id = %(here)s AND observation_id = ANY(%(ids)s::uuid[])
ORDER BY observation_id, ordinal
"""


def represent_observations(
    observations: Sequence[Observation], *, reader: Reader
) -> list[dict[str, Any]]:
    """The observations (read `with_source`) as the contract's `episodic` items, and their `id`.

    A bounded number of queries, however many rows. What the reader may not see is left out of `lineage` and
    `unresolved`; `support` is counted over the whole workspace. Of what is held back from the
    reader, nothing is shown that its request said in words of its own.
    """
    ids = [observation.id for observation in reader.as_seen(observations)]
    if not ids:
        return []
    support = support_of(ids)
    ceilings = ceilings_of(ids)
    lineage = _lineage(ids, reader=reader)
    unresolved = _unresolved(ids, reader=reader)
    subjects = _subjects([one for one in observations if not one.words_hidden])
    return [
        {
            **_said(one),
            "subjects": subjects[one.id],
            "source": source_of(one),
            "times": times_of(one),
            "ceiling": ceilings[one.id],
            **_behind(support[one.id], lineage[one.id], unresolved[one.id]),
        }
        for one in observations
    ]


def source_of(observation: Observation) -> dict[str, Any]:
    """Where an observation came from."""
    session, hidden = observation.session, observation.words_hidden
    return {
        "principal": observation.principal.name,
        "producer": {
            "harness": None if hidden else observation.producer.harness,
            "instance": None if hidden else observation.producer.instance,
        },
        "session": session
        and {
            "id": None if hidden else session.external_id,
            "title": observation.said.title if observation.said else None,
            "turn_index": observation.turn_index,
        },
        "event_id": observation.event_id,
    }


def contributed(observation: Observation) -> dict[str, Any]:
    """What else its contributor sent: shown where one observation is read by itself."""
    said = observation.said
    return {
        "digest": observation.digest,
        "foreign": observation.foreign_id
        and {
            "system": observation.foreign_system,
            "session": observation.foreign_session,
            "id": observation.foreign_id,
        },
        "part": observation.part_of
        and {"index": observation.part_index, "of": observation.part_of},
        "model": said.model if said else None,
        "metadata": said.metadata if said else None,
    }


def times_of(observation: Observation) -> dict[str, Any]:
    """The three clocks: event time as claimed and how it is known, recording time, valid time."""
    return {
        "observed_at": instant(observation.observed_at),
        "basis": observation.time_basis,
        "recorded_at": instant(observation.recorded_at),
        "valid_from": instant(observation.valid_from),
        "valid_until": instant(observation.valid_until),
    }


def text_of(observation: Observation) -> str | None:
    """Its text; None where it has been erased, or is hidden from who reads."""
    return observation.said.text if observation.said else None


def _said(observation: Observation) -> dict[str, Any]:
    standing, admission = standing_of(observation)
    return {
        "id": str(observation.id),
        "observation": str(observation.id),
        "kind": observation.kind,
        "content": text_of(observation),
        "erased": observation.erased,
        "truncated": False,
        "speaker": {"role": observation.speaker_role, "name": observation.speaker_name},
        "admitted_as": observation.admitted_as,
        "admission": admission,
        "standing": standing,
        "work_state": observation.work_state,
        "labels": observation.labels,
    }


def _behind(
    support: Support, lineage: list[dict[str, Any]], unresolved: list[dict[str, Any]]
) -> dict[str, Any]:
    return {"support": support.represent(), "lineage": lineage, "unresolved": unresolved}


def _subjects(observations: Sequence[Observation]) -> dict[UUID, list[dict[str, Any]]]:
    """What each is about, in the order of its contributor."""
    shown: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    asked = {"here": current_workspace(), "ids": [one.id for one in observations]}
    for observation_id, kind, key, branch, revision in fetch(_SUBJECTS, asked):
        shown[observation_id].append(
            {"kind": kind, "key": key, "branch": branch, "revision": revision}
        )
    return shown


def _lineage(ids: Sequence[UUID], *, reader: Reader) -> dict[UUID, list[dict[str, Any]]]:
    shown: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for edge in edges_from(ids, reader=reader):
        shown[edge.observation].append(edge.represent())
    return shown


def _unresolved(ids: Sequence[UUID], *, reader: Reader) -> dict[UUID, list[dict[str, Any]]]:
    shown: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for pair in pairs_of(ids, reader=reader):
        for here, there in (
            (pair.observation_id, pair.other_id),
            (pair.other_id, pair.observation_id),
        ):
            shown[here].append({"kind": pair.kind, "observation": str(there)})
    return shown
