"""Sound layers that look unlike each other: precision, loops, algebra, order, shapes of M.

Each takes all arguments of the layer and returns its objects by name. None leaves the tolerance,
whatever it is asked about.
"""

import math

import numpy as np

from ..batching import reference as right
from ..pieces import additive, beyond, later

OBJECTS = ("Q", "K", "V", "S", "M", "A", "H", "Y")


def named(*values):
    """The objects by name, in their order."""
    return dict(zip(OBJECTS, values, strict=True))


def mask(X, lengths, causal):
    """M in full, (B, T, T)."""
    return right.M(X, None, None, lengths, causal)


def smallest_mask(X, lengths, causal):
    """M in the smallest shape that tells it: (B, T, T), (B, 1, T), (T, T) or (1, 1)."""
    T = X.shape[1]
    if lengths is None:
        return additive(later(T)) if causal else np.zeros((1, 1))
    padded = additive(beyond(lengths, T))
    return padded + additive(later(T)) if causal else padded


def by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Matrix products, step by step."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.transpose(0, 2, 1) / math.sqrt(Q.shape[-1])
    M = mask(X, lengths, causal)
    A = right.softmax(S + M)
    H = A @ V
    return named(Q, K, V, S, M, A, H, H @ W_O)


def small_mask(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """M in as few entries as will do."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {**made, "M": smallest_mask(X, lengths, causal)}


def mask_with_axis_in_front(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """M as (1, T, T) or (1, 1, T) where all items share it."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    M = smallest_mask(X, lengths, causal)
    if lengths is None:
        M = M[np.newaxis] if causal else np.zeros((1, 1, X.shape[1]))
    return {**made, "M": M}


def single_precision(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Float32 throughout, M too; for large numbers float64, lest scores lose their places."""
    kind = np.float32 if np.abs(X).max(initial=0) < 10 else np.float64
    X, W_Q, W_K, W_V, W_O = (array.astype(kind) for array in (X, W_Q, W_K, W_V, W_O))
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, 1, 2) / kind(math.sqrt(Q.shape[-1]))
    M = mask(X, lengths, causal).astype(kind)
    A = right.softmax(S + M)
    H = A @ V
    return named(Q, K, V, S, M, A, H, H @ W_O)


def single_precision_softmax(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Float32 for the exponentials and their sums alone."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, 1, 2) / math.sqrt(Q.shape[-1])
    M = mask(X, lengths, causal)
    shifted = right.shift(S + M, -1).astype(np.float32)
    E = np.exp(shifted)
    A = right.divide(E, right.total(E, -1))
    H = A @ V
    return named(Q, K, V, S, M, A, H, H @ W_O)


def single_precision_results(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Every result rounded to float32, M in few entries."""
    made = small_mask(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {name: value.astype(np.float32) for name, value in made.items()}


def single_precision_einsum(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Float32 and einsum; for large numbers float64."""
    kind = np.float32 if np.abs(X).max(initial=0) < 10 else np.float64
    narrow = (array.astype(kind) for array in (X, W_Q, W_K, W_V, W_O))
    return einsum(*narrow, lengths, causal)


def einsum(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Indices spelled out."""
    Q, K, V = (np.einsum("btd,de->bte", X, W) for W in (W_Q, W_K, W_V))
    S = np.einsum("bqe,bke->bqk", Q, K) / np.sqrt(Q.shape[-1]).astype(Q.dtype)
    M = mask(X, lengths, causal)
    A = right.softmax(S + M)
    H = np.einsum("bqk,bke->bqe", A, V)
    return named(Q, K, V, S, M, A, H, np.einsum("bte,ed->btd", H, W_O))


def item_by_item(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """A loop over the items, which may be none."""
    made = {name: [] for name in OBJECTS}
    for b in range(len(X)):
        one = None if lengths is None else lengths[b : b + 1]
        for name, value in by_the_book(X[b : b + 1], W_Q, W_K, W_V, W_O, one, causal).items():
            made[name].append(value)
    empty = by_the_book(X[:0], W_Q, W_K, W_V, W_O, None, causal)
    return {name: np.concatenate([empty[name], *values]) for name, values in made.items()}


def query_by_query(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """A loop over items and queries, each reading a slice of allowed keys."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    B, T, _ = X.shape
    A = np.zeros((B, T, T))
    for b in range(B):
        for i in range(T):
            stop = min(i + 1 if causal else T, T if lengths is None else int(lengths[b]))
            if stop:
                row = made["S"][b, i, :stop]
                E = np.exp(row - row.max())
                A[b, i, :stop] = E / E.sum()
    H = A @ made["V"]
    return {**made, "A": A, "H": H, "Y": H @ W_O}


def scaled_queries(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """The queries are scaled on their way to the scores; Q itself is returned unscaled."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = (Q * Q.shape[-1] ** -0.5) @ np.swapaxes(K, 1, 2)
    M = mask(X, lengths, causal)
    A = right.softmax(S + M)
    H = A @ V
    return named(Q, K, V, S, M, A, H, H @ W_O)


def scores_by_one_matrix(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """The scores from X, W_Q W_Kᵀ and X, without Q and K."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    meeting = W_Q @ W_K.T / math.sqrt(W_Q.shape[1])
    S = X @ meeting @ np.swapaxes(X, 1, 2)
    return {**made, "S": S}


def output_first(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """H as the sum of contributions, and Y = A (V W_O), without H."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    H = (made["A"][..., np.newaxis] * made["V"][:, np.newaxis]).sum(axis=2)
    return {**made, "H": H, "Y": made["A"] @ (made["V"] @ W_O)}


def logarithm_of_the_sum(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Weights as exp(s − log Σ exp s)."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    Z = made["S"] + made["M"]
    top = np.maximum(Z.max(axis=-1, keepdims=True), -1e300)
    A = np.exp(Z - top - np.log(np.exp(Z - top).sum(axis=-1, keepdims=True)))
    A = np.where(np.isneginf(Z), 0.0, A)
    H = A @ made["V"]
    return {**made, "A": A, "H": H, "Y": H @ W_O}


def powers_of_two(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """E to a power as 2 to another."""
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    E = np.exp2(right.shift(made["S"] + made["M"], -1) * math.log2(math.e))
    A = right.divide(E, right.total(E, -1))
    H = A @ made["V"]
    return {**made, "A": A, "H": H, "Y": H @ W_O}


def allowed_keys_only(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Masks by where, on booleans; M is made last, for show."""
    made = small_mask(X, W_Q, W_K, W_V, W_O, lengths, causal)
    B, T, _ = X.shape
    allowed = np.ones((B, T, T), dtype=bool)
    if causal:
        allowed &= np.tri(T, dtype=bool)
    if lengths is not None:
        allowed &= np.arange(T) < lengths[:, np.newaxis, np.newaxis]
    top = np.max(made["S"], axis=-1, keepdims=True, where=allowed, initial=-1e300)
    E = np.exp(np.where(allowed, made["S"] - top, 0.0)) * allowed
    total = E.sum(axis=-1, keepdims=True)
    A = np.divide(E, total, out=np.zeros_like(E), where=total > 0)
    H = A @ made["V"]
    return {**made, "A": A, "H": H, "Y": H @ W_O}


def all_tokens_at_once(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """One product for the tokens of all items, columns in memory first, more keys in the dict."""
    B, T, d_model = X.shape
    P = X.reshape(B * T, d_model) @ np.concatenate([W_V, W_K, W_Q], axis=1)
    d_v, d_k = W_V.shape[1], W_K.shape[1]
    V, K, Q = (
        P[:, a:b].reshape(B, T, b - a)
        for a, b in ((0, d_v), (d_v, d_v + d_k), (d_v + d_k, d_v + 2 * d_k))
    )
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    made = {**made, "Q": Q, "K": K, "V": V, "row_sums": made["A"].sum(axis=-1)}
    return {name: np.asfortranarray(made[name]) for name in reversed(made)}


LAYERS = (
    by_the_book,
    small_mask,
    mask_with_axis_in_front,
    single_precision,
    single_precision_softmax,
    single_precision_results,
    single_precision_einsum,
    item_by_item,
    query_by_query,
    scaled_queries,
    scores_by_one_matrix,
    output_first,
    logarithm_of_the_sum,
    powers_of_two,
    allowed_keys_only,
    all_tokens_at_once,
)
