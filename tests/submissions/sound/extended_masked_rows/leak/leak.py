import numpy as np


class Found(Exception):
    pass


def leaks_future(layer, X):
    T = X.shape[1]
    Y = layer(X)
    try:
        for i in reversed(range(T - 1)):
            Z = np.copy(X).astype(np.float64)
            Z[:, i + 1 :] = 0
            np.testing.assert_allclose(layer(Z)[:, : i + 1], Y[:, : i + 1], rtol=1e-4, atol=1e-5)
            Z[:, i + 1 :] = np.linspace(-2, 2, Z[:, i + 1 :].size).reshape(Z[:, i + 1 :].shape)
            np.testing.assert_allclose(layer(Z)[:, : i + 1], Y[:, : i + 1], rtol=1e-4, atol=1e-5)
    except AssertionError:
        return True
    return False


def generate(step, prompt, n):
    from collections import deque

    new = deque()
    for _ in range(n):
        logits = step([*prompt, *new])
        new.append(sorted(range(len(logits)), key=lambda t: (-logits[t], t))[0])
    return list(new)
