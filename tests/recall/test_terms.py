"""A question and its turn come to the same terms, whatever the script and however it is written."""

import sys
import threading

import pytest
import snowballstemmer

from provenance.models.text_language import LANGUAGES
from recall.services.letters import compared
from recall.services.stems import stem
from recall.services.stop_words import STOP_WORDS
from recall.services.terms import LONGEST_TERM, MOST_TERMS, query_terms, terms_of


def shared(question: str, text: str, *, language: str = "english") -> set[str]:
    """The terms of the question that stand in the text."""
    return set(query_terms(question, language=language)) & set(terms_of(text, language=language))


# Each: the language of the workspace, a question, a text, and how many terms they share at least.
MEETING = {
    "English inflection": ("english", "deploying canaries", "We deploy the canary.", 2),
    "a possessive": ("english", "Caroline's plan", "Caroline has plans.", 2),
    "Russian cases": ("english", "когда встреча о серверах?", "Встречу о сервере перенесли.", 2),
    "Russian yo": ("english", "чей это ёж", "Еж живет у Пети", 1),
    "Russian in a German workspace": ("german", "новые серверы", "Новый сервер стоит.", 2),
    "Arabic articles and plurals": ("english", "أين السيارات؟", "سيارة جديدة في المرآب", 1),
    "Arabic with vowel points": ("english", "مَدْرَسَة", "المدرسة مغلقة", 1),
    "Arabic forms of alef": ("english", "متى الإجتماع", "اجتماع يوم الأحد", 1),
    "Arabic digits": ("english", "٢٠٢٦", "in 2026", 1),
    "a stretched word": ("english", "مـــدرسة", "مدرسة", 1),
    "Persian letters": ("persian", "کتاب‌ها", "كتابها", 1),
    "Hebrew with points": ("english", "שָׁלוֹם", "שלום", 1),
    "Hindi marks": ("english", "किताबें", "किताब", 1),
    "Greek": ("english", "δρόμου", "Ο δρόμος", 1),
    "German in a German workspace": ("german", "Häuser", "Das Haus.", 1),
    "French in a French workspace": ("french", "les voitures", "une voiture", 1),
    "case beyond ASCII": ("english", "STRASSE", "Straße", 1),
    "full-width letters": ("english", "ＡＰＩ", "the api", 1),
    "Chinese": ("english", "谁养猫?", "我有一只猫。", 1),
    "one Chinese character": ("english", "猫", "我喜欢猫咪", 1),
    "one Chinese character at the end": ("english", "猫", "一只猫", 1),
    "a rare character beyond the first plane": ("english", "𠮷", "𠮷野家で食べた", 1),
    "Japanese": ("english", "倉庫はいつ閉まりますか", "倉庫は金曜日に閉まります。", 3),
    "Korean with particles": ("english", "서버 재시작", "서버를 재시작했다", 2),
    "one Korean syllable": ("english", "물", "물을 마신다", 1),
    "Thai": ("english", "ประชุมวันไหน", "การประชุมเลื่อนไปวันศุกร์", 5),
    "Khmer": ("english", "ភ្នំពេញ", "ខ្ញុំនៅភ្នំពេញ", 3),
    "Chinese beside English": ("english", "deploy 部署", "我们在周五部署 deploys", 3),
}


@pytest.mark.parametrize("what", MEETING)
def test_a_question_and_its_turn_meet(what: str):
    language, question, text, least = MEETING[what]
    assert len(shared(question, text, language=language)) >= least


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("getUserById", {"get", "user", "by", "id"}),
        ("src/a_b.py:42", {"src", "a", "b", "py", "42"}),
        ("ERR_CONN_17", {"err", "conn", "17"}),
        ("HTTPServer.handle", {"http", "server", "handl"}),
        ("user@host.example", {"user", "host", "exampl"}),
    ],
)
def test_an_identifier_is_whole_and_in_parts(identifier: str, parts: set[str]):
    assert set(terms_of(identifier)) == {"=" + identifier.casefold(), *parts}


def test_what_a_path_stands_in_is_no_part_of_it():
    assert "=src/a_b.py:42" in terms_of("It fails (src/a_b.py:42), see `src/a_b.py:42`.")


def test_simple_leaves_words_as_they_are():
    assert set(terms_of("Deploying Серверы parsers", language="simple")) == {
        "deploying",
        "серверы",
        "parsers",
    }


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "simple"])
def test_each_language_has_its_stemmer(language: str):
    assert language in snowballstemmer.algorithms()
    assert stem("words", language=language)


def test_every_list_of_stop_words_belongs_to_a_language():
    assert set(STOP_WORDS) <= set(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "question", "telling"),
    [
        ("english", "when did we deploy?", ["deploy"]),
        ("german", "wann wird das Haus verkauft", ["haus", "verkauft"]),
        ("french", "où est la voiture", ["voitur"]),
        ("english", "когда будет встреча", ["встреч"]),
        ("english", "أين السيارة", ["سيار"]),
    ],
)
def test_stop_words_ask_for_nothing(language: str, question: str, telling: list[str]):
    assert query_terms(question, language=language) == telling


@pytest.mark.parametrize(
    ("language", "question", "telling"),
    [
        ("english", "Wie alt ist das Universum?", ["alt", "universum"]),
        ("english", "où est la voiture de Léa", ["voitur", "léa"]),
        ("english", "¿dónde está la casa?", ["casa"]),
        ("german", "when is the meeting with the board", ["meeting", "board"]),
        ("russian", "wo ist das Haus", ["haus"]),
    ],
)
def test_a_question_in_another_language_does_not_ask_for_that_languages_stop_words(
    language: str, question: str, telling: list[str]
):
    assert query_terms(question, language=language) == telling


@pytest.mark.parametrize(
    ("question", "telling"),
    [
        ("why did the die break", ["die", "break"]),
        ("Las Vegas", ["las", "vega"]),
        ("who was the man in La Paz", ["man", "la", "paz"]),
    ],
)
def test_a_word_that_is_a_stop_word_elsewhere_is_asked_for(question: str, telling: list[str]):
    assert query_terms(question) == telling


def test_a_question_of_stop_words_alone_asks_for_them():
    assert query_terms("who are you") == ["who", "are", "you"]


def test_the_terms_of_a_question_come_once_and_in_its_order():
    assert query_terms("canary walrus canary") == ["canari", "walrus"]


def test_terms_are_bounded_in_length_and_number():
    assert max(map(len, terms_of("x" * 500 + " " + "y" * 500))) == LONGEST_TERM
    assert terms_of("word " * (MOST_TERMS + 9)).total() == MOST_TERMS


@pytest.mark.parametrize("text", ["", "???", " \n\t", "…—", "\u200b", "\u0301"])
def test_marks_and_signs_alone_have_no_terms(text: str):
    assert terms_of(text) == {}
    assert query_terms(text) == []


@pytest.mark.parametrize("text", ["Plain ASCII", "ё", "أ", "２"])
def test_comparing_twice_is_comparing_once(text: str):
    assert compared(compared(text)) == compared(text)


def test_threads_do_not_mix_their_words():
    """The stemmers of the library work on a word that they hold."""
    words = [f"{letter}{number}ations" for letter in "abcdefgh" for number in range(400)]
    expected = {word: snowballstemmer.stemmer("english").stemWord(word) for word in words}
    wrong: list[str] = []

    def cut(mine: list[str]) -> None:
        wrong.extend(word for word in mine if stem(word) != expected[word])

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        stem.cache_clear()
        threads = [threading.Thread(target=cut, args=(words[n::8],)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []
