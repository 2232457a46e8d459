"""Routes of the older doors that the ledger serves, below /compat/memoryd/v1/."""

from django.urls import path

from .checkpoints import CheckpointsView
from .conclusions import ConclusionsView
from .episodes import EpisodesView, EpisodeView
from .export import OlderExportView
from .forget import ForgetView
from .status import OlderStatusView
from .subjects import SubjectsView, SubjectView
from .turns import TurnsView as OlderTurnsView

urlpatterns = [
    path("turns", OlderTurnsView.as_view(), name="memoryd-turns"),
    path("conclusions", ConclusionsView.as_view(), name="memoryd-conclusions"),
    path("checkpoints", CheckpointsView.as_view(), name="memoryd-checkpoints"),
    path("subjects", SubjectsView.as_view(), name="memoryd-subjects"),
    path("subjects/get", SubjectView.as_view(), name="memoryd-subject"),
    path("episodes", EpisodesView.as_view(), name="memoryd-episodes"),
    path("episodes/get", EpisodeView.as_view(), name="memoryd-episode"),
    path("status", OlderStatusView.as_view(), name="memoryd-status"),
    path("forget", ForgetView.as_view(), name="memoryd-forget"),
    path("export", OlderExportView.as_view(), name="memoryd-export"),
]
