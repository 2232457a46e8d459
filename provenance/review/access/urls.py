"""Where the pages about access are."""

from django.urls import path

from .grants import give_one, grant, revoke_one
from .keys import key, keys, rotate_one
from .keys import revoke_one as revoke_key
from .matrix import matrix
from .principals import add_one, make_one, principal

urlpatterns = [
    path("access", matrix, name="access"),
    path("access/give", give_one, name="access-give"),
    path("access/add", add_one, name="access-add"),
    path("access/principals/<uuid:principal_id>", principal, name="access-principal"),
    path("access/principals/<uuid:principal_id>/key", make_one, name="access-make-key"),
    path("access/grants/<uuid:grant_id>", grant, name="access-grant"),
    path("access/grants/<uuid:grant_id>/revoke", revoke_one, name="access-revoke-grant"),
    path("access/keys", keys, name="access-keys"),
    path("access/keys/<uuid:key_id>", key, name="access-key"),
    path("access/keys/<uuid:key_id>/rotate", rotate_one, name="access-rotate-key"),
    path("access/keys/<uuid:key_id>/revoke", revoke_key, name="access-revoke-key"),
]
