"""Stage shapes."""
