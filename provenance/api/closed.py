"""The closed serializer: a request says nothing that the schema does not list."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.settings import api_settings


class ClosedSerializer(serializers.Serializer):
    """Base of every request body, at every depth.

    Unknown members are refused by name. `null` for an optional member is the same as leaving it
    out; for a required one it is `required`. A nested ClosedSerializer behaves alike.
    """

    def to_internal_value(self, data: Any) -> Any:
        """The validated members. All refusals are reported together."""
        if not isinstance(data, Mapping):
            whole = api_settings.NON_FIELD_ERRORS_KEY
            raise serializers.ValidationError({whole: [_detail("invalid_type")]})
        fields = {field.field_name: field for field in self._writable_fields}
        errors: dict[str, Any] = {
            str(name): [_detail("unknown_member")] for name in data if name not in fields
        }
        given = {
            name: value
            for name, value in data.items()
            if name in fields and (value is not None or fields[name].required)
        }
        try:
            validated = super().to_internal_value(given)
        except serializers.ValidationError as refused:
            if not isinstance(refused.detail, dict):
                raise
            errors.update(refused.detail)
        if errors:
            raise serializers.ValidationError(errors)
        return validated


def _detail(code: str) -> ErrorDetail:
    return ErrorDetail(code, code=code)
