"""Themes of a window: what was talked about, by clusters of stored vectors."""
