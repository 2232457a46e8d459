"""The pages of the memory for people. Each asks for a login, as those of the ledger do."""

from django.urls import path

from recall.review.ask import ask
from recall.review.saved import retire, run, save, saved
from recall.review.themes import themes_page

urlpatterns = [
    path("ask", ask, name="ask"),
    path("ask/save", save, name="save-question"),
    path("ask/saved", saved, name="saved-questions"),
    path("ask/saved/run", run, name="check-questions"),
    path("ask/saved/<uuid:saved_id>/retire", retire, name="retire-question"),
    path("themes", themes_page, name="themes-page"),
]
