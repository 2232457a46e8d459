"""The pages for people. Each asks for a login: the middleware closes what is not opened."""

from django.urls import include, path

from provenance.review.abstained import abstained
from provenance.review.choosing import choose_workspace
from provenance.review.chronicle import chronicle
from provenance.review.deciding import decide_one, revert_one
from provenance.review.decisions import decision, decisions
from provenance.review.erasing import destruction, erase_one, release_one
from provenance.review.facts import fact, facts
from provenance.review.held import decide_held
from provenance.review.home import home, seen
from provenance.review.imports.urls import urlpatterns as imports
from provenance.review.observation import observation
from provenance.review.pair_proposing import propose_on_pair
from provenance.review.proposing import draft, propose_one
from provenance.review.queue import queue
from provenance.review.raised import raised
from provenance.review.recalled import recalled, recalls
from provenance.review.search import search_page
from provenance.review.session import session
from provenance.review.sessions import sessions, sessions_calendar
from provenance.review.settling import settle
from provenance.review.sources import principal, principals, producer, producers
from provenance.review.together import decide_together, together

urlpatterns = [
    path("", home, name="home"),
    path("seen", seen, name="seen"),
    path("abstained", abstained, name="abstained"),
    path("recalls", recalls, name="recalls"),
    path("recalls/<uuid:receipt_id>", recalled, name="recalled"),
    path("queue", queue, name="queue"),
    path("queue/together", together, name="together"),
    path("queue/together/decide", decide_together, name="decide-together"),
    path("queue/held/<uuid:observation_id>", decide_held, name="decide-held"),
    path("queue/settle", settle, name="settle"),
    path("queue/propose", propose_on_pair, name="propose-on-pair"),
    path("workspace", choose_workspace, name="choose-workspace"),
    path("search", search_page, name="search"),
    path("sessions", sessions, name="sessions"),
    path("sessions/calendar", sessions_calendar, name="sessions-calendar"),
    path("sessions/<uuid:session_id>", session, name="session"),
    path("facts", facts, name="facts"),
    path("facts/<uuid:fact_id>", fact, name="fact"),
    path("principals", principals, name="principals"),
    path("principals/<uuid:principal_id>", principal, name="principal"),
    path("producers", producers, name="producers"),
    path("producers/<uuid:producer_id>", producer, name="producer"),
    path("decisions", decisions, name="decisions"),
    path("decisions/raised", raised, name="raised"),
    path("decisions/<uuid:correction_id>", decision, name="decision"),
    path("decisions/<uuid:correction_id>/decide", decide_one, name="decide"),
    path("decisions/<uuid:correction_id>/revert", revert_one, name="revert"),
    path("observations/<uuid:observation_id>", observation, name="observation"),
    *imports,
    path("chronicle", chronicle, name="chronicle"),
    path("", include("provenance.review.access.urls")),
    path("", include("provenance.review.policy.urls")),
    path("observations/<uuid:observation_id>/propose/<slug:kind>", draft, name="draft"),
    path("observations/<uuid:observation_id>/propose", propose_one, name="propose"),
    path("observations/<uuid:observation_id>/release", release_one, name="release"),
    path("observations/<uuid:observation_id>/erase", destruction, name="destruction"),
    path("observations/<uuid:observation_id>/erase/now", erase_one, name="erase"),
]
