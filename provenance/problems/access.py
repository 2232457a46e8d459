"""Who may not do this."""

from .base import Problem


class Unauthenticated(Problem):
    code, status, title = "unauthenticated", 401, "A valid API key is needed"
    explanation = (
        "Send `Authorization: Bearer <api key>`. A key that is unknown, expired or revoked is "
        "answered in the same words as none at all, so that nobody can try keys out. "
        "Revocation works on the next request."
    )


class CapabilityRequired(Problem):
    code, status, title = "capability_required", 403, "A capability is missing"
    explanation = (
        "The key is valid, but its principal holds no live grant of the capability that this "
        "act needs. An administrator gives grants, with a scope and a reason. "
        "`GET /v1/whoami` lists those you have."
    )


class GrantExceedsGiver(Problem):
    code, status, title = "grant_exceeds_giver", 403, "The grant is more than its giver may give"
    explanation = (
        "Grants are given by who holds a live `administer` grant over at least the same scope, for "
        "no longer than that grant lasts. Who administers the whole workspace may give every "
        "capability; who administers a part gives what it holds there itself, and never capture."
    )


class ProducerMismatch(Problem):
    code, status, title = "producer_mismatch", 403, "The key is bound to another producer"
    explanation = (
        "This key speaks for one producer only, and the request names another. Leave `producer` "
        "out, or use the key of the producer that you name."
    )


class Forbidden(Problem):
    code, status, title = "forbidden", 403, "This is not allowed"
    explanation = (
        "The request was understood and refused: your account may not do this, or a form was "
        "sent without its token. Reload the page and try again, or ask an administrator."
    )


class NotFound(Problem):
    code, status, title = "not_found", 404, "Nothing is here for you"
    explanation = (
        "There is nothing at this address, or it lies outside your workspace or grants. The two "
        "are answered alike on purpose: a refusal does not reveal what exists."
    )
