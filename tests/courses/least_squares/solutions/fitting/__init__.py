"""Stage fitting."""
