"""What the pages about access tell: grants, keys, and what could have been read."""
