"""Ids in addresses: what is no id is nobody's, and is told so only to those who have a key."""

from uuid import UUID

from django.urls.converters import StringConverter, UUIDConverter

_ID = UUIDConverter()
# No row has this id, since ids are made from time and chance.
NOBODYS = UUID(int=0)


class IdConverter(StringConverter):
    """An id, or NOBODYS: the door asks for a key first and finds nothing afterwards."""

    def to_python(self, value: str) -> UUID:  # type: ignore[override]
        """The id that the text writes in lower case and with hyphens."""
        try:
            found = _ID.to_python(value)
        except ValueError:
            return NOBODYS
        return found if str(found) == value else NOBODYS

    def to_url(self, value: UUID) -> str:  # type: ignore[override]
        """The id as text."""
        return str(value)
