"""The order of what was found."""
