"""The readings of the ledger, as tables. All of them can be dropped and made again."""

from .embedding import Embedding
from .lexical import IndexedText, Posting, Spelling
from .vocabulary import Lexicon, Vocabulary

__all__ = ["Embedding", "IndexedText", "Lexicon", "Posting", "Spelling", "Vocabulary"]
