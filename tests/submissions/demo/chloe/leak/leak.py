"""Does a layer read the future? And greedy decoding."""

import numpy as np


def leaks_future(layer, X):
    before = layer(X)
    for i in range(X.shape[1] - 1):
        other = X.astype(float)
        other[:, i + 1 :] += 1
        moved = np.abs(layer(other) - before)[:, : i + 1]
        if np.any(moved > 1e-5):
            return True
    return False


def generate(step, prompt, n):
    tokens = list(prompt)
    for _ in range(n):
        tokens.append(int(np.argmax(step(tokens))))
    return tokens
