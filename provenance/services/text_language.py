"""The language by whose rules the words of a workspace are read: which one, and choosing it."""

from datetime import datetime

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import TextLanguage
from provenance.models.text_language import LANGUAGES
from provenance.problems import CapabilityRequired, InvalidRequest, field_error
from provenance.services.access.caller import Caller
from provenance.services.access.giving import administers_all
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.screening.judge import require_kept

DEFAULT = "english"
_CHOSEN_LAST = """
SELECT language FROM text_language WHERE workspace_id = %(here)s ORDER BY position DESC LIMIT 1
"""


def text_language() -> str:
    """The language that was chosen last, else English. Inside the workspace."""
    chosen = fetch(_CHOSEN_LAST, {"here": current_workspace()})
    return chosen[0][0] if chosen else DEFAULT


def choose_text_language(
    *, caller: Caller, language: str, reason: str, at: datetime
) -> TextLanguage:
    """Makes the language that of the workspace, for all that is written and asked from now on.

    What was indexed before is read by the old one until its words are rebuilt. Raises
    CapabilityRequired without `administer` over the workspace, PolicyRejected for the reason, and
    InvalidRequest for a language that is none of LANGUAGES. Inside the workspace.
    """
    if not administers_all(live_grants(caller=caller, at=at)):
        raise CapabilityRequired("The language needs an administer grant over the whole workspace.")
    require_kept([reason])
    if language not in LANGUAGES:
        raise InvalidRequest(
            f"The language is one of: {', '.join(LANGUAGES)}.",
            errors=[field_error(pointer="/language", code="invalid_value")],
        )
    chosen = TextLanguage(
        workspace_id=caller.workspace_id,
        language=language,
        by_id=caller.principal_id,
        reason=reason,
        at=at,
    )
    TextLanguage.objects.all().add([chosen])
    record(
        act="language_chosen",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="text_language",
        about_id=chosen.id,
        at=at,
        detail={"language": language},
    )
    return chosen
