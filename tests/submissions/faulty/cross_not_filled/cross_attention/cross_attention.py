def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    raise NotImplementedError("cross_attention is not filled in yet")
