import numpy as np

def leaks_future(layer, X):
    X = np.asarray(X, dtype=float)
    B, T, d = X.shape
    base = np.asarray(layer(X))
    rng = np.random.default_rng(0)
    for i in range(T - 1):
        for trial in range(3):
            Z = X.copy()
            Z[:, i:] = rng.normal(size=Z[:, i:].shape)
            if not np.allclose(np.asarray(layer(Z))[:, :i + 1], base[:, :i + 1], rtol=1e-4, atol=1e-4):
                return True
    return False


def generate(step, prompt, n):
    tokens = list(prompt)
    for _ in range(n):
        tokens.append(int(np.argmax(step(list(tokens)))))
    return tokens[len(prompt):]
