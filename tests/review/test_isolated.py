"""What people write keeps its direction to itself: it never turns our own words around."""

from html.parser import HTMLParser
from uuid import UUID

from provenance.services.contributing.contribution import ProducerClaim, SubjectClaim
from tests.cast import Stage, add_person
from tests.contract.saying import say
from tests.provenance.correcting import proposed
from tests.review.conversation import session_of
from tests.review.people import add_human

TURNED = "\u202eevil"
# Elements that stand alone in their line, or that a browser shows as plain text of its own.
_ALONE = {"bdi", "title", "h1", "option", "textarea", "mark"}
# Classes of which each is a block of its own.
_BLOCKS = {"title", "said", "excerpt", "said large"}


class _Bare(HTMLParser):
    """The texts with TURNED that no element keeps apart from what stands around them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.bare: list[str] = []
        self.seen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("input", "meta", "link", "br", "img"):
            self.open.append((tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "\u202e" not in data:
            return
        self.seen += 1
        tag, classes = self.open[-1]
        alone = tag in _ALONE or _BLOCKS & set(classes.split()) or tag == "text"
        if not alone:
            self.bare.append(f"<{tag} class={classes!r}>{data.strip()[:60]}")


def bare(page: str) -> tuple[list[str], int]:
    found = _Bare()
    found.feed(page)
    return found.bare, found.seen


def test_a_name_or_a_reason_turns_no_line_of_ours_around(stage: Stage) -> None:
    human = add_human(stage.rita, f"h{TURNED}", grants=("recall", "review", "propose", "reconcile"))
    host = add_person(stage.rita, f"a{TURNED}", kind="host", grants=("observe", "capture"))
    said = say(
        host,
        f"we deploy {TURNED}",
        session_title=f"t{TURNED}",
        speaker_name=f"s{TURNED}",
        producer=ProducerClaim(harness=f"p{TURNED}", instance=f"i{TURNED}"),
        subjects=(SubjectClaim(kind="repository", key=f"k{TURNED}", branch=f"b{TURNED}"),),
        labels=(f"l{TURNED}",),
    )
    made = proposed(human, "withdraw", said, reason=f"r{TURNED}")
    decision = UUID(made.correction["id"])
    left: list[tuple[str, str]] = []
    for path in (
        "/",
        f"/observations/{said}",
        f"/observations/{said}/propose/withdraw",
        f"/observations/{said}/erase",
        f"/sessions/{session_of(stage.rita)}",
        "/sessions",
        f"/decisions/{decision}",
        "/decisions?state=proposed",
        "/principals",
        f"/principals/{host.principal.id}",
        "/producers",
        "/search?q=deploy",
        "/access",
        f"/access/principals/{host.principal.id}",
        "/access/keys",
        "/chronicle",
    ):
        response = stage.rita.browser.get(path)
        assert response.status_code == 200, path
        found, seen = bare(response.content.decode())
        assert seen, path
        left += [(path, one) for one in found]
    assert left == []
