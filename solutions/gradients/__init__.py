"""Stage gradients."""
