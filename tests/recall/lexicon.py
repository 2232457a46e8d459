"""Texts in a workspace with their words indexed, and BM25 by an implementation that is not ours."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import bm25s
import numpy as np
from django.conf import settings
from django.db.models import Max

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Observation
from provenance.services.access.grants import live_grants
from recall.models import IndexedText, Lexicon, Vocabulary
from recall.services.allowed import allowed_by
from recall.services.asked import Asked
from recall.services.bm25 import K1, B
from recall.services.lexical import Read, scores_of, search_lexical
from recall.services.question import Question
from recall.services.statistics import Corpus, corpus, frequencies_of
from recall.services.terms import query_terms, terms_of
from recall.services.vocabulary import count_words
from recall.services.writers import wait_for_writers
from tests.cast import Person
from tests.contract.saying import say


@cache
def paragraphs() -> tuple[str, ...]:
    """Half of what our own documentation says, a paragraph or a row of a table each."""
    pages = sorted((Path(settings.BASE_DIR) / "docs").glob("*.md"))
    texts = (
        part for page in pages for part in re.split(r"\n\n|\n(?=[-|] )", page.read_text()) if part
    )
    return tuple(dict.fromkeys(text for text in texts if terms_of(text)))[::2]


def told(person: Person, texts: Sequence[str], **more: str) -> list[int]:
    """Says them; the ledger position of each."""
    ids = [say(person, text, **more) for text in texts]
    with workspace(person.caller):
        rows = Observation.objects.here().filter(id__in=ids).values_list("id", "position")
        positions = dict(rows)
    return [positions[one] for one in ids]


def found(person: Person, query: str, *, limit: int = 20, **question) -> Read:
    """What the words of the query find among what the person may see."""
    with workspace(person.caller):
        grants = live_grants(caller=person.caller, at=datetime.now(UTC))
        allowed = allowed_by(grants, question=Question(**question))
        terms = dict.fromkeys(query_terms(query), 1.0)
        return search_lexical(allowed=allowed, asked=Asked.of(terms), limit=limit)


def looked_up(
    person: Person, query: str, positions: Sequence[int]
) -> dict[int, tuple[float, float]]:
    """Score and matched information of these positions for the query."""
    with workspace(person.caller):
        return scores_of(
            asked=Asked.of(dict.fromkeys(query_terms(query), 1.0)), positions=positions
        )


class Reference:
    """bm25s over the same terms, in double precision."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._bm25 = bm25s.BM25(method="lucene", k1=K1, b=B, dtype="float64")
        tokens = [list(terms_of(text).elements()) for text in texts]
        self._known = {token for text in tokens for token in text}
        self._bm25.index(tokens, show_progress=False)

    def scores(self, query: str) -> np.ndarray:
        """The score of each text. Lucene leaves out the factor k1 + 1, which changes no order."""
        terms = [term for term in query_terms(query) if term in self._known]
        return self._bm25.get_scores(terms) * (K1 + 1)


def frequencies(person: Person, *terms: str) -> dict[str, int]:
    """In how many texts the terms stand, as a search counts them."""
    with workspace(person.caller):
        return frequencies_of(terms)


def size(person: Person) -> Corpus:
    """The corpus, as a search takes it."""
    with workspace(person.caller):
        return corpus()


def stored(person: Person) -> dict[str, int]:
    """The count that is kept."""
    with workspace(person.caller):
        return dict(Vocabulary.objects.here().values_list("term", "documents"))


def counted(person: Person) -> int:
    """Counts everything, once other tests' transactions are over; the position that is reached."""
    tenancy = Tenancy(person.workspace_id)
    with workspace(tenancy):
        newest = IndexedText.objects.here().aggregate(newest=Max("position"))["newest"]
    for _ in range(10):
        count_words(tenancy=tenancy)
        with workspace(tenancy):
            reached: int = Lexicon.objects.here().get().counted_through
        if reached >= newest:
            return reached
        wait_for_writers(patience=60)
    raise AssertionError("somebody writes without an end")
