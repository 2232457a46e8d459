"""Letters as they are compared: what is written in two ways is made one."""

import unicodedata

_MARKS = [chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M"]
# Vowel points of Hebrew and Arabic may be written or not; the tatweel stretches a word, soft
# hyphens and joiners say how it is drawn.
_OPTIONAL = [mark for mark in _MARKS if "\u0591" <= mark <= "\u08ff"] + list(
    "\u0640\u00ad\u200c\u200d"
)
_SAME = {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ё": "е", "Ё": "Е"}
_DIGITS = {
    code: str(unicodedata.decimal(chr(code)))
    for code in range(0x80, 0x10000)
    if unicodedata.category(chr(code)) == "Nd"
}
_TABLE = {
    **_DIGITS,
    **{ord(mark): None for mark in _OPTIONAL},
    **{ord(one): other for one, other in _SAME.items()},
}
# Marks that belong to the letter before them, for a class of a regular expression.
MARKS = "".join(mark for mark in _MARKS if mark not in _OPTIONAL)


def compared(text: str) -> str:
    """The text in compatibility form (NFKC), its case as it was.

    Digits of every script are 0–9; vowel points of Hebrew and Arabic, soft hyphens and
    joiners are gone; the forms of alef, of yeh and of kaf, and ё and е, are the same letter each.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_TABLE)
