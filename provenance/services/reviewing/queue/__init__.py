"""What waits for a person: found, counted, and told as cards."""
