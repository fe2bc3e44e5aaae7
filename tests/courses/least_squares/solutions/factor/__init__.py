"""Stage factor."""
