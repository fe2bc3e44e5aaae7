import numpy as np


class Probe:
    def __init__(self, layer, X):
        self.layer, self.X = layer, np.array(X, dtype=float)
        self.before = self.run(self.X)

    def run(self, X):
        return np.array(self.layer(X), dtype=float)

    def moved(self, token):
        other = self.X.copy()
        other[:, token, :] = np.sqrt(2) * (1 + np.abs(other[:, token, :]))
        return self.run(other)[:, :token] - self.before[:, :token]

    def answer(self):
        gaps = [self.moved(token) for token in range(1, self.X.shape[1])]
        return any((np.abs(gap) > 3e-5).any() for gap in gaps)


def leaks_future(layer, X):
    return Probe(layer, X).answer()


class Writer(list):
    def write(self, step, n):
        for _ in range(n):
            self.append(np.int64(np.argmax(step(list(self)))))
        return self


def generate(step, prompt, n):
    return Writer(prompt).write(step, n)[len(prompt) :]
