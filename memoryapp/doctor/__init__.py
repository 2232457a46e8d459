"""Tries a host out, end to end, before it is enabled: as the host would, over HTTP."""
