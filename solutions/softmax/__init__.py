"""Stage softmax."""
