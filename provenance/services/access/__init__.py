"""Who acts, with which key, by which grants."""
