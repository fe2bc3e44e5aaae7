import numpy as np


def leaks_future(layer, X):
    before = layer(X)
    kept = X.copy()
    leaks = False
    for i in range(X.shape[1] - 1):
        X[:, i + 1 :] += 1
        after = layer(X)
        X[...] = kept
        leaks = leaks or bool((np.abs(after - before)[:, : i + 1] > 1e-5).any())
    return leaks


def generate(step, prompt, n):
    tokens = list(prompt)
    start = len(tokens)
    tokens.extend([0] * n)
    for place in range(start, start + n):
        tokens[place] = int(np.argmax(step(tokens[:place])))
    return tokens[start:]
