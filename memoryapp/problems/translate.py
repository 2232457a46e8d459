"""Any exception, as the problem that the caller is told. Nothing of its own text is told."""

import math
from collections.abc import Callable
from typing import Any

from django.core import exceptions as core
from django.db import InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions as rest

from provenance import problems
from provenance.api.refusals import errors_from

# The first class that fits decides, so the narrower stand before the wider.
_TABLE: list[tuple[type[BaseException], Callable[[Any], problems.Problem]]] = [
    (problems.Problem, lambda error: error),
    (rest.ValidationError, lambda error: problems.malformed(errors_from(error.detail))),
    (rest.NotAuthenticated, lambda error: problems.Unauthenticated()),
    (rest.AuthenticationFailed, lambda error: problems.Unauthenticated()),
    (rest.PermissionDenied, lambda error: problems.Forbidden()),
    (rest.NotFound, lambda error: problems.NotFound()),
    (rest.MethodNotAllowed, lambda error: problems.MethodNotAllowed()),
    (rest.NotAcceptable, lambda error: problems.NotAcceptable()),
    (rest.UnsupportedMediaType, lambda error: problems.UnsupportedMediaType()),
    (rest.ParseError, lambda error: problems.InvalidJson()),
    (rest.Throttled, lambda error: problems.TooManyRequests(retry_after=_seconds(error.wait))),
    (Http404, lambda error: problems.NotFound()),
    (core.PermissionDenied, lambda error: problems.Forbidden()),
    (core.RequestDataTooBig, lambda error: problems.PayloadTooLarge()),
    (core.SuspiciousOperation, lambda error: problems.InvalidRequest()),
    (core.BadRequest, lambda error: problems.InvalidRequest()),
    (MultiPartParserError, lambda error: problems.InvalidRequest()),
    (UnreadablePostError, lambda error: problems.InvalidRequest()),
    # Lost connections, timeouts, deadlocks: the same request may be sent again.
    (OperationalError, lambda error: problems.Unavailable()),
    (InterfaceError, lambda error: problems.Unavailable()),
]


def _seconds(wait: float | None) -> int | None:
    return None if wait is None else max(1, math.ceil(wait))


def problem_for(error: BaseException | None) -> problems.Problem:
    """The problem of `error`; InternalError where nobody foresaw it."""
    for kind, translate in _TABLE:
        if isinstance(error, kind):
            return translate(error)
    return problems.InternalError()
