"""The pages for people. Each asks for a login: the middleware closes what is not opened."""

from django.urls import path

from provenance.review.abstained import abstained
from provenance.review.choosing import choose_workspace
from provenance.review.deciding import decide_one, revert_one
from provenance.review.decisions import decision, decisions
from provenance.review.held import decide_held
from provenance.review.home import home, seen
from provenance.review.observation import observation
from provenance.review.pair_proposing import propose_on_pair
from provenance.review.queue import queue
from provenance.review.raised import raised
from provenance.review.session import session
from provenance.review.together import decide_together, together

urlpatterns = [
    path("", home, name="home"),
    path("seen", seen, name="seen"),
    path("abstained", abstained, name="abstained"),
    path("queue", queue, name="queue"),
    path("queue/together", together, name="together"),
    path("queue/together/decide", decide_together, name="decide-together"),
    path("queue/held/<uuid:observation_id>", decide_held, name="decide-held"),
    path("queue/propose", propose_on_pair, name="propose-on-pair"),
    path("workspace", choose_workspace, name="choose-workspace"),
    path("sessions/<uuid:session_id>", session, name="session"),
    path("decisions", decisions, name="decisions"),
    path("decisions/raised", raised, name="raised"),
    path("decisions/<uuid:correction_id>", decision, name="decision"),
    path("decisions/<uuid:correction_id>/decide", decide_one, name="decide"),
    path("decisions/<uuid:correction_id>/revert", revert_one, name="revert"),
    path("observations/<uuid:observation_id>", observation, name="observation"),
]
