import random

import numpy as np


def leaks_future(layer, X):
    rng = random.Random(5)
    before = layer(X)
    for i in range(X.shape[1] - 1):
        for _ in range(5):
            other = np.array(X, dtype=np.float32)
            shape = other[:, i + 1 :].shape
            other[:, i + 1 :] = np.reshape([rng.gauss(0, 2) for _ in range(np.prod(shape))], shape)
            after = layer(other)
            if np.linalg.norm(after[:, : i + 1] - before[:, : i + 1]) > 1e-3:
                return True
    return False


def generate(step, prompt, n):
    tokens = tuple(prompt)
    for _ in range(n):
        logits = np.asarray(step(tokens), dtype=float)
        tokens += (int(np.flatnonzero(logits == logits.max())[0]),)
    return tokens[len(prompt) :]
