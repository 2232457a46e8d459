"""After logging in a person goes on to a page of ours, and to nothing else."""

from urllib.parse import quote

import pytest
from django.test import Client

from tests.cast import PASSWORD, Stage
from tests.factories import UserFactory
from tests.provenance.secrets_sample import canary, secret_with

OURS = ["/", "/workspace", "/?q=canary&standing=current", "/admin/", "/problems/gone"]
FOREIGN = [
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "\\\\elsewhere.example",
    "http:elsewhere.example",
    "javascript:alert(1)",
    "http://testserver/",
    "observations",
    "/no/such/page",
    "/%2e%2e//elsewhere.example/",
    "",
]


def asked(page: str, target: str, browser: Client) -> str:
    return str(browser.get(f"{page}?next={quote(target, safe='')}").content.decode())


def kept(target: str) -> str:
    return f'name="next" value="{target}"'.replace("&", "&amp;")


@pytest.mark.parametrize("page", ["/login", "/workspace"])
@pytest.mark.parametrize("target", OURS)
def test_a_page_of_ours_is_kept(stage: Stage, page: str, target: str) -> None:
    browser = Client() if page == "/login" else stage.rita.browser
    assert kept(target) in asked(page, target, browser)


@pytest.mark.parametrize("page", ["/login", "/workspace"])
@pytest.mark.parametrize("target", FOREIGN)
def test_what_is_no_page_of_ours_is_not_shown_again(stage: Stage, page: str, target: str) -> None:
    browser = Client() if page == "/login" else stage.rita.browser
    assert kept("") in asked(page, target, browser)


@pytest.mark.parametrize("page", ["/login", "/workspace"])
@pytest.mark.parametrize("shape", ["/?q={}", "/problems/{}", "/?{}", "{}"])
def test_p10_what_looks_like_a_secret_is_not_shown_again(
    stage: Stage, page: str, shape: str
) -> None:
    browser, word = (Client() if page == "/login" else stage.rita.browser), canary()
    told = asked(page, shape.format(secret_with(word)), browser)
    assert kept("") in told
    assert word not in told


def test_p10_nor_is_one_that_is_written_in_per_cent_signs(stage: Stage) -> None:
    word = canary()
    hidden = "".join(f"%{ord(letter):02x}" for letter in secret_with(word))
    assert kept("") in asked("/login", f"/?q={hidden}", Client())


@pytest.mark.parametrize(
    ("target", "leads"),
    [("/?q=canary", "/?q=canary"), ("https://elsewhere.example/", "/"), ("/no/such/page", "/")],
)
def test_logging_in_leads_to_the_page_that_was_asked_for(target: str, leads: str) -> None:
    login, browser = UserFactory(), Client()
    login.set_password(PASSWORD)
    login.save()
    sent = {"username": login.username, "password": PASSWORD, "next": target}
    assert browser.post("/login", sent)["Location"] == leads


def test_p10_a_refused_log_in_does_not_repeat_it_either(stage: Stage) -> None:
    word = canary()
    sent = {"username": "nobody", "password": "wrong", "next": f"/?q={secret_with(word)}"}
    answer = Client().post("/login", sent)
    assert (answer.status_code, word in answer.content.decode()) == (200, False)
