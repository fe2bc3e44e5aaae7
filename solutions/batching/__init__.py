"""Stage batching."""
