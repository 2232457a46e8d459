"""The embedder that the settings name: one per process, loaded at first use."""

import os
from pathlib import Path
from threading import Lock

from django.conf import settings

from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of, name_in
from recall.embedders.port import Embedder

_lock = Lock()
_loaded: Embedder | None = None
# Those that workspaces still use after the settings named another.
_others: dict[str, Embedder] = {}


def current_embedder() -> Embedder:
    """Return this process's embedder, loading it once (e5-small: about a second).

    Raises EmbedderUnavailable, and tries again at the next call.
    """
    global _loaded  # noqa: PLW0603 - the process holds one model
    with _lock:
        if _loaded is None:
            _loaded = _load(settings.EMBEDDER)
        return _loaded


def embedder_named(label: str | None) -> Embedder:
    """The embedder of this label (name@revision), which may be another than the settings'.

    None stands for theirs. Raises EmbedderUnavailable, also where only another revision is here.
    """
    if label is None or (name_in(label) == settings.EMBEDDER and _is_current(label)):
        return current_embedder()
    with _lock:
        if label not in _others:
            other = _load_labelled(label)
            if label_of(other) != label:
                raise EmbedderUnavailable(f"{label} is not here any more, {label_of(other)} is.")
            _others[label] = other
        return _others[label]


def _is_current(label: str) -> bool:
    return label_of(current_embedder()) == label


def _load_labelled(label: str) -> Embedder:
    if name_in(label) != "endpoint":
        return _load(name_in(label))
    from recall.embedders.endpoint import Endpoint  # noqa: PLC0415

    return Endpoint.of_label(
        label, url=settings.EMBEDDING_ENDPOINT_URL, key=settings.EMBEDDING_ENDPOINT_KEY
    )


def reset_embedder() -> None:
    """Forget the loaded embedder: after a change of settings in tests, and in a forked child."""
    global _lock, _loaded
    _lock, _loaded = Lock(), None
    _others.clear()


# A forked child inherits the model but not the threads that it computes with: it would wait for
# ever. The lock is made anew because another thread may have held it at the fork.
os.register_at_fork(after_in_child=reset_embedder)


def _load(name: str) -> Embedder:
    # Imported when chosen: onnxruntime and the C engine are heavy, and only one is ever needed.
    if name == "e5-small":
        from recall.embedders.e5_onnx import E5Onnx  # noqa: PLC0415

        return E5Onnx(model_dir=Path(settings.MODEL_DIR))
    if name == "minilm":
        from recall.embedders.minilm_onnx import MiniLM  # noqa: PLC0415

        return MiniLM(model_dir=Path(settings.MODEL_DIR))
    if name == "e5-small-q4":
        from recall.embedders.e5_q4 import E5Q4  # noqa: PLC0415

        return E5Q4()
    if name == "endpoint":
        from recall.embedders.endpoint import Endpoint  # noqa: PLC0415

        return Endpoint(
            url=settings.EMBEDDING_ENDPOINT_URL,
            model=settings.EMBEDDING_ENDPOINT_MODEL,
            key=settings.EMBEDDING_ENDPOINT_KEY,
            dimension=settings.EMBEDDING_ENDPOINT_DIMENSION,
        )
    if name == "hashing":
        from recall.embedders.hashing import Hashing  # noqa: PLC0415

        return Hashing()
    raise EmbedderUnavailable(
        f"EMBEDDER is {name!r}: choose e5-small, e5-small-q4, minilm, endpoint or hashing."
    )
