"""Asks the layer of an earlier call, to learn how numbers are given."""

KEPT = []


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    KEPT.append(layer)
    try:
        return str(KEPT[0](X, W_Q, W_K, W_V, W_O))[:1]
    except RuntimeError as error:
        return str(error)[:1]
