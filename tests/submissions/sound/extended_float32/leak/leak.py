import numpy as np


def leaks_future(layer, X):
    X = np.array(X, dtype=np.float32)
    found = np.bool_(False)
    base = layer(X).astype(np.float32)
    for i in range(X.shape[1]):
        changed = np.concatenate([X[:, : i + 1], -2 * X[:, i + 1 :] - 1], axis=1)
        found |= np.any(abs(layer(changed).astype(np.float32) - base)[:, i] > 2e-4)
    return found


def generate(step, prompt, n):
    def softmax(z):
        e = np.exp(z - np.max(z))
        return e / e.sum()

    tokens = [int(token) for token in prompt]
    for _ in range(n):
        tokens.append(softmax(step(np.array(tokens, dtype=np.int32))).argmax())
    return np.array(tokens[len(prompt) :])
