"""A tiny next-token model and its twin without a mask, as they were trained.

The language has six tokens. Which may come next goes by the last token but one: two are possible,
one of them more often. The model reads each token, and what its one head brings from other places;
how much it takes from where goes by the places alone and was learned with all the rest. Its twin
differs in one thing only: it was trained without a causal mask. Their numbers are in twins.json.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

TOKENS, LENGTH = 6, 8
WEIGHTS = Path(__file__).with_name("twins.json")

# row: token, column: how often each token comes two places later; 0 where it never does
CHANCES = np.array(
    [
        [0.0, 0.7, 0.0, 0.3, 0.0, 0.0],
        [0.0, 0.0, 0.7, 0.0, 0.3, 0.0],
        [0.3, 0.0, 0.0, 0.0, 0.0, 0.7],
        [0.0, 0.0, 0.3, 0.0, 0.7, 0.0],
        [0.7, 0.0, 0.0, 0.0, 0.0, 0.3],
        [0.0, 0.3, 0.0, 0.7, 0.0, 0.0],
    ]
)


def sentences(rng: np.random.Generator, count: int) -> np.ndarray:
    """Return random sentences of the language, (count, LENGTH); two tokens begin them anyhow."""
    tokens = rng.integers(TOKENS, size=(count, LENGTH))
    for place in range(2, LENGTH):
        drawn = rng.random((count, 1)) < np.cumsum(CHANCES[tokens[:, place - 2]], axis=1)
        tokens[:, place] = np.argmax(drawn, axis=1)
    return tokens


class Twin:
    """One of the two.

    Args:
        E: what each token is, (TOKENS, width).
        shares: what each place takes from each, (LENGTH, LENGTH).
        W: what becomes of it, (width, width).
        U: from a width to a number for each token, (width, TOKENS).
    """

    def __init__(self, E: list, shares: list, W: list, U: list) -> None:
        self.E, self.shares, self.W, self.U = map(np.array, (E, shares, W, U))

    def embed(self, tokens: np.ndarray) -> np.ndarray:
        """Return X, (B, T, width), of tokens (B, T)."""
        return self.E[tokens]

    def layer(self, X: np.ndarray) -> np.ndarray:
        """Return the tokens with what is brought to each, (B, T, width), T up to LENGTH."""
        T = np.shape(X)[1]
        return X + self.shares[:T, :T] @ X @ self.W

    def logits(self, tokens: np.ndarray) -> np.ndarray:
        """Return a number for each possible next token at each place, (B, T, TOKENS)."""
        return self.layer(self.embed(tokens)) @ self.U

    def loss(self, text: np.ndarray) -> float:
        """Return the mean of −ln p over all tokens but the first two, text (B, LENGTH)."""
        logits = self.logits(text)[:, 1:-1]
        due = np.take_along_axis(logits, text[:, 2:, np.newaxis], axis=2)
        return float(np.mean(np.log(np.sum(np.exp(logits - due), axis=2))))

    def step(self, tokens: list) -> np.ndarray:
        """Return the logits of the token that follows, (TOKENS,), by the last 7 tokens at most."""
        tokens = np.asarray(tokens, dtype=int)
        if tokens.ndim != 1 or tokens.size == 0:
            raise ValueError(f"step takes one list of tokens, at least one; not {tokens.shape}")
        return self.logits(tokens[np.newaxis, 1 - LENGTH :])[0, -1]


@cache
def twin(name: str) -> Twin:
    """Return the model called "causal", or its twin called "unmasked"."""
    return Twin(**json.loads(WEIGHTS.read_text(encoding="utf-8"))[name])


def causal_layer(X: np.ndarray) -> np.ndarray:
    """Return the output of the causal model's layer, X (B, T, width)."""
    return twin("causal").layer(X)


def unmasked_layer(X: np.ndarray) -> np.ndarray:
    """Return the output of the twin's layer, X (B, T, width)."""
    return twin("unmasked").layer(X)


def causal_step(tokens: list) -> np.ndarray:
    """Return the causal model's logits of the token that follows, (TOKENS,)."""
    return twin("causal").step(tokens)


def unmasked_step(tokens: list) -> np.ndarray:
    """Return the twin's logits of the token that follows, (TOKENS,)."""
    return twin("unmasked").step(tokens)


# For the public examples, which need something smaller too


def running_sum(X: np.ndarray) -> np.ndarray:
    """Return the sum of all tokens so far, X (B, T, d): it reads the past alone."""
    return np.add.accumulate(X, axis=1)


def mean_taken_off(X: np.ndarray) -> np.ndarray:
    """Return X less the mean over its tokens, X (B, T, d): later ones have a part in it."""
    return X - np.mean(X, axis=1, keepdims=True)


def count_on(tokens: list) -> np.ndarray:
    """Return logits that are largest for the number after the last token, in a ring of five."""
    best = (int(tokens[-1]) + 1) % 5
    return -np.abs(np.arange(5) - best).astype(float)
