"""What a vector says of its origin."""

from recall.embedders.port import Embedder


def label_of(embedder: Embedder) -> str:
    """The embedder's name and revision: name@revision."""
    return f"{embedder.name}@{embedder.revision}"


def name_in(label: str) -> str:
    """The embedder's name in its label."""
    return label.partition("@")[0]
