"""What may go wrong, as the domain says it. Each class is one code, and each code has a page.

A door translates these into RFC 9457 answers; services raise them. `detail` is written by us and
never holds anything that the caller sent.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypedDict
from uuid import UUID


class FieldError(TypedDict):
    """One member that was refused: where (a JSON Pointer), why (a code), and the code's words."""

    pointer: str
    code: str
    message: str


# An answer lists at most so many refused members.
MAX_ERRORS = 50

# The closed list of codes inside `errors`. Texts are fixed, so that none can repeat a value.
FIELD_ERRORS: dict[str, str] = {
    "invalid_json": "The body is not one JSON object in UTF-8 without a byte order mark.",
    "required": "This member is required.",
    "unknown_member": "No member of this name is accepted here.",
    "invalid_type": "The value is not of the type that the schema states.",
    "invalid_value": "The value is not one that is accepted here.",
    "invalid_text": "The text holds NUL or a lone surrogate.",
    "invalid_time": (
        "A time is RFC 3339 with an offset, at most six fraction digits, years 0001 to 9999."
    ),
    "invalid_number": "Numbers are finite, and smaller than 2^53 either way.",
    "too_long": "The value is longer than the schema allows.",
    "too_short": "The value is shorter than the schema allows.",
    "too_many": "The list has more items than the schema allows.",
    "too_few": "The list has fewer items than the schema allows.",
    "out_of_range": "The number is outside the range that the schema allows.",
    "too_deep": "The body is nested deeper than 16 levels.",
    "duplicate_member": "The same member name stands twice in one object.",
    "exactly_one": "Exactly one of the alternatives must be given.",
    "unknown_reference": "Nothing that you may see has this name.",
    "unsupported_member": "This member would widen authority; it is not obeyed here.",
}


def field_error(*, pointer: str, code: str) -> FieldError:
    """The error `code` (a key of FIELD_ERRORS, else KeyError) at the JSON Pointer `pointer`."""
    return {"pointer": pointer, "code": code, "message": FIELD_ERRORS[code]}


class Problem(Exception):  # noqa: N818 (the word of RFC 9457)
    """A refusal or failure that the caller is told about.

    `detail` explains this occurrence, in our words; `errors` lists refused members; `retry_after`
    is in whole seconds; `receipt` is the stored receipt of a refusal, as the caller may see it.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[str]
    explanation: ClassVar[str]
    retry_after: int | None = None
    # The item of an atomic batch that was refused, counted from 0.
    index: int | None = None
    # What `errors` says of the whole where nothing finer is told: no 400 comes without.
    usual_error: ClassVar[str | None] = None

    def __init__(
        self,
        detail: str = "",
        *,
        errors: Sequence[FieldError] = (),
        retry_after: int | None = None,
        receipt: dict[str, Any] | UUID | str | None = None,
    ) -> None:
        super().__init__(self.code)
        self.detail = detail or self.title + "."
        self.errors = list(errors)
        if not self.errors and self.usual_error is not None:
            self.errors = [field_error(pointer="", code=self.usual_error)]
        self.retry_after = retry_after if retry_after is not None else self.retry_after
        self.receipt = receipt


class Unauthenticated(Problem):
    code, status, title = "unauthenticated", 401, "A valid API key is needed"
    explanation = (
        "Send `Authorization: Bearer <api key>`. A key that is unknown, expired or revoked is "
        "answered in the same words as none at all, so that nobody can try keys out. "
        "Revocation works on the next request."
    )


class CapabilityRequired(Problem):
    code, status, title = "capability_required", 403, "A capability is missing"
    explanation = (
        "The key is valid, but its principal holds no live grant of the capability that this "
        "act needs. An administrator gives grants, with a scope and a reason. "
        "`GET /v1/whoami` lists those you have."
    )


class GrantExceedsGiver(Problem):
    code, status, title = "grant_exceeds_giver", 403, "The grant is more than its giver may give"
    explanation = (
        "Grants are given by who holds a live `administer` grant over at least the same scope, for "
        "no longer than that grant lasts. Who administers the whole workspace may give every "
        "capability; who administers a part gives what it holds there itself, and never capture."
    )


class ProducerMismatch(Problem):
    code, status, title = "producer_mismatch", 403, "The key is bound to another producer"
    explanation = (
        "This key speaks for one producer only, and the request names another. Leave `producer` "
        "out, or use the key of the producer that you name."
    )


class Forbidden(Problem):
    code, status, title = "forbidden", 403, "This is not allowed"
    explanation = (
        "The request was understood and refused: your account may not do this, or a form was "
        "sent without its token. Reload the page and try again, or ask an administrator."
    )


class NotFound(Problem):
    code, status, title = "not_found", 404, "Nothing is here for you"
    explanation = (
        "There is nothing at this address, or it lies outside your workspace or grants. The two "
        "are answered alike on purpose: a refusal does not reveal what exists."
    )


class MethodNotAllowed(Problem):
    code, status, title = "method_not_allowed", 405, "This address does not take that method"
    explanation = "The response header `Allow` lists the methods that this address takes."


class NotAcceptable(Problem):
    code, status, title = "not_acceptable", 406, "No such representation"
    explanation = "Answers are `application/json`. Send `Accept: application/json` or `*/*`."


class LengthRequired(Problem):
    code, status, title = "length_required", 411, "The length of the body is not known"
    explanation = (
        "This server cannot read a body of unknown length. Send `Content-Length` in place of "
        "`Transfer-Encoding`."
    )


class UnsupportedMediaType(Problem):
    code, status, title = "unsupported_media_type", 415, "Only JSON is read here"
    explanation = (
        "Send the body as UTF-8 JSON with `Content-Type: application/json`. Other charsets and "
        "content encodings are not read."
    )


class InvalidJson(Problem):
    code, status, title = "invalid_json", 400, "The body is not acceptable JSON"
    usual_error = "invalid_json"
    explanation = (
        "The body must be one JSON object in UTF-8 without a byte order mark, nested at most 16 "
        "deep. Refused besides: duplicate member names, NaN and infinities, numbers of 2^53 and "
        "beyond, NUL and lone surrogates. Readers of JSON differ on these, and a memory must "
        "read back as it was written. All other Unicode is kept as it is."
    )


class InvalidRequest(Problem):
    code, status, title = "invalid_request", 400, "The request does not fit the schema"
    usual_error = "invalid_value"
    explanation = (
        "`errors` lists each refused member by JSON Pointer with a code and a fixed text. "
        "Values are never repeated. The schema is at `/v1/schema`, for people at `/v1/docs`."
    )


class UnknownMember(Problem):
    code, status, title = "unknown_member", 400, "The request holds an unknown member"
    usual_error = "unknown_member"
    explanation = (
        "Request bodies are closed: a member that the schema does not list is refused, at every "
        "depth, so that a misspelt one is not silently lost. `errors` points to it; a name that "
        "is not a plain identifier is not repeated, and its parent is pointed to instead."
    )


class InvalidTime(Problem):
    code, status, title = "invalid_time", 400, "A time is not usable"
    usual_error = "invalid_time"
    explanation = (
        "Times are RFC 3339 with an offset (`2026-11-02T09:14:07Z`), with at most six fraction "
        "digits and no leap second. A time without an offset could mean many instants. Where a "
        "time is not known, send `null`: never the present."
    )


class UnknownReference(Problem):
    code, status, title = "unknown_reference", 400, "A reference leads nowhere"
    usual_error = "unknown_reference"
    explanation = (
        "The request refers to something that does not exist or that you may not see; both are "
        "answered in the same words. `errors` points to the reference."
    )


class EventConflict(Problem):
    code, status, title = "event_conflict", 409, "This event is here with other content"
    explanation = (
        "An event of the same principal, producer, session and `event_id` was accepted earlier "
        "with a different digest. The first stands, and nothing of this request was stored but "
        "the fact of the conflict. To say something new, use a new `event_id`; to put the first "
        "right, propose a correction."
    )


class Erased(Problem):
    code, status, title = "erased", 410, "This event was erased"
    explanation = (
        "The content of this event was destroyed for good, and the event is refused if it comes "
        "again: under its own identity, under its name in another system, or as a proven copy. "
        "The same words from elsewhere are not refused."
    )


class AlreadyDecided(Problem):
    code, status, title = "already_decided", 409, "Somebody decided this before"
    explanation = (
        "A proposal is decided once, and an accepted correction is reverted once. Somebody's act "
        "was first, and nothing of yours was stored. Read the correction again to see what was "
        "decided, by whom and why."
    )


class NotAccepted(Problem):
    code, status, title = "not_accepted", 409, "There is nothing to revert"
    explanation = (
        "Only an accepted correction can be reverted. This one is still proposed, or was rejected."
    )


class HeldBack(Problem):
    code, status, title = "held_back", 409, "What is held back makes no fact"
    explanation = (
        "A fact would stand on an observation that is quarantined or withheld. Release it first, "
        "if it deserves that, or reject the proposal."
    )


class PersonRequired(Problem):
    code, status, title = "person_required", 403, "Only a person decides"
    explanation = (
        "Agents may propose; whether a correction holds is a person's decision. Decide in the "
        "browser, or with a key of kind `host` whose principal is a human: a key of kind `agent` "
        "is used by a model, even where it bears a person's name."
    )


class ReviewerIsProposer(Problem):
    code, status, title = "reviewer_is_proposer", 403, "Somebody else has to decide this"
    explanation = (
        "A proposal is decided by a person other than the one who made it. Only where a workspace "
        "has a single human reviewer may that one decide their own, which is marked on the "
        "decision."
    )


class AmbiguousSession(Problem):
    code, status, title = "ambiguous_session", 409, "Several sessions bear this name"
    explanation = (
        "Session ids are the producers' own, so two producers, or two principals that report from "
        "one producer, may use the same one. Add `?producer=harness/instance`, `?principal=name` "
        "or both, or ask by the session's `ref`, which is its own; `GET /v1/sessions` lists them."
    )


class PolicyRejected(Problem):
    code, status, title = "policy_rejected", 422, "A policy refuses this content"
    explanation = (
        "The request was screened before anything was written, and a rule refuses it. Nothing of "
        "its content, event id or session was kept. `receipt` names the rule and the time."
    )

    rule: str | None = None

    @classmethod
    def by(cls, rule: str | None, *, receipt: dict[str, Any] | None = None) -> "PolicyRejected":
        """The refusal that a rule, named by its code, makes."""
        refused = cls(f"The rule {rule} refuses it.", receipt=receipt)
        refused.rule = rule
        return refused


class NothingToRelease(Problem):
    code, status, title = "nothing_to_release", 409, "It is not held back"
    explanation = (
        "Only what is quarantined or withheld can be released. This observation is admitted: it "
        "always was, or somebody released it before."
    )


class PayloadTooLarge(Problem):
    code, status, title = "payload_too_large", 413, "The body is too large"
    explanation = (
        "A body may be 1 MiB, a batch 16 MiB, the `content` of one event 65,536 bytes in UTF-8. "
        "Send long content as ordered parts, and large collections as several batches."
    )


class TooManyRequests(Problem):
    code, status, title = "too_many_requests", 429, "Too many requests"
    explanation = "Wait for as many seconds as `Retry-After` says, then send the same request."
    retry_after = 5


class Unavailable(Problem):
    code, status, title = "unavailable", 503, "The memory cannot be reached just now"
    explanation = (
        "The database did not answer, or gave up on a busy row. No receipt was sent, so treat "
        "the write as not saved and send the same request again after `Retry-After` seconds: "
        "the same event gets the same receipt, once."
    )
    retry_after = 5


class InternalError(Problem):
    code, status, title = "internal_error", 500, "An error of ours"
    explanation = (
        "The server failed in a way that we did not foresee. Give the `instance` of the answer "
        "(its request id) to an administrator, who finds it in the log. Sending the same request "
        "again is safe: the same event gets the same receipt."
    )


def _every(base: type[Problem]) -> Iterable[type[Problem]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _every(kind)


def catalogue() -> dict[str, type[Problem]]:
    """Every problem by its code, in the order of the codes."""
    return {kind.code: kind for kind in sorted(_every(Problem), key=lambda kind: kind.code)}


# Where every refused member is refused for one of these reasons, the problem bears that name.
_SPEAKING = {kind.code: kind for kind in (UnknownMember, InvalidTime, UnknownReference)}


def malformed(errors: Sequence[FieldError]) -> Problem:
    """The problem of a request that does not fit its schema, named by its errors' common code."""
    codes = {error["code"] for error in errors}
    kind = _SPEAKING.get(next(iter(codes)), InvalidRequest) if len(codes) == 1 else InvalidRequest
    return kind("The request was refused; `errors` says where and why.", errors=errors)
