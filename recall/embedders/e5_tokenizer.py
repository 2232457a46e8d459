"""e5's tokenizer: its own normalisation table, then SentencePiece unigram pieces."""

import json
import re
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers, processors

from recall.embedders.e5_text import MAX_TOKENS
from recall.embedders.e5_weights import E5Weights

PIECES = "tokenizer.json"
NORMALISATION = "normalisation.json"
SPACES = re.compile(" {2,}")


class E5Tokenizer:
    """Text, with its prefix, to token ids; safe to share between threads."""

    def __init__(self, *, directory: Path) -> None:
        table = json.loads((directory / NORMALISATION).read_text(encoding="utf-8"))
        self._table = {int(code_point): replacement for code_point, replacement in table.items()}
        self._tokenizer = Tokenizer.from_file(str(directory / PIECES))
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def ids(self, text: str) -> list[int]:
        """Return at most 512 ids, `<s>` and `</s>` included."""
        normal = SPACES.sub(" ", text.translate(self._table))
        return list(self._tokenizer.encode(normal).ids)


def write_tokenizer(*, weights: E5Weights, directory: Path) -> None:
    """Write the two files that E5Tokenizer reads."""
    vocabulary = weights.vocabulary
    tokenizer = Tokenizer(models.Unigram(vocabulary.pieces, unk_id=vocabulary.unknown))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=False)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        special_tokens=[("<s>", vocabulary.bos), ("</s>", vocabulary.eos)],
    )
    # Not tokenizer.save(): a full disk would reach us as a bare Exception without an errno.
    (directory / PIECES).write_text(tokenizer.to_str(), encoding="utf-8")
    table = {str(code_point): text for code_point, text in weights.normalisation.items()}
    (directory / NORMALISATION).write_text(json.dumps(table), encoding="utf-8")
