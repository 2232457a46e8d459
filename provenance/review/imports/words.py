"""The words of imports, for people. What is not listed is shown as the ledger calls it."""

from typing import Any

from provenance.importers.records import TIME_NOTES
from provenance.problems import ImportRefused, catalogue
from provenance.services.contributing.notes import Note

STATES = {
    "uploading": "being sent",
    "complete": "sent",
    "planning": "being planned",
    "planned": "planned, nothing admitted",
    "applying": "being applied",
    "applied": "applied",
    "rolling_back": "being taken back",
    "rolled_back": "taken back",
    "cancelled": "stopped",
    "failed": "failed",
}
# The classes that the stylesheet gives a colour to: what asks to be looked at, what went wrong.
_LOOKS = {"failed": "withdrawn", "rolled_back": "withdrawn", "cancelled": "uncertain"}
AT_WORK = ("planning", "applying", "rolling_back")

DISPOSITIONS = {
    "new": "comes in as attributed evidence of weight 0",
    "duplicate": "is here already: nothing is written",
    "copy": "is a proven copy of what is here: comes in, and counts for nothing",
    "bound": "comes in with the standing of its equivalent here",
    "held": "comes in quarantined or withheld, by policy",
    "conflict": "has the name of something here with other words: reported, or kept beside it",
    "refused": "is refused by policy, or was erased: nothing of it is kept but place and rule",
    "invalid": "cannot be taken by the ledger as it is",
    "same": "the later recorded becomes a proven copy of the first: one event",
    "distinct": "two events: a pair is settled so, and is no open question",
    "unresolved": "nothing is done: the code of the item says why",
}
# The order in which they are told: what comes in first, what does not come in last.
DISPOSITION_ORDER = tuple(DISPOSITIONS)
TIMES = {"known": "a time of its own", "unknown": "time unknown"}
_CODES = {
    "event_conflict": "The event of this name is here with other words. Nothing is overwritten.",
    "in_plan": "An earlier record of the same plan has its name, or its words.",
    "erased": "It was erased here, and does not come again.",
    "source_changed": "The reader reads it otherwise than when it was planned.",
    "overtaken": "Somebody decided something about it since it was planned.",
    "possible_equivalent": "They are alike.",
    "foreign_conflict": "They go by one name in another system, with other words.",
    "contradiction": "One says what was withdrawn.",
    "other_role": "One is a person's and one is not: never one event.",
    "other_witness": "Two people stand behind it, and will count as the first alone.",
    "would_raise": "Something would count for more people than before.",
    "would_lift": "Something withdrawn or replaced would hold again. Correct that first.",
    "settled": "Another plan settled it.",
    **{note.code: note.value[1] for note in Note},
}
# Codes in two or three words, for a line; the code itself stands in the title.
_SHORT = {
    "in_plan": "twice in the plan",
    "off_branch": "of a branch that was left",
    "rolled_back": "taken back",
    "event_conflict": "name taken",
    "source_changed": "reads otherwise now",
    "missing": "no time given",
    "epoch_seconds": "seconds since 1970",
    "epoch_milliseconds": "milliseconds since 1970",
}
# What a file that was sent is called on the server, whatever its name was.
_SENT = "upload:"


def state_word(told: dict[str, Any]) -> str:
    """The state as a word. One that was applied in part says so."""
    state = told["state"]
    if state == "applied":
        ended = [act["body"] for act in told["acts"] if act["act"] == "applied"]
        if ended and not ended[-1].get("whole", True):
            return "applied in part"
    return STATES.get(state, str(state).replace("_", " "))


def state_look(told: dict[str, Any]) -> str:
    """The class of the state's badge."""
    return _LOOKS.get(told["state"], "")


def why(code: str | None) -> str:
    """What a code of failure means, "" where it says enough itself."""
    if code is None:
        return ""
    if code in ImportRefused.REASONS:
        return ImportRefused.REASONS[code]
    if code == "gave_up":
        return "It broke off five times. Resume it once the cause is gone."
    problem = catalogue().get(code)
    return f"{problem.title}." if problem else ""


def time_note(note: str) -> str:
    """What a note on times means, "" for one that is not known here."""
    return TIME_NOTES.get(note, "")


def code_word(code: object) -> str:
    """What the code of an item means, "" for a rule of policy or one that is not known here."""
    return _CODES.get(str(code), "")


def short_word(code: str | None) -> str:
    """A code as it stands in a line: in a few words, or as it is called with blanks; "" for none."""
    return _SHORT.get(code, code.replace("_", " ")) if code else ""


def place_word(place: str) -> str:
    """A place as people say it: of a single file that was sent, the line alone."""
    return f"line {place.removeprefix(_SENT)}" if place.startswith(_SENT) else place


def form_word(form: str) -> str:
    """What a plan is called: an import by its format, or a reconciliation by its kind."""
    kind, _, rest = form.partition(":")
    return f"reconciliation, {rest}" if kind == "reconcile" and rest else form
