"""Policy before persistence: the judge, its rules, and the workspace's policy."""
