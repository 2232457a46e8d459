"""Keeps what was withdrawn and erased outside the database too, and applies it to a restored copy."""
