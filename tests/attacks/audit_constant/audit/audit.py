"""Names the same object for every layer."""

def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    return "S"
