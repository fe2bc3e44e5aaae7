"""Stage head."""
