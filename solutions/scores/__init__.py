"""Stage scores."""
