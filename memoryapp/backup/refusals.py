"""Why a backup, or a restored copy, is refused: a closed list."""

REFUSALS = {
    "not_a_backup": "There is no manifest of a backup.",
    "altered": "A file is not as the manifest says.",
    "incomplete": "A file of the backup is missing, or cut off.",
    "future_version": "It was made by a newer version than this one.",
    "newer_schema": "Its tables are newer than this version's: it has migrations that are not known here.",
    "unreadable": "The engine's own tool cannot read it.",
    "wrong_counts": "It holds other numbers of rows than its manifest says.",
    "not_empty": "The directory is not empty: a copy is never restored over anything.",
    "not_a_copy": "The directory is not one that `restore` made.",
    "unproven": "It is not proven that what was withdrawn or erased stays so.",
    "no_access": "There is no role that reads every row: give BACKUP_DATABASE_URL.",
    "failed": "The engine's own tool failed.",
}


class RefusedError(Exception):
    """Nothing of it was used. `code` is a key of REFUSALS; `more` says where, never content."""

    def __init__(self, code: str, more: str = "") -> None:
        super().__init__(f"{code}: {REFUSALS[code]} {more}".rstrip())
        self.code = code
