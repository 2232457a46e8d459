"""What is stored of a key."""

from hashlib import sha256


def hash_of(secret: str) -> str:
    """The SHA-256 of a secret in hexadecimal: all that is stored of it."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
