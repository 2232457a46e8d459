"""What is not the caller's fault."""

from .base import Problem


class TooManyRequests(Problem):
    code, status, title = "too_many_requests", 429, "Too many requests"
    explanation = "Wait for as many seconds as `Retry-After` says, then send the same request."
    retry_after = 5


class Unavailable(Problem):
    code, status, title = "unavailable", 503, "The memory cannot be reached just now"
    explanation = (
        "The database did not answer, or gave up on a busy row. No receipt was sent, so treat "
        "the write as not saved and send the same request again after `Retry-After` seconds: "
        "the same event gets the same receipt, once."
    )
    retry_after = 5


class InternalError(Problem):
    code, status, title = "internal_error", 500, "An error of ours"
    explanation = (
        "The server failed in a way that we did not foresee. Give the `instance` of the answer "
        "(its request id) to an administrator, who finds it in the log. Sending the same request "
        "again is safe: the same event gets the same receipt."
    )
