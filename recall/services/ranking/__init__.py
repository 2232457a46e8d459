"""The order of what was found: features of each candidate, and weights that were learned."""
