"""The lanes: what is open to recall, and what a host reported for reviewers alone."""

LANES = ("open", "restricted")
