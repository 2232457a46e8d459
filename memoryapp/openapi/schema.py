"""How views become operations: each with the problems that it may answer."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema

from . import extensions
from .components import response_name

# Importing the module is what registers them.
REGISTERED = (extensions.ApiKeyScheme, extensions.ClosedSchema)

_ALWAYS = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_ACCEPTABLE)
_WITH_A_KEY = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_WITH_A_BODY = (
    HTTPStatus.LENGTH_REQUIRED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)


class MemoryAutoSchema(AutoSchema):
    """Adds the problem answers.

    Those that every view of a kind may give are found by looking at it. A view names its own
    (409, 422 …) in an attribute `problem_statuses`, a tuple of statuses for all its methods, or
    a dict of such tuples by method.
    """

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        responses = super()._get_response_bodies(direction)
        for status in self._problem_statuses():
            ref = {"$ref": f"#/components/responses/{response_name(status)}"}
            responses.setdefault(str(int(status)), ref)
        return dict(sorted(responses.items()))

    def _problem_statuses(self) -> set[int]:
        statuses = {*_ALWAYS, *self._own_statuses()}
        if self.view.get_authenticators():
            statuses.update(_WITH_A_KEY)
        if "{" in self.path:
            statuses.add(HTTPStatus.NOT_FOUND)
        if self._get_request_body():
            statuses.update(_WITH_A_BODY)
        return {int(status) for status in statuses}

    def _own_statuses(self) -> tuple[int, ...]:
        own = getattr(self.view, "problem_statuses", ())
        return own.get(self.method, ()) if isinstance(own, dict) else own
