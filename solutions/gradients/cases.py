"""Stage gradients: the hidden cases."""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole
from .functions import FUNCTIONS, loss_of_queries


def softmax_backward(rng):
    """Weights of many kinds with gradients by them."""

    def case(name, lead, T_q, T_k, kinds=(float, float)):
        """Rows that sum to 1 and any gradients, of these sizes and kinds."""
        A = shares(rng, *lead, T_q, T_k).astype(kinds[0])
        return Case(name, (A, drawn(rng, kinds[1], *lead, T_q, T_k)))

    yield case("T_q=1, T_k=2", (), 1, 2)
    ordinary = case("T_q=2, T_k=3", (), 2, 3)
    yield ordinary
    yield from exchanged(ordinary, "A", "dA")
    yield case("T_q=4, T_k=2", (), 4, 2)
    yield case("T = 3", (), 3, 3)
    yield case("T_q=1, T_k=5", (), 1, 5)
    yield case("B=2, T_q=3, T_k=4", (2,), 3, 4)
    yield case("B=4, T=2", (4,), 2, 2)
    yield case("B = T = 3", (3,), 3, 3)
    yield case("B=1, T_q=3, T_k=2", (1,), 3, 2)
    yield case("B=0, T_q=2, T_k=3", (0,), 2, 3)
    yield case("two axes in front (2, 3), T_q=4, T_k=2", (2, 3), 4, 2)
    yield case("two axes in front, all sizes 2", (2, 2), 2, 2)
    yield case("one token", (), 1, 1)
    yield case("float32, B=2, T=3", (2,), 3, 3, (np.float32, np.float32))
    yield case("float32 weights, T_q=3, T_k=4", (), 3, 4, (np.float32, float))
    yield case("integer dA, T_q=2, T_k=4", (), 2, 4, (float, np.int64))
    A, dA = case("", (), 3, 4).args
    yield Case("dA alike in each row, T_q=3, T_k=4", (A, np.repeat(dA[:, :1], 4, axis=1)))
    yield Case("equal weights, T_q=3, T_k=4", (np.full((3, 4), 0.25), dA))
    yield Case("causal weights, T=4", (causal_shares(rng, 4), drawn(rng, float, 4, 4)))
    A = np.eye(4)[rng.permutation(4)][:3]
    yield Case("one key takes all, weights in whole numbers", (A.astype(np.int64), dA))
    A, dA = case("", (2,), 3, 4).args
    A[1, 0] = 0
    yield Case("a query that reads nothing, B=2, T_q=3, T_k=4", (A, dA))
    A, dA = case("", (), 2, 3).args
    yield Case("dA in the hundreds, T_q=2, T_k=3", (A, 256 * dA))


def attention_backward(rng):
    """Heads of all sizes and kinds, with large scores, equal keys and one token among them."""

    def case(name, lead, T_q, T_k, d_k, d_v, kinds=(float, float, float, float)):
        """Q, K, V and dO of these sizes and kinds."""
        shapes = ((T_q, d_k), (T_k, d_k), (T_k, d_v), (T_q, d_v))
        arrays = (drawn(rng, kind, *lead, *s) for kind, s in zip(kinds, shapes, strict=True))
        return Case(name, tuple(arrays))

    narrow, ints = (np.float32,) * 4, (np.int64, np.int32, np.int64, np.int64)
    yield case("T=2, d_k=3, d_v=4", (), 2, 2, 3, 4)
    ordinary = case("T_q=3, T_k=4, d_k=2, d_v=5", (), 3, 4, 2, 5)
    yield ordinary
    yield from exchanged(ordinary, "Q", "K", "V", "dO")
    yield case("T_q=4, T_k=2, d_k=5, d_v=3", (), 4, 2, 5, 3)
    yield case("T=4, d_k=3, d_v=2", (), 4, 4, 3, 2)
    yield case("T = d_k = d_v = 3", (), 3, 3, 3, 3)
    yield case("T_q=3, T_k = d_v = 4, d_k=2", (), 3, 4, 2, 4)
    yield case("T_k = d_k = 3, T_q=2, d_v=4", (), 2, 3, 3, 4)
    yield case("T_q = d_v = 2, T_k=3, d_k=4", (), 2, 3, 4, 2)
    yield case("T=3, d_k = d_v = 2", (), 3, 3, 2, 2)
    yield case("d_k=1, T=3, d_v=2", (), 3, 3, 1, 2)
    yield case("d_v=1, T_q=2, T_k=3, d_k=4", (), 2, 3, 4, 1)
    yield case("B=2, T_q=3, T_k=4, d_k=2, d_v=5", (2,), 3, 4, 2, 5)
    yield case("B=4, T=3, d_k=5, d_v=2", (4,), 3, 3, 5, 2)
    yield case("B = T = 3, d_k=2, d_v=4", (3,), 3, 3, 2, 4)
    yield case("B = T = d_k = d_v = 2", (2,), 2, 2, 2, 2)
    yield case("B=1, T_q=2, T_k=3, d_k=4, d_v=5", (1,), 2, 3, 4, 5)
    yield case("B=0, T=2, d_k=3, d_v=4", (0,), 2, 2, 3, 4)
    yield case("two axes in front (2, 3), T_q=2, T_k=4, d_k=5, d_v=3", (2, 3), 2, 4, 5, 3)
    yield case("two axes in front, all sizes 2", (2, 2), 2, 2, 2, 2)
    yield case("float32, B=2, T=3, d_k=2, d_v=4", (2,), 3, 3, 2, 4, narrow)
    yield case("integers, T_q=2, T_k=3, d_k=4, d_v=2", (), 2, 3, 4, 2, ints)
    yield case("integer Q, float K", (), 3, 2, 4, 2, (np.int64, float, float, float))
    yield case("integer dO, B=2, T=3", (2,), 3, 3, 2, 4, (float, float, np.float32, np.int64))
    yield case("one token, d_k=2, d_v=3", (), 1, 1, 2, 3)
    yield case("one query, T_k=4, d_k=3, d_v=2", (), 1, 4, 3, 2)
    yield case("one key, T_q=4, d_k=3, d_v=2", (), 4, 1, 3, 2)
    Q, K, V, dO = case("", (), 3, 4, 2, 5).args
    yield Case("equal keys, T_q=3, T_k=4", (Q, np.repeat(K[:1], 4, axis=0), V, dO))
    yield Case("equal values, T_q=3, T_k=4", (Q, K, np.repeat(V[:1], 4, axis=0), dO))
    yield Case("queries are all zeros, T_q=3, T_k=4", (0 * Q, K, V, dO))
    yield large(rng)


def large(rng):
    """Scores in the thousands: in every row two keys share the first place, the rest is far off."""
    Q, K, V, dO = (whole(rng, *shape, top=2) for shape in ((3, 4), (4, 4), (4, 2), (3, 2)))
    Q[:, 0], K[:, 0] = (40, 60, 80), (50, 50, 10, -40)
    K[1, 1:], K[0, 1:] = K[0, 1:], K[0, 1:]
    return Case("scores in the thousands, T_q=3, T_k=4, d_k=4", (Q, K, V, dO))


def numerical_gradient(rng):
    """Functions whose slope is known; large steps tell central differences from others."""

    def case(name, number, shape, step=None, kind=float):
        """One of the functions at a point of this shape and kind."""
        x = point(rng, kind, *shape)
        return Case(name, (FUNCTIONS[number](x.shape), x), {} if step is None else {"step": step})

    yield case("x (1, 1), step 0.25", 0, (1, 1), 0.25)
    yield case("x (1, 3)", 0, (1, 3))
    yield case("x (2, 3), step 0.01", 1, (2, 3), 0.01)
    yield case("x (2, 3)", 1, (2, 3))
    yield case("x (3, 1), step 0.125", 0, (3, 1), 0.125)
    yield case("x (4, 2), step 0.5", 1, (4, 2), 0.5)
    yield case("x (3, 3), step 0.001", 1, (3, 3), 0.001)
    yield case("x (2, 2, 3), step 0.1", 0, (2, 2, 3), 0.1)
    yield case("x (3, 1, 2, 2), step 0.25", 2, (3, 1, 2, 2), 0.25)
    yield case("x (1, 4), step 0.0625", 2, (1, 4), 0.0625)
    yield case("integer x (3, 2)", 0, (3, 2), None, np.int64)
    yield case("integer x (2, 2), step 0.25", 1, (2, 2), 0.25, np.int32)
    yield case("float32 x (2, 3)", 1, (2, 3), None, np.float32)
    yield case("float32 x (4, 1), step 0.001", 2, (4, 1), 0.001, np.float32)
    K, V, dO = (quarters(rng, *shape, top=1) for shape in ((3, 2), (3, 4), (2, 4)))
    yield Case("the loss of a head, by Q", (loss_of_queries(K, V, dO), quarters(rng, 2, 2, top=1)))


def drawn(rng, kind, *shape):
    """Numbers of that kind, whole ones for integers."""
    if np.issubdtype(kind, np.integer):
        return whole(rng, *shape, top=2).astype(kind)
    return quarters(rng, *shape, top=1).astype(kind)


def point(rng, kind, *shape):
    """Numbers of that kind away from 0, whole ones for integers."""
    size = rng.integers(1, 3, size=shape) if kind in (np.int64, np.int32) else None
    if size is None:
        size = rng.integers(2, 7, size=shape) / 4
    return np.asarray(size * rng.choice([-1, 1], size=shape), dtype=kind)


def shares(rng, *shape):
    """Rows of sixteenths that sum to 1, each key of a row with a share above 0."""
    parts = rng.multinomial(16 - shape[-1], np.full(shape[-1], 1 / shape[-1]), size=shape[:-1])
    return (parts + 1) / 16


def causal_shares(rng, T):
    """Weights of a causal mask: row i shares out 1 among the keys up to i."""
    A = np.zeros((T, T))
    for i in range(T):
        A[i, : i + 1] = shares(rng, i + 1)
    return A
