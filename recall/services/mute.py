"""Embedders of before that gave no answer lately: this process leaves them alone for a while.

An endpoint that is down is a likely reason to change the embedder, and each question and each
batch would wait for it as long as it may take to answer.
"""

from time import monotonic

from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of
from recall.embedders.port import Embedder

PAUSE_SECONDS = 300.0
_until: dict[str, float] = {}


def require_voice(label: str) -> None:
    """Raises EmbedderUnavailable where the embedder of this label was found mute a moment ago."""
    if _until.get(label, 0.0) > monotonic():
        raise EmbedderUnavailable(f"{label} did not answer lately.")


def note_mute(embedder: Embedder) -> bool:
    """Leaves it alone from now on, and returns True; False where it is the settings' own."""
    label = label_of(embedder)
    if label == label_of(current_embedder()):
        return False
    _until[label] = monotonic() + PAUSE_SECONDS
    return True
