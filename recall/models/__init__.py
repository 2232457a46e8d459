"""The readings of the ledger, as tables. All of them can be dropped and made again."""

from .embedding import Embedding
from .lexical import IndexedText, Posting, Spelling

__all__ = ["Embedding", "IndexedText", "Posting", "Spelling"]
