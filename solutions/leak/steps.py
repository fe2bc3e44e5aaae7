"""Steps of next-token models: from all tokens so far to the logits of the next one."""

import numpy as np


def read(tokens):
    """The tokens as whole numbers in one row, at least one."""
    array = np.asarray(tokens).astype(int)
    if array.ndim != 1 or not array.size:
        raise ValueError(f"step takes a list of one token or more, not shape {array.shape}")
    return array


class Following:
    """The best next token is so many after the last one, in a ring.

    Args:
        count: number of tokens in the language.
        distance: how many.
    """

    def __init__(self, count, distance):
        self.count, self.distance = count, distance

    def __call__(self, tokens):
        """Logits that are all below 0."""
        best = (read(tokens)[-1] + self.distance) % self.count
        return -1.0 - np.abs(np.arange(self.count) - best)


class LastTwo:
    """Logits by the last two tokens; a prompt of one counts as two equal ones.

    Args:
        table: logits, (count, count, count).
    """

    def __init__(self, table):
        self.count, self.table = len(table), table

    def __call__(self, tokens):
        """A row of the table."""
        tokens = read(tokens)
        return self.table[tokens[-2:][0] % self.count, tokens[-1] % self.count]


class Remembering:
    """Logits by all tokens, each counting by its distance from the end.

    Args:
        table: (count, count), a row for each token read.
    """

    def __init__(self, table):
        self.count, self.table = len(table), np.asarray(table, dtype=float)

    def __call__(self, tokens):
        """A weighted sum of rows."""
        tokens = read(tokens) % self.count
        shares = 0.8 ** np.arange(len(tokens) - 1, -1, -1.0)
        return shares @ (self.table[tokens] + 0.01 * np.arange(self.count))


class ByPlace:
    """Logits by the first token and by how many there are, in float32 and with some at −inf.

    Args:
        count: number of tokens in the language.
    """

    def __init__(self, count):
        self.count = count

    def __call__(self, tokens):
        """Only the token due is possible, and the one after it a little."""
        tokens = read(tokens)
        logits = np.full(self.count, -np.inf, dtype=np.float32)
        best = (tokens[0] + 2 * len(tokens)) % self.count
        logits[[best, (best + 1) % self.count]] = 0.5, -4
        return logits


class Tied:
    """Two tokens share the largest logit, one of them by the last token; whole numbers.

    Args:
        count: number of tokens in the language.
    """

    def __init__(self, count):
        self.count = count

    def __call__(self, tokens):
        """Whole numbers, the largest of them twice."""
        last = read(tokens)[-1]
        logits = np.arange(self.count) - 9
        logits[[(last + 2) % self.count, (last + 4) % self.count]] = 7
        return logits


class Level:
    """All tokens are equally good.

    Args:
        count: number of tokens in the language.
    """

    def __init__(self, count):
        self.count = count

    def __call__(self, tokens):
        """Zeros."""
        read(tokens)
        return np.zeros(self.count)


MAKERS = (
    lambda rng: Following(6, int(rng.integers(1, 5))),
    lambda rng: LastTwo(rng.permuted(np.tile(np.arange(5.0), (5, 5, 1)), axis=-1)),
    lambda rng: Remembering(rng.permuted(np.tile(np.arange(5.0), (5, 1)), axis=-1)),
    lambda _: ByPlace(7),
    lambda _: Tied(6),
)
