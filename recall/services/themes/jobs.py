"""Jobs that find themes: begun by who asks, taken by one worker, found again when it dies."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from provenance.database.tenancy import Tenancy, workspace
from provenance.problems import TooManyRequests
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from recall.models import ThemeRun
from recall.services.themes.members import Members
from recall.signals import themes_begun

# Results are kept for those who ask again; the oldest go.
KEPT = 50
MOST_UNFINISHED = 8
MOST_ATTEMPTS = 3
# A worker that says nothing for so long is dead.
HOLD = timedelta(minutes=2)
_AGAIN = timedelta(seconds=30)
UNFINISHED = ("queued", "running")


def begin(members: Members, *, caller: Caller, at: datetime) -> ThemeRun:
    """The run for these members: the one that is here, else a new one, committed with the transaction.

    Inside the workspace, with the lexicon held (`vocabulary.hold`), and the members read after that:
    an erasure takes away what the run is made of either before that or together with the run.
    Raises TooManyRequests where too many are under way.
    """
    runs = ThemeRun.objects.here()
    if runs.filter(state__in=UNFINISHED).count() >= MOST_UNFINISHED:
        raise TooManyRequests("Themes of other windows are being found. Ask again when they are.")
    new = ThemeRun(
        workspace_id=caller.workspace_id,
        made_of=members.made_of,
        embedder=members.embedder,
        members=members.positions,
        size=len(members.positions),
        asked_by_id=caller.principal_id,
        asked_at=at,
        not_before=at,
    )
    ThemeRun.objects.all().add([new], skip_existing=True)
    kept = runs.order_by("-asked_at", "-id").values_list("id", flat=True)
    runs.filter(state__in=("done", "failed"), id__in=list(kept[KEPT:])).delete()
    run: ThemeRun = runs.get(made_of=members.made_of)
    themes_begun.send(ThemeRun, workspace_id=caller.workspace_id)
    return run


def take(*, tenancy: Tenancy, at: datetime) -> ThemeRun | None:
    """The run that has waited longest and is due, held for HOLD; None where there is none.

    One that failed too often is not taken up again.
    """
    with workspace(tenancy):
        due = ThemeRun.objects.here().filter(state__in=UNFINISHED, not_before__lte=at)
        due.filter(attempts__gte=MOST_ATTEMPTS).update(state="failed", stage="failed")
        run: ThemeRun | None = (
            due.select_for_update(skip_locked=True).order_by("asked_at", "id").first()
        )
        if run is not None:
            held = ThemeRun.objects.here().filter(id=run.id)
            held.update(state="running", attempts=F("attempts") + 1, not_before=at + HOLD)
        return run


def advance(run_id: UUID, *, tenancy: Tenancy, stage: str, progress: float, at: datetime) -> bool:
    """Says how far the run is, and holds it for longer. False where it is not wanted any more:
    cancelled, or what it is made of has been erased."""
    with workspace(tenancy):
        run = ThemeRun.objects.here().filter(id=run_id)
        return bool(run.update(stage=stage, progress=progress, not_before=at + HOLD))


def give_back(run_id: UUID, *, tenancy: Tenancy, at: datetime) -> None:
    """What failed is taken up again a little later."""
    with workspace(tenancy):
        run = ThemeRun.objects.here().filter(id=run_id)
        run.update(state="queued", stage="waiting", progress=0.0, not_before=at + _AGAIN)


def cancel(*, caller: Caller, run_id: UUID, at: datetime) -> bool:
    """Ends the caller's own run and forgets its result; False where there is none.

    Its worker stops within a second. Raises CapabilityRequired without a recall grant.
    """
    with workspace(caller):
        live_grants(caller=caller, at=at).require("recall")
        own = ThemeRun.objects.here().filter(id=run_id, asked_by_id=caller.principal_id)
        return bool(own.delete()[0])
