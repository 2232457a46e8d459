"""Turns the schema into what the docs page shows."""

import json
from typing import Any

Document = dict[str, Any]


def groups(document: Document) -> dict[str, list[dict[str, Any]]]:
    """Operations by tag, each with its parameters, body members, example and answers."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["other"])[0]
            found.setdefault(tag, []).append(_operation(document, path, method, operation))
    return found


def _operation(document: Document, path: str, method: str, operation: Document) -> Document:
    media = _media(operation.get("requestBody", {}))
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "open": not operation.get("security"),
        "parameters": [
            {**parameter, "kind": _kind(parameter["schema"])}
            for parameter in operation.get("parameters", [])
        ],
        "members": _members(document, media.get("schema", {})),
        "examples": [
            json.dumps(example["value"], indent=2, ensure_ascii=False)
            for example in media.get("examples", {}).values()
        ],
        "answers": [
            {"status": status, "description": _resolve(document, answer)["description"]}
            for status, answer in operation["responses"].items()
        ],
    }


def _media(body: Document) -> Document:
    return next(iter(body.get("content", {}).values()), {})


def _members(document: Document, schema: Document, prefix: str = "") -> list[Document]:
    """One row for each member of a body, those of nested objects under dotted names."""
    schema = _resolve(document, schema)
    rows = []
    for name, member in schema.get("properties", {}).items():
        inner = _resolve(document, member)
        rows.append(
            {
                "name": prefix + name,
                "kind": _kind(inner),
                "required": name in schema.get("required", []),
                "description": member.get("description") or inner.get("description", ""),
            }
        )
        if inner.get("type") == "array" or "array" in inner.get("type", []):
            rows += _members(document, inner.get("items", {}), f"{prefix}{name}[].")
        else:
            rows += _members(document, inner, f"{prefix}{name}.")
    return rows


def _resolve(document: Document, schema: Document) -> Document:
    """The schema meant: through references, and past the alternative of null."""
    while True:
        if "$ref" in schema:
            _, _, kind, name = schema["$ref"].split("/")
            schema = document["components"][kind][name]
        elif choices := schema.get("anyOf") or schema.get("allOf"):
            schema = choices[0]
        else:
            return schema


def _kind(schema: Document) -> str:
    kinds = schema.get("type", "any")
    kind = " or ".join(kinds) if isinstance(kinds, list) else kinds
    limits = [
        f"{word} {schema[key]}"
        for key, word in (
            ("format", ""),
            ("minLength", "at least"),
            ("maxLength", "at most"),
            ("maxItems", "at most"),
            ("minimum", "from"),
            ("maximum", "to"),
        )
        if key in schema
    ]
    if "enum" in schema:
        limits.append("one of " + ", ".join(str(value) for value in schema["enum"]))
    return ", ".join([kind, *(limit.strip() for limit in limits)])
