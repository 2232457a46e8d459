"""A long text is cut where it may be cut, and nothing of it is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.services.attributed import attributed
from recall.services.pieces import LONGEST, MOST_PIECES, pieces_of

SENTENCE = "The canary was green on Friday, and so we released at noon."


def without_spaces(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("text", ["", " ", "ok", SENTENCE, "x" * LONGEST, "金" * (LONGEST // 2)])
def test_a_short_text_is_one_piece_and_stays_as_it_is(text: str):
    assert pieces_of(text, name=None) == [text]
    assert pieces_of(text, name="Sam") == [attributed(text, name="Sam")]


def test_each_piece_says_who_speaks():
    pieces = pieces_of("\n".join([SENTENCE] * 40), name="Sam")
    assert len(pieces) > 1
    assert all(piece.startswith("Sam: The canary") for piece in pieces)


def test_a_long_text_is_cut_between_sentences():
    pieces = pieces_of(" ".join([SENTENCE] * 100), name=None)
    assert all(piece.endswith("noon.") for piece in pieces)
    assert all(piece.startswith("The canary") for piece in pieces)


def test_paragraphs_stay_together_before_lines_and_lines_before_sentences():
    line = " ".join([SENTENCE] * 3)
    paragraph = "\n".join(f"{number} {line}" for number in range(3))
    by_paragraph = pieces_of("\n\n".join([paragraph] * 5), name=None)
    assert by_paragraph == [paragraph] * 5
    by_line = pieces_of("\n".join([line] * 30), name=None)
    assert all(line in piece for piece in by_line)
    assert "\n".join(by_line) == "\n".join([line] * 30)


def test_chinese_is_cut_after_its_own_full_stop_and_in_half_the_characters():
    pieces = pieces_of("仓库在星期五关门，因为金丝雀还没有变绿。" * 100, name=None)
    assert all(piece.endswith("。") for piece in pieces)
    assert max(map(len, pieces)) <= LONGEST // 2


def test_without_any_border_it_is_cut_all_the_same():
    pieces = pieces_of("x" * (LONGEST * 3 + 1), name=None)
    assert "".join(pieces) == "x" * (LONGEST * 3 + 1)


def test_no_piece_is_a_mere_remainder():
    for extra in range(1, 60, 7):
        pieces = pieces_of((SENTENCE + " ") * 17 + "y" * extra, name=None)
        assert min(map(len, pieces)) > LONGEST // 8


@pytest.mark.parametrize("unit", ["x", "word ", SENTENCE + "\n", "é", "金", "a\n\nb. "])
def test_the_longest_content_has_no_more_pieces_than_the_bound_and_loses_nothing(unit: str):
    text = unit * (65_536 // len(unit.encode()))
    pieces = pieces_of(text, name=None)
    assert 16 < len(pieces) <= MOST_PIECES
    assert without_spaces("".join(pieces)) == without_spaces(text)


@given(st.text(alphabet="ab .!\n金。", max_size=4_000).map(lambda text: text * 3))
def test_whatever_the_text_nothing_is_lost_and_no_piece_is_too_long(text: str):
    pieces = pieces_of(text, name=None)
    assert pieces == pieces_of(text, name=None)
    assert without_spaces("".join(pieces)) == without_spaces(text)
    assert all(len(piece) <= LONGEST for piece in pieces)
