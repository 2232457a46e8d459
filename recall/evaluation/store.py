"""The workspace that a conversation is loaded into, and who writes and asks there."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import IntegrityError

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import ApiKey, Observation, Principal
from provenance.services.access.caller import Caller
from provenance.services.access.hosts import add_host
from provenance.services.access.workspaces import (
    create_workspace,
    enter_workspace,
)
from recall.evaluation.benchmark import Benchmark, Conversation

ADMINISTRATOR = "evaluation"
EVALUATOR, ASKER = "evaluator", "asker"
_LONGEST_SLUG = 64
_HASH = 8


@dataclass(frozen=True, kw_only=True)
class Store:
    """A workspace, the host that captures into it, and the agent that asks.

    They are two, so that what is written after a question is no echo of its answer.
    """

    slug: str
    host: Caller
    asker: Caller

    @property
    def tenancy(self) -> Tenancy:
        """The workspace, for work that nobody in particular does."""
        return Tenancy(self.host.workspace_id)


def store_for(
    *, benchmark: Benchmark, conversation: Conversation, number: int, new: bool = False
) -> Store:
    """The conversation's store, made where it is missing.

    A conversation whose questions are asked in between needs a store that is still empty: `new`
    passes over those that are not, so that nobody is asked with the future already loaded.
    """
    for attempt in range(1, 10_000):
        slug = slug_of(benchmark, conversation, number=number, attempt=attempt)
        store = open_store(slug, name=f"Evaluation: {benchmark.name}, {conversation.id}"[:200])
        if not new or is_empty(store):
            return store
    raise RuntimeError(f"too many stores of {slug}")


def slug_of(benchmark: Benchmark, conversation: Conversation, *, number: int, attempt: int) -> str:
    """`evaluation-<benchmark>-<hash of the file>-<number>-<conversation>`, and which attempt."""
    tail = f"-{attempt}" if attempt > 1 else ""
    file = f"{_plain(benchmark.name)[:20].strip('-')}-{benchmark.sha256[:_HASH]}"
    head = f"evaluation-{file}-{number}-{_plain(conversation.id)}"
    return head[: _LONGEST_SLUG - len(tail)].strip("-") + tail


def is_empty(store: Store) -> bool:
    """True where nothing was ever observed there."""
    with workspace(store.host):
        return not Observation.objects.here().exists()


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "unnamed"


def open_store(slug: str, *, name: str) -> Store:
    """The store of this slug, made where it is missing."""
    at = datetime.now(UTC)
    try:
        human = enter_workspace(slug=slug)
    except LookupError:
        human = create_workspace(
            slug=slug, name=name, administrator=ADMINISTRATOR, login_id=None, at=at
        )
    return Store(
        slug=slug,
        host=_principal(human, EVALUATOR, kind="host", grants=("observe", "capture"), at=at),
        asker=_principal(human, ASKER, kind="agent", grants=("recall",), at=at),
    )


def _principal(
    by: Principal, name: str, *, kind: str, grants: tuple[str, ...], at: datetime
) -> Caller:
    """The principal with its key; it acts here as at a door, though the secret is not kept."""
    with suppress(IntegrityError):  # an earlier run made it
        add_host(by=by, name=name, grants=grants, kind=kind, at=at)
    with workspace(by):
        keys = ApiKey.objects.here().filter(principal__name=name).select_related("principal")
        key = keys.earliest("id")
    return Caller(
        workspace_id=key.workspace_id,
        principal_id=key.principal_id,
        name=name,
        kind=key.principal.kind,
        key_id=key.id,
        key_kind=key.kind,
    )
