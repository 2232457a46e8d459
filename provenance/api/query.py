"""Query parameters are closed too: an unknown or repeated one is refused by name."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request

from .fields import StrictCharField

MAX_LIMIT = 200
_WHOLE = re.compile(r"-?\d{1,15}", re.ASCII)


class Query(serializers.Serializer):
    """Base of the query parameters of one operation. In `errors`, `/since` points to `?since=`."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated parameters. All refusals are reported together."""
        errors: dict[str, Any] = {
            name: [_detail("unknown_member" if name not in self.fields else "duplicate_member")]
            for name, values in data.items()
            if name not in self.fields or len(values) > 1
        }
        single = {name: values[0] for name, values in data.items() if name not in errors}
        try:
            validated = super().to_internal_value(single)
        except serializers.ValidationError as refused:
            errors = {**dict(refused.detail), **errors}  # type: ignore[arg-type]
        if errors:
            raise serializers.ValidationError(errors)
        return validated


class NoQuery(Query):
    """For operations without parameters."""


@extend_schema_field({"type": "integer"})
class WholeNumberField(serializers.IntegerField):
    """A whole number in decimal digits."""

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        if not _WHOLE.fullmatch(data):
            self.fail("invalid")
        return int(data)


def limit_field(*, default: int = 50) -> WholeNumberField:
    """How many results one page may have."""
    return WholeNumberField(
        min_value=1, max_value=MAX_LIMIT, default=default, help_text="Results on one page."
    )


class PageQuery(Query):
    """Parameters of every paginated list."""

    limit = limit_field()
    cursor = StrictCharField(
        max_length=1000,
        required=False,
        help_text="From `next` or `previous` of an earlier page of the same list.",
    )


def asked(request: Request, kind: type[Query]) -> dict[str, Any]:
    """The request's query parameters as `kind` reads them. ValidationError where it does not."""
    query = kind(data=dict(request.query_params.lists()))
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def _detail(code: str) -> ErrorDetail:
    return ErrorDetail(code, code=code)
