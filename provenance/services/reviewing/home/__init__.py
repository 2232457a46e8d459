"""The first page: what waits, what happened since the last look, and what is at work."""
