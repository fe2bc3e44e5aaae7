def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    """Runs the layer and looks at the final shape."""
    Y = layer(X, W_Q, W_K, W_V, W_O, lengths, causal)["Y"]
    if list(Y.shape) == list(X.shape):
        return None
    return "Y"
