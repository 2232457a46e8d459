"""manage.py story: agent A writes something down, agent B gets it back at once."""

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.management.base import BaseCommand

SAID = "We decided to deploy on Fridays only after the canary is green."
ASKED = "when is the canary green enough to deploy on a Friday?"
EVENT = {
    "event_id": "story:turn:1:user",
    "session": {"id": "story", "title": "The story of make up", "turn_index": 1},
    "kind": "turn",
    "speaker": {"role": "user", "name": "sam"},
    "content": SAID,
    "observed_at": "2026-11-02T09:14:07Z",
    "producer": {"harness": "codex", "instance": "laptop-1"},
}


class Command(BaseCommand):
    """Speaks HTTP to the running server, with the keys of credentials.json."""

    help = "Show that what one client writes down another recalls at once."

    def handle(self, *args: Any, **options: Any) -> None:
        """Observes, recalls, and tells what happened."""
        path = Path(settings.DATA_DIR) / "credentials.json"
        credentials = json.loads(path.read_text())
        url, keys = credentials["url"], credentials["keys"]
        receipt = _post(f"{url}/v1/observe", key=keys["codex-laptop"], body=EVENT)
        question = {"query": ASKED, "limit": 3, "caller": {"session": "another session"}}
        answer = _post(f"{url}/v1/recall", key=keys["claude-desktop"], body=question)
        for line in _told(url, path, receipt, answer):
            self.stdout.write(line)


def _told(
    url: str, credentials: Path, receipt: dict[str, Any], answer: dict[str, Any]
) -> list[str]:
    items = answer["episodic"]
    lines = [
        "",
        f'A  codex-laptop observed what sam said: "{SAID}"',
        f"   receipt {receipt['id']}  {receipt['outcome']}, {receipt['admitted_as']}",
        f"   observation {receipt['observation']}",
        f'B  claude-desktop asked in another session: "{ASKED}"',
        f"   receipt {answer['id']}  {len(items)} item(s), authority {answer['authority']}",
    ]
    for item in items:
        source, speaker = item["source"], item["speaker"]
        lines += [
            f'   -> {speaker["name"]} ({speaker["role"]}): "{item["content"]}"',
            f"      from {source['principal']} in session {source['session']['id']},"
            f" said {item['times']['observed_at']}, observation {item['observation']}",
        ]
    lines += [
        "",
        f"Look at it:    {url}/observations/{receipt['observation']}",
        f"Everything:    {url}/   (user name and password are in {credentials})",
        f"The API:       {url}/v1/docs",
        "",
    ]
    return lines


def _post(url: str, *, key: str, body: dict[str, Any]) -> dict[str, Any]:
    request = Request(  # noqa: S310 - our own server, from credentials.json
        url,
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urlopen(request, timeout=30) as response:  # noqa: S310
        answer: dict[str, Any] = json.load(response)
        return answer
