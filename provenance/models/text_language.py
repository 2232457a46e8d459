"""The language by whose rules the words of a workspace are read."""

from django.db import models

from .position import position_field
from .tenant import Tenant, one_of, within

# `simple` leaves words as they are. The others are the languages of the Snowball stemmers.
LANGUAGES = (
    "simple",
    "arabic",
    "armenian",
    "basque",
    "catalan",
    "czech",
    "danish",
    "dutch",
    "english",
    "esperanto",
    "estonian",
    "finnish",
    "french",
    "german",
    "greek",
    "hindi",
    "hungarian",
    "indonesian",
    "irish",
    "italian",
    "lithuanian",
    "nepali",
    "norwegian",
    "persian",
    "polish",
    "portuguese",
    "romanian",
    "russian",
    "serbian",
    "sesotho",
    "spanish",
    "swedish",
    "tamil",
    "turkish",
    "yiddish",
)


class TextLanguage(Tenant):
    """The moment from which a language is that of the workspace; the latest one is."""

    position = position_field()
    language = models.CharField(max_length=20)
    by = within("provenance.Principal")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        db_table = "text_language"
        constraints = [one_of("language", LANGUAGES, name="text_language_is_known")]
        indexes = [models.Index(fields=["workspace", "-position"], name="language_in_force")]

    def __str__(self) -> str:
        return self.language
