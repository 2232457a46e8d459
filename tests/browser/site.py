"""The real site on a port of this machine, and a browser that reports what a page complains of."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.core.handlers.wsgi import WSGIHandler
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, sync_playwright

from tests.cast import PASSWORD, Person

WIDE, NARROW = 1400, 390
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests are not worth a line in a test's output."""


@contextmanager
def serve() -> Iterator[str]:
    """The address of the site while it is served, static files included."""
    server = _Server(("127.0.0.1", 0), _Quiet)
    server.set_app(WSGIHandler())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def chromium_path() -> str | None:
    """Debian's Chromium, or the one that CHROMIUM= names."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser that calls nobody but the pages it is sent to."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visit:
    """One person at one screen. `complaints` are console errors, which name each CSP violation."""

    page: Page
    site: str
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def open(self, path: str) -> Response:
        """Goes to a path of the site."""
        response = self.page.goto(self.site + path)
        assert response is not None
        return response

    def log_in(self, person: Person) -> None:
        """Through the login page, with the cast's password."""
        assert person.login is not None
        person.login.set_password(PASSWORD)
        person.login.save()
        self.open("/")
        self.page.get_by_label("User name").fill(person.login.username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()

    def scrolls_sideways(self) -> bool:
        """True where the page is wider than its window."""
        # Between two pages there is no document to measure.
        self.page.wait_for_load_state()
        script = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(script))


@contextmanager
def visit(
    browser: Browser, site: str, *, width: int, dark: bool = False, script: bool = True
) -> Iterator[Visit]:
    """A fresh browser profile of that width and colour scheme, with or without JavaScript."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        java_script_enabled=script,
    )
    try:
        yield Visit(context.new_page(), site)
    finally:
        context.close()
