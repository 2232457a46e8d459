"""The pages of the memory for people. Each asks for a login: the middleware closes what is not opened."""

from django.urls import path

from recall.review.themes import themes_page

urlpatterns = [
    path("themes", themes_page, name="themes-page"),
]
