"""Stage W_O: the hidden cases."""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole
from ..pieces import additive, causal
from ..steep import steep


def contributions(rng):
    """Weights and values: distinct sizes, coincidences, other kinds of numbers."""
    yield from weights_and_values(rng)


def weighted_values(rng):
    """The same kinds of weights and values, drawn anew."""
    yield from weights_and_values(rng)


def output_projection(rng):
    """H and W_O: distinct widths, equal ones, other kinds of numbers."""

    def case(name, lead, T, d_v, d_model, kinds=(float, float)):
        """Arrays of these sizes and kinds."""
        return Case(name, (drawn(rng, kinds[0], *lead, T, d_v), drawn(rng, kinds[1], d_v, d_model)))

    yield case("T=2, d_v=2, d_model=3", (), 2, 2, 3)
    ordinary = case("T=3, d_v=4, d_model=2", (), 3, 4, 2)
    yield ordinary
    yield from exchanged(ordinary, "H", "W_O")
    yield case("d_v = d_model = 3, T=2", (), 2, 3, 3)
    yield case("T = d_v = 3, d_model=4", (), 3, 3, 4)
    yield case("T = d_model = 4, d_v=3", (), 4, 3, 4)
    yield case("T = d_v = d_model = 3", (), 3, 3, 3)
    yield case("T=1, d_v=3, d_model=5", (), 1, 3, 5)
    yield case("d_v=1, T=3, d_model=2", (), 3, 1, 2)
    yield case("d_model=1, T=2, d_v=4", (), 2, 4, 1)
    yield case("B=2, T=3, d_v=4, d_model=5", (2,), 3, 4, 5)
    yield case("B=4, T=2, d_v=5, d_model=3", (4,), 2, 5, 3)
    yield case("B=3, T=2, d_v = d_model = 4", (3,), 2, 4, 4)
    yield case("B = T = d_v = d_model = 3", (3,), 3, 3, 3)
    yield case("B=1, T=3, d_v=2, d_model=4", (1,), 3, 2, 4)
    yield case("two axes in front (2, 3), T=4, d_v=2, d_model=5", (2, 3), 4, 2, 5)
    yield case("integers, B=2, T=3, d_v=4, d_model=2", (2,), 3, 4, 2, (np.int64, np.int64))
    yield case("integer H, float W_O, T=3, d_v=2, d_model=4", (), 3, 2, 4, (np.int32, float))
    yield case("float32, B=2, T=4, d_v=3, d_model=5", (2,), 4, 3, 5, (np.float32, np.float32))
    H, W_O = case("", (2,), 3, 4, 2).args
    H[:, 1] = 0
    yield Case("a row of H is all zeros, B=2, T=3, d_v=4, d_model=2", (H, W_O))


def attention_layer(rng):
    """One sequence with masks of many kinds, small, large and unusual."""

    def case(name, T, d_model, d_k, d_v, M, kinds=(float, float)):
        """A sequence and weights of these sizes and kinds."""
        X = drawn(rng, kinds[0], T, d_model)
        shapes = ((d_model, d_k), (d_model, d_k), (d_model, d_v), (d_v, d_model))
        weights = (drawn(rng, kinds[1], *shape) for shape in shapes)
        told = f"T={T}, d_model={d_model}, d_k={d_k}, d_v={d_v}"
        return Case(f"{told}{name and ', '}{name}", (X, *weights, M))

    yield case("no mask", 2, 3, 2, 4, open_mask(2))
    yield case("no mask", 3, 5, 2, 4, open_mask(3))
    ordinary = case("causal", 3, 4, 2, 5, causal(3))
    yield ordinary
    yield from exchanged(ordinary, "X", "W_Q", "W_K", "W_V", "W_O", "M")
    yield case("causal", 3, 4, 1, 2, causal(3))
    yield case("causal", 5, 3, 4, 2, causal(5))
    yield case("the last two keys are padding", 4, 3, 5, 2, forbidden_keys(4, [2, 3]))
    yield case("causal, the last key is padding", 4, 2, 3, 5, causal(4) + forbidden_keys(4, [3]))
    yield case("query 1 may read nothing", 3, 4, 2, 5, forbidden_rows(3, [1]))
    yield case("no query may read anything", 3, 2, 4, 3, forbidden_keys(3, [0, 1, 2]))
    yield case("an odd mask", 4, 5, 2, 3, odd_mask(rng, 4))
    yield case("d_k = d_v", 3, 5, 4, 4, causal(3))
    yield case("d_v = d_model", 3, 4, 2, 4, causal(3))
    yield case("d_k = d_model", 4, 3, 3, 2, open_mask(4))
    yield case("d_k = T", 4, 3, 4, 2, causal(4))
    yield case("d_v = T", 3, 5, 2, 3, open_mask(3))
    yield case("all sizes are equal", 3, 3, 3, 3, causal(3))
    yield case("all sizes are equal, no mask", 4, 4, 4, 4, open_mask(4))
    yield case("one token", 1, 3, 2, 4, open_mask(1))
    yield case("one token that may read nothing", 1, 2, 3, 4, forbidden_keys(1, [0]))
    yield case("integer X", 3, 4, 2, 3, causal(3), (np.int64, float))
    yield case("int32 throughout", 4, 2, 3, 2, causal(4), (np.int32, np.int32))
    yield case("float32 throughout", 4, 3, 5, 2, causal(4).astype(np.float32), (np.float32,) * 2)
    X, *rest = case("", 4, 3, 2, 5, causal(4)).args
    X[1] = 0
    yield Case("T=4, d_model=3, d_k=2, d_v=5, causal, token 1 is all zeros", (X, *rest))
    yield large(rng, open_mask(4), "no mask")
    yield large(rng, causal(5), "causal")
    yield large(rng, forbidden_keys(4, [1]), "key 1 is forbidden")
    yield large(rng, causal(4) + forbidden_keys(4, [0]), "causal, query 0 may read nothing")


def weights_and_values(rng):
    """A and V of all the sizes and kinds that a wrong formula could tell apart."""

    def case(name, lead, T_q, T_k, d_v, kinds=(float, float)):
        """Arrays of these sizes, the weights shares of a whole unless they are integers."""
        A = shares(rng, *lead, T_q, T_k) if kinds[0] is float else None
        if A is None:
            A = drawn(rng, kinds[0], *lead, T_q, T_k)
        return Case(name, (A, drawn(rng, kinds[1], *lead, T_k, d_v)))

    yield case("T=2, d_v=3", (), 2, 2, 3)
    ordinary = case("T_q=2, T_k=3, d_v=4", (), 2, 3, 4)
    yield ordinary
    yield from exchanged(ordinary, "A", "V")
    yield case("T_q=4, T_k=2, d_v=3", (), 4, 2, 3)
    yield case("T = 3, d_v=2", (), 3, 3, 2)
    yield case("T = d_v = 3", (), 3, 3, 3)
    yield case("T_k = d_v = 3, T_q=2", (), 2, 3, 3)
    yield case("T_q = d_v = 2, T_k=4", (), 2, 4, 2)
    yield case("T=1, d_v=3", (), 1, 1, 3)
    yield case("T_q=1, T_k=4, d_v=2", (), 1, 4, 2)
    yield case("T_q=3, T_k=1, d_v=2", (), 3, 1, 2)
    yield case("d_v=1, T_q=2, T_k=3", (), 2, 3, 1)
    yield case("B=2, T=3, d_v=4", (2,), 3, 3, 4)
    yield case("B=4, T_q=2, T_k=3, d_v=5", (4,), 2, 3, 5)
    yield case("B = T = 3, d_v=2", (3,), 3, 3, 2)
    yield case("B = T = d_v = 2", (2,), 2, 2, 2)
    yield case("B=1, T_q=3, T_k=2, d_v=4", (1,), 3, 2, 4)
    yield case("two axes in front (2, 3), T_q=4, T_k=2, d_v=3", (2, 3), 4, 2, 3)
    yield case("two axes in front, all sizes 2", (2, 2), 2, 2, 2)
    yield case("float32, B=2, T=4, d_v=3", (2,), 4, 4, 3, (np.float32, np.float32))
    yield case("weights in whole numbers, T_q=3, T_k=2, d_v=4", (), 3, 2, 4, (np.int64, float))
    yield case("values in whole numbers, B=2, T=3, d_v=2", (2,), 3, 3, 2, (float, np.int64))
    yield case("int32 throughout, T_q=2, T_k=4, d_v=3", (), 2, 4, 3, (np.int32, np.int32))
    A, V = case("", (), 4, 4, 3).args
    yield Case("causal weights, T=4, d_v=3", (np.tril(A), V))
    A, V = case("", (2,), 3, 3, 4).args
    A[1, 2] = 0
    A[:, :, 1] = 0
    yield Case("a key without weight and a query without any, B=2, T=3, d_v=4", (A, V))
    yield Case("weights of any size, T_q=2, T_k=3, d_v=2", (quarters(rng, 2, 3), V[0, :, :2]))


def drawn(rng, kind, *shape):
    """Numbers of that kind, whole ones for integers."""
    if np.issubdtype(kind, np.integer):
        return whole(rng, *shape, top=2).astype(kind)
    return quarters(rng, *shape, top=1).astype(kind)


def shares(rng, *shape):
    """Rows of sixteenths from 0 to 1 that sum to 1, each key of a row with a share above 0."""
    parts = rng.multinomial(16 - shape[-1], np.full(shape[-1], 1 / shape[-1]), size=shape[:-1])
    return (parts + 1) / 16


def open_mask(T):
    """Nothing is forbidden."""
    return np.zeros((T, T))


def forbidden_keys(T, keys):
    """No query may read these keys."""
    return additive(np.broadcast_to(np.isin(np.arange(T), keys), (T, T)))


def forbidden_rows(T, queries):
    """These queries may read nothing."""
    return forbidden_keys(T, queries).T.copy()


def odd_mask(rng, T):
    """About a third is forbidden, never a query's own key."""
    return additive((rng.random((T, T)) < 0.4) & ~np.eye(T, dtype=bool))


def large(rng, M, note):
    """A sequence whose scores differ by thousands."""
    return Case(f"T={len(M)}, d_model=3, d_k=4, d_v=2, {note}, large scores", (*steep(rng, M), M))
