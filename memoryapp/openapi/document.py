"""The schema of this process, made once: it depends on the code alone."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document of all machine doors."""
    return SchemaGenerator().get_schema(request=None, public=True)
