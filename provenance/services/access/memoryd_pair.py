"""Which of MemoryD's (profile, workspace) pairs a workspace here answers to."""

import re
from datetime import datetime

from provenance.database.tenancy import workspace
from provenance.models import Workspace
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants

# MemoryD's own four. None begins another, so no two pairs make one slug.
PROFILES = ("personal", "work", "oss", "homelab")
# The profile under which every workspace is known by its own slug.
OWN = "default"
_NOT_IN_A_SLUG = re.compile(r"[^a-z0-9_-]+")


class UnknownPairError(LookupError):
    """The key's workspace does not answer to this. `code` is MemoryD's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def require_pair(*, caller: Caller, profile: str, name: str | None, at: datetime) -> None:
    """Raises UnknownPairError unless the pair names the caller's workspace.

    A workspace answers to (P, N) where its slug is `P-N`, for P of MemoryD's four profiles, and
    to (default, slug). Without a name, the profile alone must fit. What other workspaces exist
    plays no part, so a refusal reveals none. Unauthenticated where the key has ended.
    """
    with workspace(caller):
        live_grants(caller=caller, at=at)
        slug = Workspace.objects.get(id=caller.workspace_id).slug
    profile = _slug(profile)
    if profile == OWN:
        fits_profile, wanted = True, name
    else:
        fits_profile = profile in PROFILES and slug.startswith(f"{profile}-")
        wanted = name and f"{profile}-{name}"
    if not fits_profile:
        raise UnknownPairError("unknown_profile")
    if wanted is not None and _slug(wanted) != slug:
        raise UnknownPairError("unknown_workspace")


def pair_of(slug: str) -> tuple[str, str]:
    """The pair that a workspace of this slug calls itself by."""
    profile, _, name = slug.partition("-")
    return (profile, name) if profile in PROFILES and name else (OWN, slug)


def _slug(text: str) -> str:
    return _NOT_IN_A_SLUG.sub("-", text.casefold()).strip("-")
