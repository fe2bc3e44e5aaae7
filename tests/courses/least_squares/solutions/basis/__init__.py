"""Stage basis."""
