"""Spells the vocabulary of a workspace again, from its postings."""

from collections.abc import Callable

from provenance.database.tenancy import Tenancy, workspace
from recall.models import Posting, Spelling
from recall.services.index_text import spell

TERMS_AT_ONCE = 1_000
_SPELLINGS_AT_ONCE = 5_000


def spell_everything(*, tenancy: Tenancy, progress: Callable[[str, int], None]) -> None:
    """Writes the trigrams of every term that stands in a posting; what is there stays."""
    last = ""
    while True:
        with workspace(tenancy):
            later = Posting.objects.here().filter(term__gt=last).order_by("term")
            terms = list(later.values_list("term", flat=True).distinct()[:TERMS_AT_ONCE])
            if not terms:
                return
            spell(terms)
        last = terms[-1]
        progress("terms", len(terms))


def forget_spellings(*, tenancy: Tenancy, progress: Callable[[str, int], None]) -> None:
    """They belong to no single observation. Until they are made again, typos find less."""
    deleted = 1
    while deleted:
        with workspace(tenancy):
            here = Spelling.objects.here()
            some = here.order_by("trigram").values_list("trigram", flat=True)[:_SPELLINGS_AT_ONCE]
            deleted, _ = here.filter(trigram__in=set(some)).delete()
        progress("forgotten", deleted)
