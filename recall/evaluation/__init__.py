"""Measures recall on benchmark files: real writes, real questions, known evidence."""
