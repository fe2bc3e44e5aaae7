"""Stage leak, what is right: change what comes later and watch; and greedy decoding."""

import numpy as np

ROUNDING = 1e-5
"""Within this nothing has changed."""


def leaks_future(layer, X):
    """Whether changed tokens after any place move an output at it or before."""
    before = layer(X)
    return verdict([moves(layer, X, before, i) for i in places(X)])


def places(X):
    """The places after which tokens are changed: all that have some after them."""
    return range(X.shape[1] - 1)


def moves(layer, X, before, i):
    """Whether outputs up to i are others once the tokens after i are."""
    after = layer(changed(X, i))
    return differ(seen(before, i), seen(after, i))


def changed(X, i):
    """A copy of X with other tokens after i."""
    other = np.array(X, dtype=np.float64)
    other[:, i + 1 :] += 0.5
    return other


def seen(Y, i):
    """The outputs that must not know of tokens after i."""
    return Y[:, : i + 1]


def differ(before, after):
    """Whether any entry differs by more than rounding."""
    return bool(np.any(np.abs(after - before) > ROUNDING))


def verdict(moved):
    """Whether the layer leaks: where any place shows it."""
    return any(moved)


def generate(step, prompt, n):
    """The n tokens that follow, each the best by all before it."""
    tokens, made = list(prompt), []
    for _ in range(rounds(n)):
        new = chosen(step(read(tokens)))
        tokens = followed(tokens, new)
        made.append(new)
    return handed_back(prompt, made)


def rounds(n):
    """How many tokens are made."""
    return n


def read(tokens):
    """What a step is given: all tokens so far."""
    return tokens


def chosen(logits):
    """The token of the largest logit, the first of equals."""
    return int(np.argmax(logits))


def followed(tokens, new):
    """The tokens with the new one at their end."""
    return [*tokens, new]


def handed_back(prompt, made):
    """The new tokens, as whole numbers in an array."""
    return np.array(made, dtype=np.int64)
