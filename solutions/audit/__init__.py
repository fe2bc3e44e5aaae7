"""Stage audit."""
