"""Stage head: no public examples are needed to compare graders."""
