"""An invented MemoryD: a database of few rows, an export line, a bundle."""

import hashlib
import io
import zipfile

import rfc8785

from .stores import database

COLUMNS = {
    "sessions": "id TEXT PRIMARY KEY, profile_id, workspace_id, repo_id, thread_id, source, metadata",
    "visible_turns": "id TEXT PRIMARY KEY, session_id, actor, content, created_at, metadata",
    "memory_sources": (
        "id TEXT PRIMARY KEY, profile_id, workspace_id, kind, source_path, source_hash, created_at,"
        " metadata"
    ),
    "conclusions": (
        "id TEXT PRIMARY KEY, profile_id, workspace_id, repo_id, target, content, created_at, metadata"
    ),
    "checkpoints": (
        "id TEXT PRIMARY KEY, session_id, profile_id, workspace_id, repo_id, summary, decisions,"
        " branch, commit_sha, created_at"
    ),
    "memory_records": (
        "id TEXT PRIMARY KEY, profile_id, workspace_id, repo_id, scope, type, content,"
        " related_files, sensitivity, portability, source_ids, supersedes, created_at, updated_at,"
        " archived, valid_from, valid_until, observed_at, invalidated_at, superseded_by,"
        " historical_reason, temporal_state, metadata, subject_id, trust_state, quarantined_at"
    ),
    "portable_object_origins": (
        "origin_instance_id, object_kind, origin_object_id, local_object_id, canonical"
    ),
    "subjects": "id TEXT PRIMARY KEY, subject_key, kind, display_name",
    "episodes": (
        "id TEXT PRIMARY KEY, subject_id, source_kind, source_ref, started_at, summary, created_at"
    ),
    "procedures": (
        "id TEXT PRIMARY KEY, name, steps, guardrails, source_episode_ids, state, created_at"
    ),
    "relations": "id TEXT PRIMARY KEY, from_subject_id, relation_type, to_subject_id, created_at",
    "policy_events": "id TEXT PRIMARY KEY, code",
}
AT = "2026-05-04T08:00:00Z"
HOME = {"profile_id": "personal", "workspace_id": "garden"}


def turn(own, content, *, actor="user", session="session_1", at=AT, **metadata):
    row = {"id": own, "session_id": session, "actor": actor, "content": content, "created_at": at}
    return row | {"metadata": metadata}


def source(own, turn_id, *, words="w"):
    row = {"id": own, **HOME, "kind": "visible_turn", "source_path": f"turn:{turn_id}"}
    return row | {"source_hash": words, "created_at": AT}


def conclusion(own, content, *, target="user", **metadata):
    row = {"id": own, **HOME, "target": target, "content": content, "created_at": AT}
    return row | {"metadata": metadata or "null"}


def memory(own, content, *, sources=(), origin=None, more=None, **values):
    metadata = ({"origin": origin} if origin else {}) | (more or {})
    row = {"id": own, **HOME, "scope": "user", "type": "other", "content": content}
    row |= {"source_ids": list(sources), "created_at": AT, "updated_at": AT, "archived": 0}
    row |= {"sensitivity": "personal", "portability": "profile_only", "temporal_state": "current"}
    return row | {"metadata": metadata} | values


def memoryd(**tables):
    rows = {"sessions": [{"id": "session_1", **HOME, "source": "codex", "thread_id": "t-9"}]}
    return database(rows | tables, columns=COLUMNS)


def exported(own, content, **values):
    row = memory(own, content, **values) | {"archived": False, "content_hash": "sha256:0"}
    return row


def canonical(value):
    return rfc8785.dumps(value)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def ref(kind, own):
    return {"origin_instance_id": "inst_far", "kind": kind, "id": own}


SUBJECT = {"profile": "personal", "workspace": "garden", "metadata": {}, "created_at": AT}
SUBJECT |= {"display_name": "Pond", "kind": "place", "subject_key": "place:pond", "updated_at": AT}
EVIDENCE = {"profile": "personal", "workspace": "garden", "metadata": {}, "created_at": AT}
EVIDENCE |= {"trust_state": "trusted", "trust_score": 1, "external_refs": [], "repo_id": None}
EVIDENCE |= {"policy_state": "accepted", "safe_summary": "Feed the carp", "source_hash": "sha256:1"}
EVIDENCE |= {"source_kind": "visible_turn", "source_path": None, "source_ref": None}
EVIDENCE |= {"subject_key": None, "subject_ref": None}


def carried(content, **values):
    """The body of a memory in a bundle."""
    body = {"profile": "personal", "workspace": "garden", "metadata": {"origin": "conclusion"}}
    body |= {"created_at": AT, "updated_at": AT, "trust_state": "trusted", "trust_score": 1}
    body |= {"archived": False, "confidence": 0.5, "content": content, "episode_ref": None}
    body |= {"external_refs": [], "historical_reason": None, "invalidated_at": None}
    body |= {"observed_at": AT, "portability": "portable", "related_files": [], "repo_id": None}
    body |= {"scope": "user", "sensitivity": "personal", "source_refs": [], "subject_ref": None}
    body |= {"superseded_by": None, "supersedes": [], "tags": [], "temporal_state": "current"}
    return body | {"type": "decision", "valid_from": None, "valid_until": None} | values


OBJECTS = {
    "subject": [("msub_1", SUBJECT)],
    "episode": [],
    "source": [],
    "evidence": [("mev_1", EVIDENCE)],
    "memory": [
        ("mr_1", carried("Feed the carp at dusk.", subject_ref=ref("subject", "msub_1"))),
        (
            "mr_2",
            carried("Feed the carp at noon.", supersedes=[ref("memory", "mr_lost")])
            | {"external_refs": [ref("memory", "mr_lost")]},
        ),
    ],
}
PATHS = {
    "subject": "objects/subjects.jsonl",
    "episode": "objects/episodes.jsonl",
    "source": "objects/sources.jsonl",
    "evidence": "objects/evidence.jsonl",
    "memory": "objects/memories.jsonl",
}


def line(kind, own, body):
    value = {"schema": f"codex-memoryd.{kind}.v1", "portable_ref": ref(kind, own), "aliases": []}
    return canonical(value | {"digest": digest(canonical(body)), "body": body}) + b"\n"


def members(objects=OBJECTS, *, lost=1, **manifest):
    """The members of a bundle that verifies, by name."""
    files = {
        PATHS[kind]: b"".join(line(kind, own, body) for own, body in rows)
        for kind, rows in objects.items()
    }
    return signed(files, objects, lost=lost, **manifest)


def signed(files, objects=OBJECTS, *, lost=1, **more):
    roots = [own for own, _ in objects["memory"]]
    value = {
        "media_type": "application/vnd.codex-memoryd.bundle.v1+json",
        "format_version": 1,
        "created_at": AT,
        "producer": {"instance_id": "inst_far"},
        "intent": {},
        "selection": {"record_ids": roots, "include_archived": True},
        "policy": {},
        "descriptors": [
            {
                "path": path,
                "media_type": f"application/vnd.codex-memoryd.{kind}.v1+jsonl",
                "digest": digest(files[path]),
                "size_bytes": len(files[path]),
                "object_count": files[path].count(b"\n"),
                "required": True,
            }
            for kind, path in PATHS.items()
        ],
        "counts": {
            "root_memories": len(roots),
            "dependency_objects": sum(map(len, objects.values())) - len(roots),
            "external_references": lost,
        },
        "required_features": [],
        "extensions": {},
    } | more
    value["bundle_id"] = digest(canonical(value))
    return {"manifest.json": canonical(value)} | files


def zipped(files, *, change=None):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if change:
                change(info)
            archive.writestr(info, data)
    return stream.getvalue()
