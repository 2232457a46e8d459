"""The commands that the README asks people to paste do what it says."""

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from recall.embedders.current import reset_embedder
from recall.embedders.e5_build import build_e5
from tests.cast import Person
from tests.contract.documents import ROOT, readme

URL = "http://127.0.0.1:8000"


@pytest.fixture
def real_embedder(settings: Any) -> Iterator[None]:
    """The default model, with time enough to embed in the request on any machine."""
    kept = os.environ.get("MEMORYAPP_MODEL_CACHE")
    settings.MODEL_DIR = Path(kept) if kept else ROOT / ".data-test" / "models"
    settings.EMBEDDER, settings.EMBED_INLINE_MS = "e5-small", 600_000
    build_e5(model_dir=settings.MODEL_DIR, progress=print)
    reset_embedder()
    yield
    reset_embedder()


def pasted() -> str:
    """The block with curl."""
    (block,) = [block for block in readme().blocks("sh") if "curl " in block]
    return block


def test_the_shell_reads_address_and_keys_from_the_credentials(tmp_path: Path):
    credentials = {"url": URL, "keys": {"codex-laptop": "mem_a", "claude-desktop": "mem_b"}}
    (tmp_path / ".data").mkdir()
    (tmp_path / ".data" / "credentials.json").write_text(json.dumps(credentials))
    before = pasted().partition("curl ")[0]
    script = before + '\necho "$URL $HOST_KEY $AGENT_KEY"'
    printed = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert printed.split() == [URL, "mem_a", "mem_b"]


def test_one_key_observes_and_another_recalls_by_words_and_by_meaning(
    real_embedder: None, ada: Person, ben: Person
):
    observed, by_words, by_meaning = [
        send(command, host=ada.secret, agent=ben.secret) for command in commands()
    ]
    assert observed.status_code == 201, observed.content
    receipt = observed.json()
    assert receipt["admitted_as"] == "user_primary"
    for answer in (by_words, by_meaning):
        (item,) = answer.json()["episodic"]
        assert item["observation"] == receipt["observation"]
        assert item["speaker"]["name"] == "mira"
        assert answer.json()["authority"] == "none"


def test_the_first_command_pasted_again_returns_the_first_receipt(ada: Person, ben: Person):
    first, again = [send(commands()[0], host=ada.secret, agent=ben.secret) for _ in range(2)]
    assert (first.json()["outcome"], again.json()["outcome"]) == ("accepted", "duplicate")
    assert first.json()["id"] == again.json()["id"]


def commands() -> list[list[str]]:
    """Each curl command as its words, up to the pipe."""
    words = shlex.split(pasted(), comments=True)
    starts = [index for index, word in enumerate(words) if word == "curl"]
    return [words[start : words.index("|", start)] for start in starts]


def send(command: list[str], *, host: str, agent: str) -> Any:
    """What the server answers to a curl command, sent as it is written."""
    told = dict(pairwise(command))
    headers = [command[index + 1] for index, word in enumerate(command) if word == "-H"]
    named = dict(header.split(": ", 1) for header in headers)
    key = {"Bearer $HOST_KEY": host, "Bearer $AGENT_KEY": agent}[named["Authorization"]]
    return Client().post(
        told["-sS"].removeprefix("$URL"),
        data=told["-d"],
        content_type=named["Content-Type"],
        headers={"Authorization": f"Bearer {key}"},
    )
