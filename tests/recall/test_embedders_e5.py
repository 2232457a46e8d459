"""The real model, both engines."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from recall.embedders.e5_files import e5_directory
from recall.embedders.e5_q4 import E5Q4
from recall.embedders.e5_text import PASSAGE_PREFIX
from recall.embedders.e5_tokenizer import E5Tokenizer

SCRIPTS = [
    "Sam: We decided to ship on Friday.",
    "我们决定在周五发布新版本。",
    "Мы решили выпустить новую версию в пятницу.",
    "قررنا إطلاق الإصدار الجديد يوم الجمعة",
    "🚀🔥 ship it 👩‍👩‍👧‍👦 today",
    "ＦＵＬＬＷＩＤＴＨ　ｔｅｘｔ１２３",
    "日本語のテスト、カタカナとひらがな",
    "한국어 테스트입니다",
    "नमस्ते दुनिया, कल मिलते हैं",
    "ﬁne ligatures ① ㎏ ½ and e\u0301 combining",
    "  two  spaces   here and\ttabs\r\n\r\nlines  ",
    "\u200bzero\u200dwidth\u00a0and ▁ marks",
    "<s> typed </s> by a <pad> user <mask>",
    "| a | b |\n| --- | --- |\n",
    "nul\0inside",
]


@pytest.fixture(scope="module")
def q4():
    return E5Q4()


@pytest.fixture(params=["e5", "q4"])
def embedder(request):
    return request.getfixturevalue(request.param)


def test_vectors_are_float32_of_length_one(embedder):
    found = embedder.embed_passages(texts=SCRIPTS)
    assert (found.dtype, found.shape) == (np.float32, (len(SCRIPTS), embedder.dimension))
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert embedder.embed_query(text="who?").shape == (embedder.dimension,)
    assert not embedder.lexical


def test_no_texts_give_no_rows(embedder):
    assert embedder.embed_passages(texts=[]).shape == (0, embedder.dimension)


@pytest.mark.parametrize("text", ["", " ", "\ud800 lone surrogate", "\0"])
def test_odd_texts_have_a_vector_too(embedder, text):
    assert np.isfinite(embedder.embed_passages(texts=[text])).all()
    assert np.isfinite(embedder.embed_query(text=text)).all()


def test_a_vector_does_not_depend_on_its_company_or_on_the_thread(embedder):
    together = embedder.embed_passages(texts=SCRIPTS)
    with ThreadPoolExecutor(4) as pool:
        alone = list(pool.map(lambda text: embedder.embed_passages(texts=[text])[0], SCRIPTS))
    assert np.array_equal(together, np.array(alone))


def test_a_query_and_a_passage_of_the_same_words_differ(embedder):
    passage = embedder.embed_passages(texts=["we ship on Friday"])[0]
    assert not np.allclose(passage, embedder.embed_query(text="we ship on Friday"), atol=1e-3)


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        (
            "When will the new version come out?",
            "Sam: We decided to ship the release on Friday.",
            "Mia: The garden needs water twice a week.",
        ),
        (
            "Which food makes Mia ill?",
            "Mia can no longer eat peanuts, she is allergic.",
            "The invoice run waits for the price list.",
        ),
    ],
)
def test_a_paraphrase_without_shared_words_is_nearer_than_something_else(
    embedder, query, near, far
):
    asked = embedder.embed_query(text=query)
    paraphrase, unrelated = embedder.embed_passages(texts=[near, far])
    assert asked @ paraphrase > asked @ unrelated


@pytest.mark.parametrize("answer", [1, 2, 3])
def test_a_question_in_english_finds_the_answer_in_another_language(embedder, answer):
    others = [
        "花园每周需要浇水两次。",
        "Саду нужна вода дважды в неделю.",
        "الحديقة تحتاج إلى الماء",
    ]
    asked = embedder.embed_query(text="When do we release the new version?")
    found = embedder.embed_passages(texts=[SCRIPTS[answer], *others])
    assert int(np.argmax(found @ asked)) == 0


def test_what_follows_the_first_512_tokens_hardly_matters(embedder):
    start = "We decided to ship the release on Friday. " * 80
    one, other = embedder.embed_passages(texts=[start + "cats " * 400, start + "taxes " * 9000])
    assert one @ other > 0.99


def test_the_two_engines_agree_and_do_not_share_a_revision(e5, q4):
    closeness = (e5.embed_passages(texts=SCRIPTS) * q4.embed_passages(texts=SCRIPTS)).sum(axis=1)
    assert closeness.min() > 0.99
    assert (e5.name, e5.revision) != (q4.name, q4.revision)


def test_texts_in_every_script_are_cut_into_as_many_tokens_as_the_wheels_engine_makes(
    model_dir, q4
):
    tokenizer = E5Tokenizer(directory=e5_directory(model_dir=model_dir))
    texts = [text.replace("\0", " ") for text in SCRIPTS]
    ours = [len(tokenizer.ids(PASSAGE_PREFIX + text)) for text in texts]
    assert ours == [q4._engine.token_count(text) for text in texts]
