"""What the pages for people need besides."""
