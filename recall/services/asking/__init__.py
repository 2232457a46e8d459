"""What the bench tells of an answer: why each item is here, what was left out, what has changed."""
