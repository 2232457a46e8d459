"""Saves the whole database while it is in use, and brings it back aside from the live one."""
