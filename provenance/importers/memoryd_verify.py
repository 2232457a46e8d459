"""Whether a MemoryD bundle is what it says it is: canonical, whole, in order, of known shape."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import rfc8785

from .memoryd_archive import KINDS, PATHS, Archive
from .refused import Refused

MEDIA_TYPE = "application/vnd.codex-memoryd.bundle.v1+json"
OBJECTS_AT_MOST, ROOTS_AT_MOST, DEPTH, REFS_AT_MOST, ALIASES_AT_MOST = 20_000, 5_000, 32, 256, 16
_MANIFEST = {
    "media_type", "format_version", "bundle_id", "created_at", "producer", "intent", "selection",
    "policy", "descriptors", "counts", "required_features", "extensions",
}  # fmt: skip
_LINE = {"schema", "portable_ref", "aliases", "digest", "body"}
_REF = {"origin_instance_id", "kind", "id"}
_DESCRIPTOR = {"path", "media_type", "digest", "size_bytes", "object_count", "required"}
_TRUST = {"trust_state", "trust_score"}
_PLACE = {"profile", "workspace", "metadata", "created_at"}
_BODY = {
    "subject": _PLACE | {"display_name", "kind", "subject_key", "updated_at"},
    "episode": _PLACE
    | {"ended_at", "source_kind", "source_metadata", "source_ref", "started_at", "status"}
    | {"subject_ref", "summary", "trust_level", "updated_at"},
    "source": _PLACE | {"ingested_at", "kind", "source_hash", "source_path"},
    "evidence": _PLACE
    | _TRUST
    | {"external_refs", "policy_state", "repo_id", "safe_summary", "source_hash", "source_kind"}
    | {"source_path", "source_ref", "subject_key", "subject_ref"},
    "memory": _PLACE
    | _TRUST
    | {"archived", "confidence", "content", "episode_ref", "external_refs", "historical_reason"}
    | {"invalidated_at", "observed_at", "portability", "related_files", "repo_id", "scope"}
    | {"sensitivity", "source_refs", "subject_ref", "superseded_by", "supersedes", "tags"}
    | {"temporal_state", "type", "updated_at", "valid_from", "valid_until"},
}
Reference = tuple[str, str, str]


def verify(archive: Archive) -> dict[str, Any]:
    """The manifest of a bundle of which every byte is as it says. Raises Refused."""
    manifest = _manifest(archive.manifest())
    found: set[Reference] = set()
    named: set[Reference] = set()
    left_out: set[Reference] = set()
    counts = dict.fromkeys(KINDS, 0)
    for kind, descriptor in zip(KINDS, manifest["descriptors"], strict=True):
        for own, body in _objects(archive, kind, descriptor):
            if own in found:
                raise Refused("duplicate_identity")
            found.add(own)
            counts[kind] += 1
            left_out |= set(_references(body.get("external_refs")))
            named |= set(_references([v for k, v in body.items() if k != "external_refs"]))
            if len(found) > OBJECTS_AT_MOST or len(named) > OBJECTS_AT_MOST:
                raise Refused("limit_exceeded")
    if not named <= found | left_out:
        raise Refused("missing_dependency")
    told = manifest["counts"]
    if told.get("root_memories", 0) + told.get("dependency_objects", 0) != len(found):
        raise Refused("count_mismatch")
    if told.get("external_references") != len(left_out):
        raise Refused("count_mismatch")
    if set(manifest["selection"]["record_ids"]) - {own[2] for own in found}:
        raise Refused("count_mismatch")
    return manifest


def objects(archive: Archive, kind: str) -> Iterator[dict[str, Any]]:
    """The objects of a kind in a bundle that was verified."""
    for line in archive.lines(kind):
        yield _canonical(line.removesuffix(b"\n"))


def _manifest(data: bytes) -> dict[str, Any]:
    manifest = _canonical(data)
    if manifest.get("media_type") != MEDIA_TYPE or manifest.get("format_version") != 1:
        raise Refused("schema_unsupported")
    if not manifest.keys() >= _MANIFEST:
        raise Refused("unknown_field")
    unsigned = {name: value for name, value in manifest.items() if name != "bundle_id"}
    if _digest(rfc8785.dumps(unsigned)) != manifest["bundle_id"]:
        raise Refused("digest_mismatch")
    if manifest["required_features"] != []:
        raise Refused("feature_unsupported")
    selected = _mapping(manifest["selection"]).get("record_ids")
    if not isinstance(selected, list) or not all(isinstance(name, str) for name in selected):
        raise Refused("unknown_field")
    if len(selected) > ROOTS_AT_MOST:
        raise Refused("limit_exceeded")
    if not all(type(count) is int for count in _mapping(manifest["counts"]).values()):
        raise Refused("unknown_field")
    descriptors = manifest["descriptors"]
    if not isinstance(descriptors, list) or len(descriptors) != len(KINDS):
        raise Refused("unknown_field")
    for kind, descriptor in zip(KINDS, descriptors, strict=True):
        if _mapping(descriptor).keys() != _DESCRIPTOR or descriptor["path"] != PATHS[kind]:
            raise Refused("unknown_field")
        if descriptor["media_type"] != f"application/vnd.codex-memoryd.{kind}.v1+jsonl":
            raise Refused("schema_unsupported")
    return manifest


def _objects(
    archive: Archive, kind: str, descriptor: Mapping[str, Any]
) -> Iterator[tuple[Reference, dict[str, Any]]]:
    """Each object's reference and body, checked; at the end the member as a whole is."""
    whole, size, number = hashlib.sha256(), 0, 0
    last: Reference | None = None
    for line in archive.lines(kind):
        whole.update(line)
        size += len(line)
        number += 1
        if not line.endswith(b"\n"):
            raise Refused("not_canonical")
        own, body = _object(_canonical(line[:-1]), kind)
        if last is not None and own <= last:
            raise Refused("duplicate_identity" if own == last else "out_of_order")
        last = own
        yield own, body
    if (size, number) != (descriptor["size_bytes"], descriptor["object_count"]):
        raise Refused("count_mismatch")
    if "sha256:" + whole.hexdigest() != descriptor["digest"]:
        raise Refused("digest_mismatch")


def _object(value: dict[str, Any], kind: str) -> tuple[Reference, dict[str, Any]]:
    if value.get("schema") != f"codex-memoryd.{kind}.v1":
        raise Refused("schema_unsupported")
    body = _mapping(value.get("body"))
    if value.keys() != _LINE or body.keys() != _BODY[kind]:
        raise Refused("unknown_field")
    if _digest(rfc8785.dumps(body)) != value["digest"]:
        raise Refused("digest_mismatch")
    own = _reference(value["portable_ref"])
    aliases = value["aliases"]
    if own is None or own[1] != kind or not isinstance(aliases, list):
        raise Refused("unknown_field")
    if len(aliases) > ALIASES_AT_MOST or len(list(_references(body))) > REFS_AT_MOST:
        raise Refused("limit_exceeded")
    return own, body


def _canonical(data: bytes) -> dict[str, Any]:
    """The one object that these bytes are the canonical JSON of."""
    try:
        value = json.loads(data.decode("utf-8"))
        if _depth(value) > DEPTH:
            raise Refused("limit_exceeded")
        same = rfc8785.dumps(value) == data
    except RecursionError as error:
        raise Refused("limit_exceeded") from error
    except (ValueError, rfc8785.CanonicalizationError) as error:
        raise Refused("not_canonical") from error
    if not same:
        raise Refused("not_canonical")
    return _mapping(value)


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)


def _references(value: object) -> Iterator[Reference]:
    """All references within a value, at any depth."""
    if found := _reference(value):
        yield found
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _reference(value: object) -> Reference | None:
    if not isinstance(value, dict) or value.keys() != _REF:
        return None
    words = (value["origin_instance_id"], value["kind"], value["id"])
    if not all(isinstance(word, str) and word.isprintable() for word in words):
        raise Refused("unknown_field")
    return words


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused("unknown_field")
    return value


def _digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()
