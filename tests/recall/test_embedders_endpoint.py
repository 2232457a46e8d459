import logging

import numpy as np
import pytest

from recall.embedders.endpoint import Endpoint
from recall.embedders.errors import EmbedderUnavailable
from tests.recall.embedder_server import endpoint_server

KEY = "sk-do-not-show"


def vectors(body, *, dimension=3):
    entries = [
        {"index": index, "embedding": [float(len(text)), 1.0, 0.0][:dimension]}
        for index, text in enumerate(body["input"])
    ]
    return {"data": entries[::-1]}


def embedder(url, *, timeout=5.0):
    return Endpoint(url=url, model="small", key=KEY, dimension=3, timeout=timeout)


def refusal(server, *, timeout=5.0):
    with pytest.raises(EmbedderUnavailable) as caught:
        embedder(server.url, timeout=timeout).embed_passages(texts=["a secret", "another"])
    return str(caught.value)


def test_vectors_come_back_normalised_and_in_the_order_of_the_texts():
    with endpoint_server(vectors) as server:
        found = embedder(server.url).embed_passages(texts=["a", "four", "sixsix"])
    assert found.dtype == np.float32
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    assert np.allclose(found[:, 0] / found[:, 1], [1, 4, 6])


def test_the_model_the_key_and_the_texts_are_sent_to_the_embeddings_path():
    with endpoint_server(vectors) as server:
        embedder(server.url).embed_query(text="where?")
    path, authorization, body = server.requests[0]
    assert (path, authorization) == ("/v1/embeddings", f"Bearer {KEY}")
    assert (body["model"], body["input"]) == ("small", ["where?"])


def test_many_texts_are_asked_for_in_batches():
    with endpoint_server(vectors) as server:
        found = embedder(server.url).embed_passages(texts=["x"] * 130)
    assert found.shape == (130, 3)
    assert [len(body["input"]) for _, _, body in server.requests] == [64, 64, 2]


def test_no_texts_ask_nothing():
    with endpoint_server(vectors) as server:
        assert embedder(server.url).embed_passages(texts=[]).shape == (0, 3)
    assert server.requests == []


def test_an_empty_text_does_not_spoil_its_batch():
    with endpoint_server(vectors) as server:
        embedder(server.url).embed_passages(texts=["", "b"])
    assert server.requests[0][2]["input"] == [" ", "b"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda body: {"data": vectors(body)["data"][:1]}, "1 vectors to 2 texts"),
        (lambda body: {"data": vectors(body)["data"] * 2}, "4 vectors to 2 texts"),
        (lambda body: vectors(body, dimension=2), "dimension 2"),
        (
            lambda body: {"data": [{"index": i, "embedding": [0, 0, 0]} for i in (0, 1)]},
            "direction",
        ),
        (
            lambda body: {"data": [{"index": i, "embedding": [float("nan")] * 3} for i in (0, 1)]},
            "direction",
        ),
        (
            lambda body: {"data": [{"index": i, "embedding": [1.0] * (i + 2)} for i in (0, 1)]},
            "lists of numbers of one length",
        ),
        (lambda body: {"data": [{"index": i, "embedding": "AAAA"} for i in (0, 1)]}, "numbers"),
        (lambda body: {"error": "quota"}, "other than a list of embeddings"),
        (lambda body: ["data"], "other than a list of embeddings"),
        (lambda body: b"<html>", "JSON"),
    ],
)
def test_an_odd_answer_is_refused_with_its_reason(answer, reason):
    with endpoint_server(answer) as server:
        assert reason in refusal(server)


@pytest.mark.parametrize("status", [401, 429, 500])
def test_a_refusal_is_named_by_its_status_and_shows_neither_key_nor_text(status, caplog):
    caplog.set_level(logging.DEBUG)
    with endpoint_server(lambda body: {"error": body["input"]}, status=status) as server:
        message = refusal(server)
    assert message == f"The embedding endpoint answered {status}."
    assert "secret" not in caplog.text
    assert KEY not in caplog.text


def test_the_key_is_not_carried_to_where_a_redirect_points():
    with (
        endpoint_server(vectors) as elsewhere,
        endpoint_server(vectors, status=307, location=elsewhere.url) as server,
    ):
        assert "307" in refusal(server)
    assert elsewhere.requests == []


def test_a_server_that_drips_is_left_at_the_deadline():
    with endpoint_server(vectors, drip=0.02) as server:
        assert "within 0.2 s" in refusal(server, timeout=0.2)


def test_a_server_that_is_gone_is_unreachable():
    with endpoint_server(vectors) as server:
        pass
    assert "cannot be reached" in refusal(server)


@pytest.mark.parametrize("url", ["", "ftp://example.org/v1", "file:///etc/passwd", "example.org"])
def test_an_address_that_is_not_http_is_refused(url):
    with pytest.raises(EmbedderUnavailable, match="EMBEDDING_ENDPOINT"):
        embedder(url)


def test_a_missing_model_name_is_refused():
    with pytest.raises(EmbedderUnavailable, match="EMBEDDING_ENDPOINT_MODEL"):
        Endpoint(url="http://127.0.0.1/v1", model="", key="", dimension=3)


def test_the_revision_names_model_and_host_and_no_credential():
    found = Endpoint(url="https://me:pw@api.example.org/v1/", model="m", key=KEY, dimension=3)
    assert found.revision == "m:3@api.example.org"
    assert KEY not in repr(vars(found))
