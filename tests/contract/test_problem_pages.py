"""An answer's `type` opens a page that explains it."""

import pytest
from django.test import Client

from provenance.problems import FIELD_ERRORS, catalogue


@pytest.mark.parametrize("kind", catalogue().values(), ids=lambda kind: kind.code)
def test_every_code_has_an_open_page(client: Client, kind):
    page = client.get(f"/problems/{kind.code}")
    assert page.status_code == 200
    assert kind.code in page.text
    assert kind.title in page.text
    assert "`" not in page.text


def test_every_explanation_is_a_sentence_or_more():
    for kind in catalogue().values():
        assert kind.explanation.endswith("."), kind.code
        assert kind.explanation.count("`") % 2 == 0, kind.code


def test_the_index_lists_every_code_and_every_field_error(client: Client):
    page = client.get("/problems/").text
    for code in [*catalogue(), *FIELD_ERRORS]:
        assert code in page


def test_a_code_that_does_not_exist_has_no_page(client: Client):
    page = client.get("/problems/no-such-code")
    assert page.status_code == 404
    assert "no-such-code" not in page.text
