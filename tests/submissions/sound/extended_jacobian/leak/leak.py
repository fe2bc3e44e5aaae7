import numpy as np


def leaks_future(layer, X):
    """What a causal layer says of the beginning does not change when the rest is cut off."""
    whole = np.asarray(layer(X), dtype=float)
    return any(
        not np.allclose(layer(X[:, :t]), whole[:, :t], rtol=1e-4, atol=1e-6)
        for t in range(1, X.shape[1])
    )


def generate(step, prompt, n):
    if n == 0:
        return []
    new = np.argmax(step(prompt))
    return [new] + generate(step, list(prompt) + [new], n - 1)
