"""Saved questions: what recall has to answer, and from what."""
