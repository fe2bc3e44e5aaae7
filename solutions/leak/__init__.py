"""Stage leak."""
