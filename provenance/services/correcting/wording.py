"""The wording of a proposal or a fact, in a row of its own, so that erasure can destroy it."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.models import Observation, Statement
from provenance.services.contributing.erased import erased_words_refused
from provenance.services.contributing.normal_form import text_sha256


@dataclass(frozen=True, kw_only=True)
class Wording:
    """What a fact states: in the row `written` of a proposal, or in one still to be written.

    `said_in` is the one observation whose words these are, of one that is not yet written.
    """

    text: str
    written: UUID | None = None
    said_in: UUID | None = None

    def statement_id(self) -> UUID:
        """The row; it is written where there is none. Inside the workspace."""
        return self.written or write_statement(self.text, said_in=self.said_in).id


def write_statement(text: str, *, said_in: UUID | None = None) -> Statement:
    """Writes the row. Inside the workspace.

    `said_in` is the one observation whose words these are: the wording is erased with it. Raises
    Erased where that has happened.
    """
    statement = Statement(workspace_id=current_workspace(), text=text, said_in_id=said_in)
    with erased_words_refused():
        Statement.objects.all().add([statement])
    return statement


def sayer_of(text: str, observations: Collection[Observation]) -> UUID | None:
    """The one of these observations that says the text, compared as copies are; None for several.

    What several say stays until all of them are erased.
    """
    same = text_sha256(text)
    sayers = [one.id for one in observations if one.text_sha256 == same]
    return sayers[0] if len(sayers) == 1 else None
