import numpy as np


def leaks_future(layer, X):
    first = layer(X)
    for j in range(1, X.shape[1]):
        other = X * 1.0
        other[:, j] = 3.0 - other[:, j]
        gap = np.abs(layer(other) - first)[:, :j]
        if gap.size and gap.max() > 1e-4:
            return True
    return False


def generate(step, prompt, n):
    tokens = np.array(prompt)
    for _ in range(n):
        tokens = np.append(tokens, step(tokens).argmax())
    return list(tokens[len(prompt):])
