"""Stage W_O."""
