"""The pages about the policy: what is refused or held back, and who decided that."""
