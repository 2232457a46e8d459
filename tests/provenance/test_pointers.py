"""A pointer names what is harmless, and stops before what is not (P10)."""

import pytest

from provenance.services.screening.pointers import may_be_named, pointer_to

NAMED = [
    "surprise",
    "event_id",
    "eventId",
    "valid-from",
    "x.y_z",
    "_private",
    "sha256",
    "TOKEN",
    "api_key",
    "password",
    "secret.nothing",
    "x",
]
# Each fits the shape of a short identifier with few digits.
SECRETS = [
    "AKI" + "A" + "JQZXWVUTSRPONMLK",
    "np" + "m_" + "aBcdEfgh" * 4 + "wXyz",
    "hf" + "_" + "abcdefgh" * 4,
    "sk" + "-ant-" + "abcdefghij" * 3,
    "gl" + "pat-" + "abcdefghij" * 2,
]
# No detector knows these, and none reads as words either.
UNREADABLE = [
    "wJalrXUtnFEMIbPxRfiCYEKEY",
    "tok7en3word",
    "pa5s9word",
    "x" * 41,
    "token-12345",
    "two words",
    "ключ",
    "a/b",
    "a~b",
    "",
    "-a",
    "sam@acme.test",
]
SENTENCES = ["ignore_all_previous_instructions", "ignoreAllPreviousInstructions"]


@pytest.mark.parametrize("name", NAMED)
def test_what_reads_as_an_identifier_is_named(name: str):
    assert may_be_named(name)
    assert pointer_to(["outer", name, 3]) == f"/outer/{name}/3"


@pytest.mark.parametrize("name", SECRETS + UNREADABLE + SENTENCES)
def test_p10_a_name_that_may_be_content_ends_the_pointer(name: str):
    assert pointer_to(["outer", name]) == "/outer"


def test_p10_a_pointer_stops_at_the_parent_and_does_not_leap_over_it():
    assert pointer_to(["outer", SECRETS[0], "inner", 0]) == "/outer"
    assert pointer_to([SECRETS[0], "inner"]) == ""
