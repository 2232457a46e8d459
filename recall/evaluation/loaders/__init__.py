"""Reads benchmark files: a path in, a `Benchmark` out. One file for each shape."""
