"""Refuses all arrays, and names every one of them."""

def check_inputs(X, W_Q, W_K, W_V, W_O):
    raise ValueError("X W_Q W_K W_V W_O")
