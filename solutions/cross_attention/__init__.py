"""Stage cross_attention."""
