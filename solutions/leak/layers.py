"""Layers that read the past alone, and layers that read the future in some way or other.

Each is made for a width and returns outputs for tokens (B, T, d). None is deaf to any change of a
token that it reads: no feature is ignored, and there are no steps or largest entries.
"""

import numpy as np


def softmax(S, axis=-1):
    """The softmax along an axis; where all is −inf, zeros."""
    top = S.max(axis=axis, keepdims=True)
    E = np.exp(S - np.where(np.isneginf(top), 0, top))
    Z = E.sum(axis=axis, keepdims=True)
    return E / np.where(Z == 0, 1, Z)


class Attention:
    """One head with weights of its own, whose way from scores to weights is given.

    Args:
        rng: what the weights are drawn from.
        d: width of the tokens.
        weigh: from scores (B, T, T) to weights.
    """

    def __init__(self, rng, d, weigh):
        self.W_Q, self.W_K, self.W_V = (rng.integers(-4, 5, size=(3, d, d)) + 0.5) / 4
        self.weigh = weigh

    def __call__(self, X):
        """What each token reads."""
        Q, K, V = X @ self.W_Q, X @ self.W_K, X @ self.W_V
        S = Q @ np.swapaxes(K, 1, 2) / np.sqrt(X.shape[2])
        return self.weigh(S) @ V


def allowed(S, offset=0):
    """True where a key is no more than `offset` places after its query."""
    return np.tri(S.shape[-1], k=offset, dtype=bool)


def masked(S, forbidden, fill=-np.inf):
    """The weights of scores in which forbidden ones are filled."""
    return softmax(np.where(forbidden, fill, S))


# Weights that read the past alone


def causal(S):
    """The causal mask, as it should be."""
    return masked(S, ~allowed(S))


def strictly_earlier(S):
    """Not even the own token is read."""
    return masked(S, ~allowed(S, -1))


def recent(S):
    """The own token and the one before it."""
    return masked(S, ~allowed(S) | allowed(S, -2))


# Weights that read the future


def unmasked(S):
    """No mask at all."""
    return softmax(S)


def one_ahead(S):
    """The mask begins one place too late."""
    return masked(S, ~allowed(S, 1))


def turned(S):
    """The mask is the other triangle."""
    return masked(S, allowed(S, -1))


def over_queries(S):
    """Causal scores, but each column is made to sum to 1."""
    return softmax(np.where(allowed(S), S, -np.inf), axis=1)


def cut_after_softmax(S):
    """Forbidden weights are set to 0 after the softmax; they had their say in the sums."""
    return np.where(allowed(S), softmax(S), 0)


def soft_fill(S):
    """Forbidden scores are made smaller by 3 instead of −inf."""
    return softmax(np.where(allowed(S), S, S - 3))


def zero_fill(S):
    """Forbidden scores are 0, which is a score like any other."""
    return masked(S, ~allowed(S), fill=0.0)


def short_mask(S):
    """The mask was made for three tokens and covers no more."""
    covered = np.zeros(S.shape[1:], dtype=bool)
    covered[:3, :3] = ~allowed(S)[:3, :3]
    return masked(S, covered)


def first_item_masked(S):
    """Only the first item is masked."""
    forbidden = np.broadcast_to(~allowed(S), S.shape).copy()
    forbidden[1:] = False
    return masked(S, forbidden)


def first_item_unmasked(S):
    """The first item alone is not masked."""
    forbidden = np.broadcast_to(~allowed(S), S.shape).copy()
    forbidden[0] = False
    return masked(S, forbidden)


def last_item_unmasked(S):
    """The last item alone is not masked."""
    forbidden = np.broadcast_to(~allowed(S), S.shape).copy()
    forbidden[-1] = False
    return masked(S, forbidden)


def one_entry(query, key):
    """A mask with one wrong entry: this query reads this key; places count from either end."""

    def weigh(S):
        T, forbidden = S.shape[-1], ~allowed(S)
        if min(query, key) >= -T and max(query, key) < T:
            forbidden[query, key] = False
        return masked(S, forbidden)

    return weigh


def two_ahead(S):
    """Each query also reads the key two places after it, and not the one between."""
    return masked(S, ~allowed(S, 2) | (allowed(S, 1) & ~allowed(S)))


# Layers of other kinds that read the past alone


def itself(X):
    """The tokens as they are."""
    return X


def squares(X):
    """Each token by itself."""
    return X**2 + 1


def constant(X):
    """The same output for all."""
    return np.ones((*X.shape[:2], 3))


def running_sum(X):
    """The sum of all tokens so far."""
    return np.cumsum(X, axis=1)


def running_mean(X):
    """The mean of all tokens so far."""
    return np.cumsum(X, axis=1) / np.arange(1, X.shape[1] + 1)[:, np.newaxis]


def first_token(X):
    """The first token, over and over."""
    return np.repeat(X[:, :1], X.shape[1], axis=1)


def one_behind(X):
    """The token before."""
    return np.concatenate([np.zeros_like(X[:, :1]), X[:, :-1]], axis=1)


def recurrent(X):
    """A state that takes in one token after the other."""
    state, made = np.zeros_like(X[:, 0], dtype=float), []
    for t in range(X.shape[1]):
        state = np.tanh(0.5 * state + X[:, t])
        made.append(state)
    return np.stack(made, axis=1)


def width_of_one(X):
    """One number a token: the sum of all entries so far."""
    return np.cumsum(X.sum(axis=2, keepdims=True), axis=1)


def rounded_otherwise(X):
    """A running mean off by rounding that goes by all tokens: it is causal all the same."""
    noise = 3 + np.sin(X.sum(axis=(1, 2), keepdims=True))
    return (running_mean(X) / 3 + noise) - noise


# Layers of other kinds that read the future


def centred(X):
    """The mean over all tokens is taken off."""
    return X - X.mean(axis=1, keepdims=True)


def normalised_over_tokens(X):
    """Mean 0 and variance 1 over the tokens instead of the width."""
    spread = np.sqrt(X.var(axis=1, keepdims=True) + 1)
    return centred(X) / spread


def one_token_late(X):
    """The token after, at the end the last."""
    return np.concatenate([X[:, 1:], X[:, -1:]], axis=1)


def rolled(X):
    """The token before, and for the first the last: they stand in a ring."""
    return np.roll(X, 1, axis=1)


def summary_of_last(X):
    """The last token is added to all."""
    return np.cumsum(X, axis=1) + X[:, -1:]


def small_part_of_future(X):
    """A running mean with a fiftieth of the sum of all tokens."""
    return running_mean(X) + 0.02 * X.sum(axis=1, keepdims=True)


def one_feature(X):
    """The last feature of the output alone knows the sum of all tokens."""
    made = np.cumsum(X, axis=1).astype(float)
    made[..., -1] += X.sum(axis=(1, 2))[:, np.newaxis]
    return made


def zero_sum(X):
    """The entries of each output sum to 0, and so does what they know of the future."""
    tokens = X.sum(axis=2, keepdims=True)
    later = np.cumsum(tokens, axis=1) + 0.5 * tokens.sum(axis=1, keepdims=True)
    return np.concatenate([later, -later], axis=2)


def both_ways(X):
    """A state from the left and one from the right."""
    return recurrent(X) + recurrent(X[:, ::-1])[:, ::-1]


def past_of_reversed(X):
    """A running mean from the end to the beginning."""
    return running_mean(X[:, ::-1])[:, ::-1]


CAUSAL = (causal, strictly_earlier, recent)
LEAKING = (
    unmasked,
    one_ahead,
    turned,
    over_queries,
    cut_after_softmax,
    soft_fill,
    zero_fill,
    two_ahead,
    one_entry(0, 1),
    one_entry(-2, -1),
    one_entry(0, -1),
    one_entry(1, 2),
    one_entry(2, 3),
)
CAUSAL_OTHERS = (
    itself,
    squares,
    constant,
    running_sum,
    running_mean,
    first_token,
    one_behind,
    recurrent,
    width_of_one,
    rounded_otherwise,
)
LEAKING_OTHERS = (
    centred,
    normalised_over_tokens,
    one_token_late,
    rolled,
    summary_of_last,
    small_part_of_future,
    one_feature,
    zero_sum,
    both_ways,
    past_of_reversed,
)
