"""How fast the doors' services answer, beside what the same rows cost in bare SQL."""
