import numpy as np


def leaks_future(layer, X):
    before = layer(X)
    for i in range(X.shape[1] - 1):
        other = X.astype(float)
        other[:, i + 1 :] = other[:, i + 1 :][:, ::-1].copy()
        after = layer(other)
        if not np.allclose(before[:, : i + 1], after[:, : i + 1], atol=1e-6):
            return True
    return False


def generate(step, prompt, n):
    tokens = list(prompt)
    for _ in range(n):
        tokens.append(int(np.argmax(step(tokens))))
    return tokens[len(prompt) :]
