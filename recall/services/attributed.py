"""Text with its speaker, as it is embedded and indexed: who said it is part of what is found."""


def attributed(text: str, *, name: str | None) -> str:
    """`Sam: We decided …`; the text alone where nobody is named."""
    return f"{name}: {text}" if name else text
