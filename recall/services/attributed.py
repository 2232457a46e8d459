"""Text with its speaker, as it is embedded and indexed: who said it is part of what is found."""


def attributed(text: str, *, name: str | None) -> str:
    """`Sam: We decided …`; the text alone where nobody is named, or it begins with the name."""
    return f"{name}: {text}" if name and not text.startswith(name) else text
