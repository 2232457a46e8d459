"""What the pages about the policy tell."""
