"""Requests that do not fit the contract."""

from .base import Problem


class MethodNotAllowed(Problem):
    code, status, title = "method_not_allowed", 405, "This address does not take that method"
    explanation = "The response header `Allow` lists the methods that this address takes."


class NotAcceptable(Problem):
    code, status, title = "not_acceptable", 406, "No such representation"
    explanation = "Answers are `application/json`. Send `Accept: application/json` or `*/*`."


class LengthRequired(Problem):
    code, status, title = "length_required", 411, "The length of the body is not known"
    explanation = (
        "This server cannot read a body of unknown length. Send `Content-Length` in place of "
        "`Transfer-Encoding`."
    )


class UnsupportedMediaType(Problem):
    code, status, title = "unsupported_media_type", 415, "Only JSON is read here"
    explanation = (
        "Send the body as UTF-8 JSON with `Content-Type: application/json`. Other charsets and "
        "content encodings are not read."
    )


class InvalidJson(Problem):
    code, status, title = "invalid_json", 400, "The body is not acceptable JSON"
    usual_error = "invalid_json"
    explanation = (
        "The body must be one JSON object in UTF-8 without a byte order mark, nested at most 16 "
        "deep. Refused besides: duplicate member names, NaN and infinities, numbers of 2^53 and "
        "beyond, NUL and lone surrogates. Readers of JSON differ on these, and a memory must "
        "read back as it was written. All other Unicode is kept as it is."
    )


class InvalidRequest(Problem):
    code, status, title = "invalid_request", 400, "The request does not fit the schema"
    usual_error = "invalid_value"
    explanation = (
        "`errors` lists each refused member by JSON Pointer with a code and a fixed text. "
        "Values are never repeated. The schema is at `/v1/schema`, for people at `/v1/docs`."
    )


class UnknownMember(Problem):
    code, status, title = "unknown_member", 400, "The request holds an unknown member"
    usual_error = "unknown_member"
    explanation = (
        "Request bodies are closed: a member that the schema does not list is refused, at every "
        "depth, so that a misspelt one is not silently lost. `errors` points to it; a name that "
        "is no plain identifier, or that may be a secret, is not repeated: the pointer stops at "
        "its parent."
    )


class InvalidTime(Problem):
    code, status, title = "invalid_time", 400, "A time is not usable"
    usual_error = "invalid_time"
    explanation = (
        "Times are RFC 3339 with an offset (`2026-11-02T09:14:07Z`), with at most six fraction "
        "digits and no leap second. A time without an offset could mean many instants. Where a "
        "time is not known, send `null`: never the present."
    )


class UnknownReference(Problem):
    code, status, title = "unknown_reference", 400, "A reference leads nowhere"
    usual_error = "unknown_reference"
    explanation = (
        "The request refers to something that does not exist or that you may not see; both are "
        "answered in the same words. `errors` points to the reference."
    )


class PayloadTooLarge(Problem):
    code, status, title = "payload_too_large", 413, "The body is too large"
    explanation = (
        "A body may be 1 MiB, a batch 16 MiB, the `content` of one event 65,536 bytes in UTF-8. "
        "Send long content as ordered parts, and large collections as several batches."
    )
