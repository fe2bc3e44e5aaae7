import numpy as np


def leaks_future(layer, X):
    first = layer(X)

    def runs():
        for i in range(X.shape[1] - 1):
            later = np.arange(X.shape[1]) > i
            other = np.where(later[None, :, None], X + 10.0, X)
            yield first[:, ~later], layer(other)[:, ~later]

    return bool(max((np.max(np.abs(a - b)) for a, b in runs()), default=0) > 1e-6)


def generate(step, prompt, n):
    def tokens():
        so_far = list(prompt)
        while True:
            so_far = so_far + [max(range(len(logits := step(so_far))), key=logits.__getitem__)]
            yield so_far[-1]

    stream = tokens()
    return [next(stream) for _ in range(n)]
