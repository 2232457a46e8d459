"""All problems, by their codes."""

from collections.abc import Iterable, Sequence

from .base import Problem
from .fields import FieldError
from .request import InvalidRequest, InvalidTime, UnknownMember, UnknownReference


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
