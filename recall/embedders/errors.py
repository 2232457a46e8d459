"""What an embedder says when it cannot embed."""


class EmbedderUnavailable(Exception):  # noqa: N818 - a state that passes, not a mistake
    """No vector can be had now. The message is a sentence for the operator: what, and what to do.

    It bears neither the text that was to be embedded nor a key. Callers leave the work pending.
    """
