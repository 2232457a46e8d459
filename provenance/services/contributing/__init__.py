"""The steps of `observe`: what was said, by whom, from where, and what it meets."""
