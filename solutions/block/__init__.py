"""Stage block."""
