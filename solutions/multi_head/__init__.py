"""Stage multi_head."""
