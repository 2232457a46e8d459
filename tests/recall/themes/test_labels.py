"""Labels of themes: the words that tell one from the others, as people wrote them."""

import pytest

from recall.services.themes.labels import labels_of
from recall.services.themes.words import words_of

BAKING = ("Sourdough needs a starter", "The starter feeds the sourdough", "Sourdoughs rise slowly")
SAILING = ("The spinnaker tears in wind", "Wind fills the spinnaker", "Reef before the wind rises")


def test_a_label_is_what_one_theme_says_and_the_others_do_not():
    baking, sailing = labels_of([BAKING, SAILING], language="english")
    assert baking[:2] == ["sourdough", "starter"]
    assert set(sailing) == {"wind", "spinnaker"}


def test_a_word_of_every_theme_tells_less_than_one_of_its_own():
    themes = [
        ["release notes for apples", "release apples"],
        ["release notes for pears", "release pears"],
        ["release plums", "release plums again"],
    ]
    for found, own in zip(
        labels_of(themes, language="english"), ("apples", "pears", "plums"), strict=True
    ):
        assert found[0] == own


def test_forms_of_a_word_are_one_label_in_its_usual_form():
    texts = ("The migrations failed", "Two migrations failed", "A migration failed")
    (found,) = labels_of([texts], language="english")
    assert "migrations" in found
    assert "migration" not in found


def test_of_equal_forms_the_first_in_the_alphabet_is_taken():
    (found,) = labels_of([("deploy deploys", "deploys deploy")], language="english")
    assert found == ["deploy"]


def test_a_word_of_one_text_is_no_label():
    (found,) = labels_of([("password swordfish tuesday", "tuesday")], language="english")
    assert found == ["tuesday"]


def test_at_most_five():
    text = "alpha bravo charlie delta echo foxtrot golf"
    (found,) = labels_of([(text, text)], language="english")
    assert found == ["alpha", "bravo", "charlie", "delta", "echo"]


def test_themes_of_no_words_have_no_labels():
    assert labels_of([("12 34", "!"), ()], language="english") == [[], []]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("The cat and 42 of it", "english", {"cat"}),
        ("Die Katze und der Hund", "german", {"katze", "hund"}),
        ("the Katze is not here", "german", {"katze"}),
        ("Straße STRASSE", "german", {"strasse"}),
        ("東京へ", "english", {"東京", "京へ"}),
        ("поезд опоздал", "english", {"поезд", "опоздал"}),
        ("x" * 60, "english", set()),
    ],
)
def test_words_are_told_apart_from_what_only_builds_sentences(text, language, expected):
    assert {word for _, word in words_of(text, language=language)} == expected
