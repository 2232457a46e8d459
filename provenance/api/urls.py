"""The machine door's routes, under /v1/."""

from django.urls import path, register_converter

from .bundles import BundlesView
from .conversations import RecentConversationsView
from .converters import IdConverter
from .corrections import CorrectionsView, CorrectionView, DecideView, RevertView
from .erasures import ErasuresView
from .facts import FactsView, FactView
from .imports import ImportItemsView, ImportsView, ImportView
from .imports_acts import ApplyView, CancelView, ContentView, ResumeView, RollbackView
from .lineage import LineageView
from .observations import ObservationsView, ObservationView
from .observe import ObserveBatchView, ObserveView
from .receipts import ReceiptsView, ReceiptView
from .reconciliations import ReconciliationItemsView, ReconciliationsView, ReconciliationView
from .reconciliations_acts import (
    ReconciliationApplyView,
    ReconciliationCancelView,
    ReconciliationResumeView,
    ReconciliationRollbackView,
)
from .release import ReleaseView
from .restricted import RestrictedView
from .sessions import SessionsView, SessionView, TurnsView
from .status import StatusView
from .unresolved import UnresolvedView
from .whoami import WhoamiView

register_converter(IdConverter, "id")

urlpatterns = [
    path("observe", ObserveView.as_view(), name="observe"),
    path("observe/batch", ObserveBatchView.as_view(), name="observe-batch"),
    path("receipts", ReceiptsView.as_view(), name="receipts"),
    path("receipts/<id:receipt_id>", ReceiptView.as_view(), name="receipt"),
    path("observations", ObservationsView.as_view(), name="observations"),
    path("observations/<id:observation_id>", ObservationView.as_view(), name="observation"),
    path(
        "observations/<id:observation_id>/lineage",
        LineageView.as_view(),
        name="observation-lineage",
    ),
    path(
        "observations/<id:observation_id>/release",
        ReleaseView.as_view(),
        name="observation-release",
    ),
    path("restricted", RestrictedView.as_view(), name="restricted"),
    path("corrections", CorrectionsView.as_view(), name="corrections"),
    path("corrections/<id:correction_id>", CorrectionView.as_view(), name="correction"),
    path("corrections/<id:correction_id>/decide", DecideView.as_view(), name="correction-decide"),
    path("corrections/<id:correction_id>/revert", RevertView.as_view(), name="correction-revert"),
    path("erasures", ErasuresView.as_view(), name="erasures"),
    path("facts", FactsView.as_view(), name="facts"),
    path("facts/<id:fact_id>", FactView.as_view(), name="fact"),
    path("unresolved", UnresolvedView.as_view(), name="unresolved"),
    path("sessions", SessionsView.as_view(), name="sessions"),
    # A host's id may hold slashes. One that ends in "/turns" is reached by the session's `ref`.
    path("sessions/<path:session_id>/turns", TurnsView.as_view(), name="session-turns"),
    path("sessions/<path:session_id>", SessionView.as_view(), name="session"),
    path("conversations/recent", RecentConversationsView.as_view(), name="conversations-recent"),
    path("bundles", BundlesView.as_view(), name="bundles"),
    path("imports", ImportsView.as_view(), name="imports"),
    path("imports/<id:plan_id>", ImportView.as_view(), name="import"),
    path("imports/<id:plan_id>/content", ContentView.as_view(), name="import-content"),
    path("imports/<id:plan_id>/items", ImportItemsView.as_view(), name="import-items"),
    path("imports/<id:plan_id>/apply", ApplyView.as_view(), name="import-apply"),
    path("imports/<id:plan_id>/cancel", CancelView.as_view(), name="import-cancel"),
    path("imports/<id:plan_id>/resume", ResumeView.as_view(), name="import-resume"),
    path("imports/<id:plan_id>/rollback", RollbackView.as_view(), name="import-rollback"),
    path("reconciliations", ReconciliationsView.as_view(), name="reconciliations"),
    path("reconciliations/<id:plan_id>", ReconciliationView.as_view(), name="reconciliation"),
    path(
        "reconciliations/<id:plan_id>/items",
        ReconciliationItemsView.as_view(),
        name="reconciliation-items",
    ),
    path(
        "reconciliations/<id:plan_id>/apply",
        ReconciliationApplyView.as_view(),
        name="reconciliation-apply",
    ),
    path(
        "reconciliations/<id:plan_id>/cancel",
        ReconciliationCancelView.as_view(),
        name="reconciliation-cancel",
    ),
    path(
        "reconciliations/<id:plan_id>/resume",
        ReconciliationResumeView.as_view(),
        name="reconciliation-resume",
    ),
    path(
        "reconciliations/<id:plan_id>/rollback",
        ReconciliationRollbackView.as_view(),
        name="reconciliation-rollback",
    ),
    path("whoami", WhoamiView.as_view(), name="whoami"),
    path("status", StatusView.as_view(), name="status"),
]
