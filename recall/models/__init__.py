"""The readings of the ledger, as tables. All of them can be dropped and made again."""

from .embedder_in_use import EmbedderInUse
from .embedding import Embedding
from .lexical import IndexedText, Posting, Spelling
from .theme_run import ThemeRun
from .vector_cell import Arrangement, VectorCell
from .vocabulary import Lexicon, Vocabulary

__all__ = [
    "Arrangement",
    "EmbedderInUse",
    "Embedding",
    "IndexedText",
    "Lexicon",
    "Posting",
    "Spelling",
    "ThemeRun",
    "VectorCell",
    "Vocabulary",
]
