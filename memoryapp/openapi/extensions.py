"""What drf-spectacular cannot know by itself: our key, and our closed bodies."""

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)

_NULL = {"type": "null"}


class ApiKeyScheme(OpenApiAuthenticationExtension):
    """The bearer key."""

    target_class = "provenance.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """HTTP bearer authentication."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key. It names one principal, and stays in one workspace.",
        }


class ClosedSchema(OpenApiSerializerExtension):
    """Closed request bodies list every member, and let an optional one be null."""

    target_class = "provenance.api.closed.ClosedSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The serializer's schema, closed."""
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        required = schema.get("required", [])
        properties = schema.get("properties", {})
        schema["properties"] = {
            name: value if name in required else _nullable(value)
            for name, value in properties.items()
        }
        schema["additionalProperties"] = False
        return schema


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "null" in schema.get("type", []):
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    outer: dict[str, Any] = {
        key: schema[key] for key in ("description", "default") if key in schema
    }
    inner = {key: value for key, value in schema.items() if key not in outer}
    return {"anyOf": [inner, _NULL], **outer}
