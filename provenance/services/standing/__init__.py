"""Whether observations hold: reckoned from decisions over lineage and copies."""
