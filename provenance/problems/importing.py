"""Imports that cannot be planned, or not be applied now."""

from typing import ClassVar

from .base import Problem


class ImportRefused(Problem):
    code, status, title = "import_refused", 422, "This cannot be imported"
    explanation = (
        "Nothing was planned. `detail` says why: no format recognises the files by their content, "
        "two formats would take the same file (name one with `format`), the archive is damaged, or "
        "there is nothing to read."
    )
    reason: str | None = None
    REASONS: ClassVar[dict[str, str]] = {
        "not_found": "There is nothing there.",
        "empty": "There is no file in it.",
        "too_many_files": "It holds more than 100,000 files.",
        "unreadable": "It cannot be read to its end.",
        "source_gone": "What was planned is no longer kept. Plan it again.",
        "unknown_format": "No importer recognises any of it by its content.",
        "unknown_zone": "No time zone is called so. Name it as in Europe/Berlin.",
        "ambiguous_format": "Two importers would take the same file. Name the format.",
        "digest_mismatch": "What arrived is not what was announced.",
        "unsafe_archive": "The archive holds a link, a path that leads out of it, or too much.",
    }

    @classmethod
    def because(cls, code: str) -> "ImportRefused":
        """The refusal for one of REASONS, or of a reader's own."""
        refused = cls(cls.REASONS.get(code, f"A reader refuses it: {code}."))
        refused.reason = code
        return refused


class PlanNotReady(Problem):
    code, status, title = "plan_not_ready", 409, "The plan is not at that point"
    explanation = (
        "A plan is applied once it is planned to the end, taken back once something of it was "
        "applied, cancelled while something is being done, and resumed where it was cancelled or "
        "has failed. `GET /v1/imports/{id}` says where it is."
    )


class UploadOffset(Problem):
    code, status, title = "upload_offset", 409, "The upload goes on elsewhere"
    explanation = (
        "A piece has to begin where the file that has arrived ends, and one request sends at a time. "
        "`GET /v1/imports/{id}` says in `progress.done` how many bytes are here: go on from there."
    )


class SourceGone(Problem):
    code, status, title = "source_gone", 410, "The source is no longer kept"
    explanation = (
        "The bytes of a plan are kept until it is applied to the end or taken back, and of one that "
        "nobody comes back to for as many days as `IMPORT_SNAPSHOT_DAYS` says. Nothing was applied "
        "now; what was applied before stays. Send the file again: what is here is a duplicate then."
    )


class StorageFull(Problem):
    code, status, title = "storage_full", 507, "The disk is full"
    explanation = (
        "The server has no room for the file, or for what the archive holds. The file is not "
        "damaged, and nothing of it was half kept. An administrator has to make room in the data "
        "directory; then send it again, from where `progress.done` of the import says."
    )
