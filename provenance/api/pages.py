"""Pages of a list: signed, opaque cursors in, `next` and `previous` out."""

import json
from collections.abc import Mapping
from typing import Any

from django.core import signing
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from provenance.problems import InvalidRequest, field_error
from provenance.services.reading.pages import Cursor, Page, Turn

_FOREIGN = "The cursor is not one of this list with these filters and this order."


def order_of(name: str, query: Mapping[str, Any]) -> str:
    """What a cursor belongs to: the list, its order and its filters. Only `limit` may change."""
    kept = {key: value for key, value in query.items() if key not in ("cursor", "limit")}
    return f"{name} {json.dumps(kept, sort_keys=True, default=str)}"


def turn_of(asked: Mapping[str, Any], *, of: str) -> Turn:
    """The page that the parameters of a PageQuery name.

    `of` is the `order_of` the list: InvalidRequest for a cursor of another one.
    """
    token = asked.get("cursor")
    return Turn(limit=asked["limit"], cursor=_read(token, of=of) if token else None)


def page_body(request: Request, page: Page, *, of: str) -> dict[str, Any]:
    """A page as the contract shows it. The links repeat the request's other parameters."""
    return {
        "results": list(page.rows),
        "next": _link(request, page.next, of=of),
        "previous": _link(request, page.previous, of=of),
    }


def page_schema(item: type[serializers.Serializer], *, name: str) -> type[serializers.Serializer]:
    """The schema of a page of these items, as a component called `name`."""
    links = {
        link: serializers.URLField(allow_null=True, help_text="Null where there is no such page.")
        for link in ("next", "previous")
    }
    return type(name, (serializers.Serializer,), {"results": item(many=True), **links})


def _read(token: str, *, of: str) -> Cursor:
    try:
        return Cursor(*signing.loads(token, salt=f"cursor of {of}"))
    except signing.BadSignature:
        error = field_error(pointer="/cursor", code="invalid_value")
        raise InvalidRequest(_FOREIGN, errors=[error]) from None


def _link(request: Request, cursor: Cursor | None, *, of: str) -> str | None:
    if cursor is None:
        return None
    token = signing.dumps(list(cursor), salt=f"cursor of {of}")
    return str(replace_query_param(request.build_absolute_uri(), "cursor", token))
