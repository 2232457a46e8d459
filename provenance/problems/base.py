"""What every problem has."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from .fields import FieldError, field_error


class Problem(Exception):  # noqa: N818 (the word of RFC 9457)
    """A refusal or failure that the caller is told about.

    `detail` explains this occurrence, in our words; `errors` lists refused members; `retry_after`
    is in whole seconds; `receipt` is the stored receipt of a refusal, as the caller may see it.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[str]
    explanation: ClassVar[str]
    retry_after: int | None = None
    # The item of an atomic batch that was refused, counted from 0.
    index: int | None = None
    # What `errors` says of the whole where nothing finer is told: no 400 comes without.
    usual_error: ClassVar[str | None] = None

    def __init__(
        self,
        detail: str = "",
        *,
        errors: Sequence[FieldError] = (),
        retry_after: int | None = None,
        receipt: dict[str, Any] | UUID | str | None = None,
    ) -> None:
        super().__init__(self.code)
        self.detail = detail or self.title + "."
        self.errors = list(errors)
        if not self.errors and self.usual_error is not None:
            self.errors = [field_error(pointer="", code=self.usual_error)]
        self.retry_after = retry_after if retry_after is not None else self.retry_after
        self.receipt = receipt
