"""What every view of the older doors shares: the envelope, the pair, the schema of answers."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.api.caller import caller_of
from provenance.services.access.memoryd_pair import UnknownPairError, require_pair

from .envelope import enveloped, failure, success

_FAILURES = (400, 401, 403, 404, 406, 409, 411, 413, 415, 422, 429, 503)


class Refused(Exception):  # noqa: N818 - it names what happened
    """A refusal under a code of MemoryD's own, with its HTTP status."""

    def __init__(self, code: str, message: str, *, status: int) -> None:
        super().__init__(code)
        self.code, self.message, self.status = code, message, status


class MemorydError(serializers.Serializer):
    """Why a request was refused."""

    code = serializers.CharField()
    message = serializers.CharField()


class MemorydRefusal(serializers.Serializer):
    """The envelope of a refusal."""

    ok = serializers.BooleanField()
    error = MemorydError()
    warnings = serializers.ListField(child=serializers.CharField())
    request_id = serializers.CharField()
    provider = serializers.DictField(child=serializers.CharField())


class OlderDoorView(APIView):
    """One of MemoryD's routes. What goes wrong is told in the envelope, with the right status."""

    def handle_exception(self, exc: Exception) -> Any:
        """The refusal that the one handler of problems makes, in MemoryD's clothes."""
        request = self._django_request()
        if isinstance(exc, UnknownPairError):
            exc = Refused(exc.code, "The key's workspace does not map to this.", status=404)
        if isinstance(exc, Refused):
            body = failure(exc.code, exc.message, request=request)
            return Response(body, status=exc.status)
        answer: Any = super().handle_exception(exc)
        return enveloped(answer, request=request)

    def answered(self, data: dict[str, Any], *, warnings: Sequence[str] = ()) -> Response:
        """200 with the data in the envelope."""
        return Response(success(data, request=self._django_request(), warnings=warnings))

    def _django_request(self) -> HttpRequest:
        request: Any = self.request
        return getattr(request, "_request", request)


def body_of(
    request: Request, kind: type[serializers.Serializer[Any]], *, at: datetime
) -> dict[str, Any]:
    """The validated body, once the pair it names is the one that the key's workspace maps to."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    told = dict(body.validated_data)
    check_pair(request, told, at=at)
    return told


def check_pair(request: Request, told: dict[str, Any], *, at: datetime) -> None:
    """Raises UnknownPairError, answered as 404, for another workspace's name."""
    require_pair(
        caller=caller_of(request), profile=told["profile"], name=told.get("workspace"), at=at
    )


def described(
    *, operation: str, summary: str, data: dict[str, Any], request: Any = None, **more: Any
) -> Callable[[Any], Any]:
    """Documents one operation: its data in the envelope, and every refusal in it too."""
    title = "".join(part.title() for part in operation.split("_"))
    envelope = inline_serializer(
        name=f"{title}Answer",
        fields={
            "ok": serializers.BooleanField(),
            "data": inline_serializer(name=f"{title}Data", fields=data),
            **_signed(),
        },
    )
    return extend_schema(
        operation_id=operation,
        summary=summary,
        tags=["compat"],
        request=request,
        responses={200: envelope, **REFUSALS},
        **more,
    )


def _signed() -> dict[str, Any]:
    return {
        "warnings": serializers.ListField(child=serializers.CharField()),
        "request_id": serializers.CharField(),
        "provider": serializers.DictField(child=serializers.CharField()),
    }


# How each of these routes may refuse: always in the envelope.
REFUSALS = dict.fromkeys(_FAILURES, MemorydRefusal)
