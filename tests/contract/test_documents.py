"""What the documents name exists: paths, commands, targets, routes, settings."""

import re
import shlex
from uuid import uuid4

import pytest
from django.core.management import get_commands, load_command_class
from django.urls import resolve

from memoryapp.settings.table import SETTINGS
from tests.contract.documents import ROOT, Document, documents, readme, written_files

# Variables of other programs, or of the tests alone, that the documents name.
NOT_OURS = {
    "ARGS": "make",
    "FILES": "make",
    "REPORT": "make",
    "PEERS": "make",
    "CORPUS": "make",
    "QUESTIONS": "make",
    "PYTHON": "make",
    "FORWARDED_ALLOW_IPS": "gunicorn",
    "ATOMIC_REQUESTS": "Django",
    "MEMORYAPP_MODEL_CACHE": "tests",
}
_PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]*|[\w-]+\.py")
_ROUTE = re.compile(
    r"(?:\$URL|(?<![\w./$]))(/(?:v1|health|metrics|problems|login|admin)\b[\w/{}<>-]*)"
)
_METHOD = re.compile(r"\b(GET|POST) (/v1/[\w/{}-]*)")
_VARIABLE = re.compile(r"[A-Z]+(?:_[A-Z]+)+")
_ASSIGNED = re.compile(r"(?<![\w$])([A-Z][A-Z_]+)=")


@pytest.fixture(params=documents(), ids=lambda document: document.name)
def document(request: pytest.FixtureRequest) -> Document:
    """Each page in turn."""
    return request.param


def test_links_lead_somewhere(document: Document):
    for link in document.links():
        assert (document.path.parent / link).exists(), link


def test_named_paths_exist(document: Document):
    names = {path.name for path in written_files()}
    top = {path.name for path in ROOT.iterdir()}
    for span in filter(_PATH.fullmatch, document.spans()):
        first = span.partition("/")[0]
        if "/" not in span:
            assert span in names, span
        elif first in top and first != ".data":
            assert (ROOT / span).exists(), span


def test_make_targets_exist(document: Document):
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for code in document.code():
        for target in re.findall(r"\bmake ([a-z][a-z-]*)", code):
            assert target in targets, target


def test_commands_exist(document: Document):
    for code in document.code():
        for name in re.findall(r"\bmanage\.py ([a-z_]+)", code):
            assert name in get_commands(), name


def test_commands_of_the_readme_parse_as_they_are_written():
    lines = "\n".join(readme().blocks("sh")).split("\n")
    written = [shlex.split(line, comments=True) for line in lines if "manage.py" in line]
    assert written
    for _, script, name, *arguments in written:
        application = get_commands()[name]
        assert isinstance(application, str)
        command = load_command_class(application, name)
        assert command.create_parser(script, name).parse_args(arguments)


def test_routes_exist_and_take_the_method(document: Document):
    for route in _ROUTE.findall(document.text):
        assert resolve(concrete(route)), route
    for method, route in _METHOD.findall(document.text):
        assert hasattr(resolve(concrete(route)).func.cls, method.lower()), f"{method} {route}"


def concrete(route: str) -> str:
    """The route with an id or a code in place of each parameter."""
    route = route.rstrip("-")
    filled = re.sub(r"[{<]code[>}]", "not_found", route)
    return re.sub(r"[{<]\w+[>}]", str(uuid4()), filled)


def test_variables_are_settings(document: Document):
    known = {setting.name for setting in SETTINGS} | set(NOT_OURS)
    for span in filter(_VARIABLE.fullmatch, document.spans()):
        assert span in known, span
    for code in document.code():
        for name in _ASSIGNED.findall(code):
            assert name in known or f"${name}" in code, name


def test_problem_codes_exist_where_a_status_names_them(document: Document):
    from provenance.problems import catalogue

    for status, code in re.findall(r"\b([45]\d\d) `([a-z_]+)`", document.text):
        assert catalogue()[code].status == int(status), code


def test_every_decision_is_listed_and_says_what_would_change_our_mind():
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text()
    for page in folder.glob("0*.md"):
        assert f"({page.name})" in index, page.name
        text = page.read_text()
        for heading in ("## Context", "## Choice", "## What would change our mind"):
            assert heading in text, f"{page.name}: {heading}"


def test_the_architecture_has_a_line_for_every_folder():
    page = (ROOT / "docs" / "architecture.md").read_text()
    for app in ("memoryapp", "provenance", "recall"):
        for folder in (ROOT / app).iterdir():
            told = folder.name not in ("__pycache__", "migrations", "residents", "review")
            if folder.is_dir() and told:
                assert f"`{app}/{folder.name}`" in page, folder


def test_no_file_names_a_machine_or_a_registry():
    homes = re.compile(r"(?<![\w./])/(?:work|root|home/\w+)/\w")
    hosts = re.compile(r"^\s*-?-?(?:extra-)?index-url|pypi\.org|pythonhosted|/simple/?$", re.M)
    for path in written_files():
        if path.suffix in (".png", ".ico") or path.name == "test_documents.py":
            continue
        text = path.read_text()
        assert not homes.search(text), path
        assert not hosts.search(text), path
