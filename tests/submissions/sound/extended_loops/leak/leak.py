import numpy as np


def leaks_future(layer, X):
    B, T, d = X.shape
    before = layer(X)
    for b in range(B):
        for t in range(1, T):
            tokens = [[[float(v) for v in token] for token in item] for item in X]
            for c in range(d):
                tokens[b][t][c] += 2.0
            after = layer(tokens)
            for earlier in range(t):
                for one, other in zip(before[b][earlier], after[b][earlier]):
                    if abs(one - other) > 1e-5 + 1e-4 * abs(one):
                        return True
    return False


def generate(step, prompt, n):
    new = []
    while len(new) < n:
        logits = step([*prompt, *new])
        best, at = None, 0
        for place, value in enumerate(logits):
            if best is None or value > best:
                best, at = value, place
        new.append(at)
    return new
