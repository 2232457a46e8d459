"""The places of the pages for people, in the order in which the navigation names them."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True, kw_only=True)
class Place:
    """One entry of the navigation: the page's name in the map of the site, and who finds it."""

    page: str
    label: str
    needs: str | None = None
    begins: tuple[str, ...] = ()

    def leads_to(self, path: str) -> bool:
        """True where `path` lies at or below the place."""
        own = reverse(self.page)
        if path == own:
            return True
        return any(path.startswith(start) for start in (*self.begins, own) if start != "/")


PLACES = (
    Place(page="home", label="Home", needs="recall", begins=("/abstained",)),
    Place(page="queue", label="Queue", needs="recall", begins=("/decisions",)),
    Place(page="ask", label="Recall", needs="recall", begins=("/recalls",)),
    Place(page="facts", label="Facts", needs="recall"),
    Place(
        page="sessions",
        label="Sessions",
        needs="recall",
        begins=("/observations/", "/principals", "/producers", "/themes"),
    ),
    Place(page="imports-plans", label="Imports", needs="reconcile"),
    Place(page="access", label="Access", needs="administer", begins=("/access/",)),
    Place(page="policy", label="Policy", needs="administer", begins=("/policy/",)),
    Place(page="chronicle", label="Chronicle", needs="review"),
)


def places(request: HttpRequest) -> dict[str, Any]:
    """For each page: where its visitor may go, and where they are."""
    visitor = getattr(request, "visitor", None)
    if visitor is None:
        return {"places": []}
    open_to = [one for one in PLACES if one.needs is None or visitor.grants.of(one.needs)]
    return {"places": [(one, one.leads_to(request.path)) for one in open_to]}
