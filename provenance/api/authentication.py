"""Who calls the machine door: the one header, and one answer to every key that does not open it."""

from datetime import UTC, datetime

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from provenance.problems import Unauthenticated
from provenance.services.access.caller import Caller, caller_for_key

_WORDS = 2


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer <api key>`. `request.user` and `request.auth` are the Caller."""

    def authenticate(self, request: Request) -> tuple[Caller, Caller]:
        """The caller. Unauthenticated for a key that is missing, unknown, expired or revoked."""
        words = request.headers.get("Authorization", "").split(" ")
        if len(words) != _WORDS or words[0].lower() != "bearer":
            raise Unauthenticated
        caller = caller_for_key(secret=words[1], at=datetime.now(UTC))
        if caller is None:
            raise Unauthenticated
        return caller, caller

    def authenticate_header(self, request: Request) -> str:
        """The challenge of a 401."""
        return 'Bearer realm="memoryapp"'
