"""The pages of imports and reconciliations: what a plan would do, chosen, applied and taken back."""
