import numpy as np


def leaks_future(layer, X):
    before = layer(X)
    for i in range(X.shape[1] - 1):
        other = X.astype(float)
        other[:, i + 1 :] += 1
        after = layer(other)
        if not np.allclose(before[:, :i], after[:, :i], atol=1e-6):
            return True
    return False


def generate(step, prompt, n):
    tokens, new = list(prompt), []
    for _ in range(n):
        tokens = tokens[1:] + [int(np.argmax(step(tokens)))]
        new.append(tokens[-1])
    return new
