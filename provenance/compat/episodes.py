"""Episodes in MemoryD's shape: a summary of something that another system keeps."""

from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import JSONObjectField, StrictCharField
from provenance.api.query import Query, asked
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import LinkClaim, SubjectClaim
from provenance.services.observe import observe
from provenance.services.reading.memoryd_shelf import Shelved, shelved
from provenance.services.receipts import shown
from provenance.services.times import instant

from .bodies import MAX_CONTENT_BYTES, ClaimField, OlderInstantField, PairBody
from .contributions import contribution, event_name, role_of
from .door import OlderDoorView, body_of, check_pair, described
from .handles import EPISODE, handle, observation_of
from .subjects import LABEL as OF_SUBJECTS

LABEL = "memoryd:episode"
_CLAIMS = (
    *("subject_id", "source_kind", "source_ref", "started_at", "ended_at", "status"),
    *("trust_level", "source_metadata", "metadata"),
)


class NewEpisodeBody(PairBody):
    """An episode. `source_kind` and `trust_level` are claims: neither admits nor trusts anything."""

    subject_id = StrictCharField(max_length=100)
    source_kind = StrictCharField(max_length=90)
    source_ref = StrictCharField(max_length=500)
    started_at = OlderInstantField(required=False)
    ended_at = OlderInstantField(required=False)
    status = StrictCharField(max_length=50, required=False)
    summary = StrictCharField(max_bytes=MAX_CONTENT_BYTES)
    trust_level = ClaimField(required=False)
    source_metadata = JSONObjectField(required=False)
    metadata = JSONObjectField(required=False)


class EpisodesQuery(Query):
    """Which episodes."""

    profile = StrictCharField(max_length=100)
    workspace = StrictCharField(max_length=200)
    subject_id = StrictCharField(max_length=100, required=False)


class EpisodeQuery(Query):
    """One episode, by its handle."""

    profile = StrictCharField(max_length=100)
    workspace = StrictCharField(max_length=200)
    id = StrictCharField(max_length=100)


class EpisodesView(OlderDoorView):
    """Summaries of what happened elsewhere."""

    capability = "observe"

    @described(
        operation="memoryd_new_episode",
        summary="Record an episode, in MemoryD's shape",
        request=NewEpisodeBody,
        data={"episode": serializers.DictField(), "created": serializers.BooleanField()},
    )
    def post(self, request: Request) -> Response:
        """Records it as derived from its source. The subject must be one that the caller may see."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = body_of(request, NewEpisodeBody, at=at)
        subject = _subject(caller, body["subject_id"], at=at)
        claims = {name: _plain(body.get(name)) for name in _CLAIMS}
        new = contribution(
            caller=caller,
            body={},
            claims=claims,
            event_id=event_name("episode", body["summary"], {**claims, "metadata": None}),
            kind="summary",
            speaker_role=role_of(caller),
            content=body["summary"],
            observed_at=body.get("ended_at") or body.get("started_at"),
            subjects=(subject,),
            lineage=(
                LinkClaim(
                    relation="summary_of", external=(body["source_kind"], body["source_ref"])
                ),
            ),
            labels=(LABEL,),
        )
        observed = observe(caller=caller, contribution=new, at=at, door=Door.COMPAT)
        (receipt,) = shown(caller=caller, results=[observed])
        episode = _shape(
            handle(EPISODE, receipt["observation"]),
            claims,
            summary=body["summary"],
            at=receipt["recorded_at"],
        )
        return self.answered({"episode": episode, "created": not observed.duplicate})

    @described(
        operation="memoryd_episodes",
        summary="List episodes, in MemoryD's shape",
        parameters=[EpisodesQuery],
        data={"episodes": serializers.ListField(child=serializers.DictField())},
    )
    def get(self, request: Request) -> Response:
        """The episodes that the caller may see, newest first."""
        at, caller = datetime.now(UTC), caller_of(request)
        query = asked(request, EpisodesQuery)
        check_pair(request, query, at=at)
        about: dict[str, Any] = {}
        if "subject_id" in query:
            subject = _subject(caller, query["subject_id"], at=at)
            about = {"kind": subject.kind, "key": subject.key}
        found = shelved(caller=caller, label=LABEL, at=at, **about)
        return self.answered({"episodes": [represent(one) for one in found]})


class EpisodeView(OlderDoorView):
    """One of them."""

    capability = "recall"

    @described(
        operation="memoryd_episode",
        summary="Get an episode, in MemoryD's shape",
        parameters=[EpisodeQuery],
        data={"episode": serializers.DictField()},
    )
    def get(self, request: Request) -> Response:
        """The episode of this handle."""
        at = datetime.now(UTC)
        query = asked(request, EpisodeQuery)
        check_pair(request, query, at=at)
        name = observation_of(query["id"])
        found = name and shelved(caller=caller_of(request), label=LABEL, observation_id=name, at=at)
        if not found:
            raise NotFound
        return self.answered({"episode": represent(found[0])})


def represent(one: Shelved) -> dict[str, Any]:
    """An episode as MemoryD shows it; its trust level is what its author claimed."""
    return _shape(
        handle(EPISODE, one.row.id), one.claims, summary=one.text, at=instant(one.row.recorded_at)
    )


def _shape(name: str, claims: dict[str, Any], *, summary: str, at: str | None) -> dict[str, Any]:
    claimed = {member: claims.get(member) for member in _CLAIMS}
    return {"id": name, **claimed, "summary": summary, "created_at": at, "updated_at": at}


def _subject(caller: Caller, name: str, *, at: datetime) -> SubjectClaim:
    """What a subject's handle stands for. NotFound alike for none and for another's."""
    observation_id = observation_of(name)
    found = observation_id and shelved(
        caller=caller, label=OF_SUBJECTS, observation_id=observation_id, at=at
    )
    if not found or not found[0].subjects:
        raise NotFound("No subject that you may see has this id.")
    subject = found[0].subjects[0]
    return SubjectClaim(kind=subject.kind, key=subject.key)


def _plain(value: Any) -> Any:
    return instant(value) if isinstance(value, datetime) else value
