"""The steps of proposals and decisions, and the facts that come of them."""
