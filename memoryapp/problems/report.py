"""Logs a failure of ours without its words: an exception's text may quote what was refused."""

import logging
import traceback

from django.http import HttpRequest

from provenance.problems import Problem

from .answers import request_id_of

_log = logging.getLogger("memoryapp.problems")
_SERVER_ERRORS = 500


def report(problem: Problem, error: BaseException | None, request: HttpRequest) -> None:
    """One line for a problem of status 500 and above: request id, route, class, places in code."""
    if problem.status < _SERVER_ERRORS:
        return
    match = request.resolver_match
    _log.error(
        "%s request=%s route=%s raised=%s at %s",
        problem.code,
        request_id_of(request),
        (match.view_name or "unnamed") if match else "unmatched",
        _classes(error),
        _places(error),
    )


def _classes(error: BaseException | None) -> str:
    names = []
    while error is not None:
        names.append(f"{type(error).__module__}.{type(error).__qualname__}")
        error = error.__cause__ or error.__context__
    return " from ".join(names) or "nothing"


def _places(error: BaseException | None) -> str:
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    return " > ".join(f"{frame.filename}:{frame.lineno}:{frame.name}" for frame in frames[-8:])
