"""The older doors that need recall."""
