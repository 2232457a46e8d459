"""What MemoryD's request bodies share: the pair, the repository, the session, open claims."""

import re
from datetime import datetime
from typing import Any

import rfc8785
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from provenance.api.closed import ClosedSerializer
from provenance.api.fields import (
    MAX_OBJECT_BYTES,
    InstantField,
    JSONObjectField,
    StrictBooleanField,
    StrictCharField,
)

MAX_CONTENT_BYTES = 65_536
# Members by which a caller would say how far it is to be trusted, or that a standing is settled.
AUTHORITY = frozenset(
    word
    for line in (
        "admission admitted_as archived authority confidence invalidated_at portability promoted_at",
        "quarantine_reason quarantined_at scope sensitivity source_kind standing superseded_by",
        "supersedes support temporal_state trust_level trust_score trust_state verified write_policy",
    )
    for word in line.split()
)
_NANOSECONDS = re.compile(r"(\.\d{6})\d{1,3}(?=[Zz+-])", re.ASCII)


class OlderBody(ClosedSerializer):
    """A closed body that says of a member of AUTHORITY that it is not obeyed here."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated members."""
        try:
            return super().to_internal_value(data)
        except serializers.ValidationError as refused:
            raise serializers.ValidationError(_named(refused.detail)) from None


def _named(detail: Any) -> Any:
    """The refusals, those of unknown members that would widen authority under their own code."""
    if not isinstance(detail, dict):
        return detail
    unsupported = [ErrorDetail("unsupported_member", code="unsupported_member")]
    return {
        name: unsupported if name in AUTHORITY and _is_unknown(errors) else errors
        for name, errors in detail.items()
    }


def _is_unknown(errors: Any) -> bool:
    return isinstance(errors, list) and all(
        getattr(error, "code", "") == "unknown_member" for error in errors
    )


class OlderInstantField(InstantField):
    """A moment as MemoryD writes it: of its nine fraction digits, six are kept."""

    def to_internal_value(self, value: Any) -> datetime:
        """The moment as an aware datetime in UTC."""
        text = _NANOSECONDS.sub(r"\1", value) if isinstance(value, str) else value
        return super().to_internal_value(text)


@extend_schema_field({})
class ClaimField(serializers.JSONField):
    """Any JSON of at most 8 KiB: kept as what the caller claims, and read by nothing."""

    default_error_messages = {"too_long": "Too large."}

    def to_internal_value(self, data: Any) -> Any:
        """The value."""
        try:
            canonical = rfc8785.dumps(data)
        except (rfc8785.CanonicalizationError, UnicodeEncodeError):
            self.fail("invalid")
        if len(canonical) > MAX_OBJECT_BYTES:
            self.fail("too_long")
        return data


class RepoBody(OlderBody):
    """The repository that something is about."""

    repo_id = StrictCharField(max_length=300)
    remote = StrictCharField(max_length=300, required=False)
    branch = StrictCharField(max_length=200, required=False)
    commit = StrictCharField(max_length=100, required=False)
    is_git = StrictBooleanField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """With `root`, a name that REST framework's classes have for something else."""
        return {**super().get_fields(), "root": StrictCharField(max_length=1000, required=False)}


class OlderSessionBody(OlderBody):
    """The conversation."""

    id = StrictCharField(max_length=200, required=False)
    thread_id = StrictCharField(max_length=200, required=False)
    metadata = JSONObjectField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """With `source`, a name that REST framework's classes have for something else."""
        return {**super().get_fields(), "source": StrictCharField(max_length=100, required=False)}


class ProfileBody(OlderBody):
    """A request that names MemoryD's profile, and maybe its workspace."""

    profile = StrictCharField(max_length=100)
    workspace = StrictCharField(max_length=200, required=False)


class PairBody(ProfileBody):
    """A request that names both."""

    workspace = StrictCharField(max_length=200)
