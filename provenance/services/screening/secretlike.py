"""Whether a value that something was called a password for looks like one, or like words."""

import re

_SHORTEST = 8
_SHORTEST_GIVEN = 6
_END = ".,;:?!)]}，。；"
_SIGNS = frozenset("!@#$%^&*+=~?")
_DIGIT = re.compile(r"\d")
_APART = re.compile(r"[^0-9A-Za-zÀ-ɏ]+")
# A word in one case, capitalised or in camel case, with few digits before or behind it ("sha256",
# "8chars", "getToken2"), digits alone, or the parts of times and versions ("01T10", "rc1", "v2").
_WORD = re.compile(
    r"\d+|\d{0,4}[A-Za-z]\d{0,4}"
    r"|\d{0,4}(?:[A-ZÀ-Þ]?[a-zß-ÿ]{2,}|[A-Z]{2,})(?:[A-Z][a-zß-ÿ]{2,})*\d{0,4}"
)
# An address, a path, a digest or the name of a resource says where something is or what it was.
_REFERENCE = re.compile(
    r"[a-z][a-z0-9+.-]*://|[~.]{0,2}/[^/]*/|[a-z]:\\|arn:"
    r"|(?:sha\d+|md5|pbkdf2|scrypt|bcrypt|argon2\w*)[:$_-]"
    r"|\$(?:2[aby]|argon2\w*|\d|y)\$"
)
_VARIABLE = re.compile(r"(?:\$|%|@|env[:.])\w*%?")
_CALL = re.compile(r"[\w.$%#@!&*]*[(\[{]", re.ASCII)


def is_secretlike(value: str) -> bool:
    """True for at least eight characters that mix letters with digits, or cases with signs, and
    are neither words nor a reference, a variable or a call."""
    plain = value.rstrip(_END)
    return _is_mixed(plain) and _is_literal(plain, least=_SHORTEST) and not _is_words(plain)


def is_chosen(value: str) -> bool:
    """The same for what is plainly a password: a word with two digits behind it is one too
    ("Winter2024")."""
    plain = value.rstrip(_END)
    if not _is_mixed(plain) or not _is_literal(plain, least=_SHORTEST):
        return False
    digits = sum(one.isdigit() for one in plain)
    single = len([one for one in _APART.split(plain) if one]) == 1
    return not _is_words(plain) or (single and digits > 1 and plain[0].isalpha())


def is_given(value: str) -> bool:
    """The same for an argument that a command takes for nothing but a password."""
    return _is_mixed(value) and _is_literal(value, least=_SHORTEST_GIVEN)


def _is_literal(value: str, *, least: int) -> bool:
    lowered = value.lower()
    return (
        len(value) >= least
        and not _REFERENCE.match(lowered)
        and not _VARIABLE.fullmatch(value)
        and not _is_call(value)
    )


def _is_call(value: str) -> bool:
    """True where a bracket follows a name: a call, an index or a template."""
    head = _CALL.match(value)
    return head is not None and _is_words(head[0])


def _is_mixed(value: str) -> bool:
    lowered, raised = value.lower(), value.upper()
    if lowered == raised:
        return False
    if _DIGIT.search(value):
        return True
    return value not in (lowered, raised) and not _SIGNS.isdisjoint(value)


def _is_words(value: str) -> bool:
    return all(_WORD.fullmatch(one) for one in _APART.split(value) if one)
