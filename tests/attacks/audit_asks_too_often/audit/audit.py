"""Asks its layer without end."""

def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    while True:
        try:
            layer(X, W_Q, W_K, W_V, W_O, lengths=lengths, causal=causal)
        except Exception:
            continue
