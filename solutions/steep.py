"""Tokens and weights whose scores differ by thousands, and tell stable softmaxes from others.

All is whole numbers and d_k is 4, so that the scores are exact in float32 as well.
"""

import numpy as np

from .draws import whole

D_MODEL, D_K, D_V = 3, 4, 2
DRAWS = 10_000
FAR = 1000
"""Further apart than exp can tell in float64, and than any fill that is called small."""


def steep(rng, M, *lead):
    """X, (*lead, T, 3), and the four weights.

    Some row's largest score is far above another's, in every item. Where M forbids anything, some
    row has a forbidden score far above its allowed ones, and these all far below 0.

    Args:
        rng: what they are drawn from.
        M: the additive mask, of a shape that broadcasts to (*lead, T, T).
        lead: axes in front.
    """
    shapes = ((D_MODEL, D_K), (D_MODEL, D_K), (D_MODEL, D_V), (D_V, D_MODEL))
    for _ in range(DRAWS):
        X = 30 * whole(rng, *lead, M.shape[-1], D_MODEL, top=2)
        weights = tuple(whole(rng, *shape, top=2) for shape in shapes)
        if is_telling(X, weights, M):
            return (X, *weights)
    raise AssertionError("no scores are steep enough")


def is_telling(X, weights, M):
    """Whether the scores are as `steep` says."""
    W_Q, W_K, W_V, _ = weights
    S = (X @ W_Q) @ np.swapaxes(X @ W_K, -1, -2) / 2
    forbidden = np.broadcast_to(np.isneginf(M), S.shape)
    allowed_top = np.max(S, axis=-1, where=~forbidden, initial=-np.inf)
    forbidden_top = np.max(S, axis=-1, where=forbidden, initial=-np.inf)
    real = np.isfinite(allowed_top)
    highest = np.max(allowed_top, axis=-1, where=real, initial=-np.inf)
    lowest = np.min(allowed_top, axis=-1, where=real, initial=np.inf)
    if not (np.any(X @ W_V) and np.all(highest - lowest > FAR)):
        return False
    hidden = real & (allowed_top < -FAR) & (forbidden_top > allowed_top + FAR)
    return bool(np.any(hidden)) or not np.any(forbidden)
