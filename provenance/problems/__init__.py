"""What may go wrong, as the domain says it. Each class is one code, and each code has a page.

A door translates these into RFC 9457 answers; services raise them. `detail` is written by us and
never holds anything that the caller sent.
"""

from .access import (
    CapabilityRequired,
    Forbidden,
    GrantExceedsGiver,
    NotFound,
    ProducerMismatch,
    Unauthenticated,
)
from .base import Problem
from .catalogue import catalogue, malformed
from .decision import AlreadyDecided, HeldBack, NotAccepted, PersonRequired, ReviewerIsProposer
from .event import AmbiguousSession, Erased, EventConflict, NothingToRelease, PolicyRejected
from .fields import FIELD_ERRORS, MAX_ERRORS, FieldError, field_error
from .importing import ImportRefused, PlanNotReady, SourceGone, StorageFull, UploadOffset
from .request import (
    InvalidJson,
    InvalidRequest,
    InvalidTime,
    LengthRequired,
    MethodNotAllowed,
    NotAcceptable,
    PayloadTooLarge,
    UnknownMember,
    UnknownReference,
    UnsupportedMediaType,
)
from .service import InternalError, TooManyRequests, Unavailable

__all__ = [
    "FIELD_ERRORS",
    "MAX_ERRORS",
    "AlreadyDecided",
    "AmbiguousSession",
    "CapabilityRequired",
    "Erased",
    "EventConflict",
    "FieldError",
    "Forbidden",
    "GrantExceedsGiver",
    "HeldBack",
    "ImportRefused",
    "InternalError",
    "InvalidJson",
    "InvalidRequest",
    "InvalidTime",
    "LengthRequired",
    "MethodNotAllowed",
    "NotAcceptable",
    "NotAccepted",
    "NotFound",
    "NothingToRelease",
    "PayloadTooLarge",
    "PersonRequired",
    "PlanNotReady",
    "PolicyRejected",
    "Problem",
    "ProducerMismatch",
    "ReviewerIsProposer",
    "SourceGone",
    "StorageFull",
    "TooManyRequests",
    "Unauthenticated",
    "Unavailable",
    "UnknownMember",
    "UnknownReference",
    "UnsupportedMediaType",
    "UploadOffset",
    "catalogue",
    "field_error",
    "malformed",
]
