"""Stage positions."""
