"""Asks saved questions again, and says whether each is answered from what it expects."""
