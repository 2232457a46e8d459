"""Learns the weights of the ranking and of the confidence from benchmark files."""
