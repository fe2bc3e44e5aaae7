import numpy as np


def leaks_future(layer, X):
    X = X.astype(float)
    before = layer(X)
    for i in range(X.shape[1] - 1):
        swapped = np.array([np.vstack([item[: i + 1], 5 - 3 * item[i + 1 :]]) for item in X])
        after = layer(swapped)
        if not np.allclose(before[:, : i + 1], after[:, : i + 1], atol=1e-8):
            return True
    return False


def generate(step, prompt, n):
    out = np.empty(len(prompt) + n, dtype=np.int64)
    out[: len(prompt)] = prompt
    for t in range(len(prompt), len(out)):
        out[t] = np.argmax(step(out[:t]))
    return out[len(prompt) :].tolist()
