"""Accepts everything, as most inputs are sound."""

def check_inputs(X, W_Q, W_K, W_V, W_O):
    return None
