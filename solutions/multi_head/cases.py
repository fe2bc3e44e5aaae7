"""Stage multi_head: the hidden cases, and the same items in other company."""

import numpy as np

from autograder.authoring import Case, Relation

from ..draws import exchanged, quarters, whole
from ..pieces import causal as causal_mask
from ..pieces import padding
from ..steep import steep

SMALL = 128
"""Divides weights that meet large tokens: what cancels then leaves little in float32."""


def split_heads(rng):
    """Widths of one to many heads: distinct sizes, coincidences, other kinds of numbers."""

    def case(B, T, n, d, kind=float, note=""):
        """An array of these sizes and kind."""
        name = f"B={B}, T={T}, n={n}, d={d}{note and ', '}{note}"
        return Case(name, (drawn(rng, kind, B, T, n * d), n))

    usual = case(2, 3, 2, 2)
    yield usual
    yield from exchanged(usual, "X")
    yield Case("B=2, T=3, n=4, d=1, the same X", (usual.args[0], 4))
    for sizes in OF_HEADS:
        yield case(*sizes)
    yield case(2, 3, 4, 2, np.int64, "integers")
    yield case(3, 2, 2, 5, np.int32, "int32")
    yield case(2, 5, 3, 2, np.float32, "float32")


def merge_heads(rng):
    """Heads of the same sizes, drawn anew."""

    def case(B, T, n, d, kind=float, note=""):
        """An array of these sizes and kind."""
        name = f"B={B}, T={T}, n={n}, d={d}{note and ', '}{note}"
        return Case(name, (drawn(rng, kind, B, n, T, d),))

    usual = case(2, 3, 2, 2)
    yield usual
    yield from exchanged(usual, "X")
    for sizes in OF_HEADS:
        yield case(*sizes)
    yield case(2, 3, 4, 2, np.int64, "integers")
    yield case(3, 2, 2, 5, np.int32, "int32")
    yield case(2, 5, 3, 2, np.float32, "float32")


OF_HEADS = (
    *((2, 3, 4, 5), (3, 5, 2, 4), (4, 2, 5, 3), (2, 4, 3, 1), (3, 4, 1, 5), (2, 1, 3, 4)),
    *((2, 3, 3, 4), (3, 2, 4, 2), (2, 4, 3, 3), (3, 2, 3, 4), (3, 4, 2, 3), (3, 3, 2, 4)),
    *((3, 3, 3, 3), (1, 3, 2, 4), (1, 1, 2, 3), (1, 4, 1, 2), (2, 3, 1, 1), (1, 1, 1, 1)),
    (1, 2, 3, 1),
)
"""B, T, n and d: distinct, in pairs alike, and the smallest."""


def multi_head_attention(rng):
    """Batches of ordinary sizes, then square ones, then the smallest, then other company."""
    main = list(ordinary(rng))
    company = crowd(rng)
    squares = list(square(rng))
    yield from main
    yield company
    yield from squares
    yield from smallest(rng)
    for base in (main[3], company, squares[1]):
        yield from beside_others(base)
    yield from beside_others(main[0], few=True)


def ordinary(rng):
    """At least two items of at least two tokens, not as many items as tokens."""
    yield batch(rng, 2, 3, 4, 3, 2, 1, causal=False, note="no mask")
    yield batch(rng, 3, 2, 4, 2, 2, 3, note="causal by default")
    yield batch(rng, 2, 4, 3, 3, 2, 5, lengths=[2, 4], causal=False)
    usual = batch(rng, 3, 4, 5, 2, 3, 2, lengths=[3, 1, 4])
    yield usual
    yield batch(rng, 4, 3, 6, 2, 5, 4, lengths=[0, 3, 1, 2])
    yield batch(rng, 3, 2, 4, 5, 1, 2, lengths=[1, 0, 2], causal=False)
    yield batch(rng, 2, 5, 6, 4, 3, 1)
    yield from exchanged(usual, "X", "W_Q", "W_K", "W_V", "W_O")
    yield other_lengths(usual, [4, 2, 1])
    yield batch(rng, 2, 3, 4, 2, 2, 2, lengths=[3, 1], note="n = B, n·d = d_model")
    yield batch(rng, 3, 5, 2, 3, 2, 4, lengths=[5, 2, 0], note="n = B")
    yield batch(rng, 2, 4, 5, 2, 3, 1, causal=False, lengths=[4, 2], note="n = B")
    yield batch(rng, 2, 3, 4, 1, 3, 2, lengths=[2, 3], note="one head")
    yield batch(rng, 3, 4, 2, 1, 2, 5, note="one head")
    yield batch(rng, 2, 4, 3, 4, 2, 3, lengths=[3, 4], note="n = T")
    yield batch(rng, 2, 3, 6, 3, 2, 2, note="n = T, n·d = d_model")
    yield batch(rng, 2, 5, 4, 3, 3, 2, lengths=[5, 3], note="d_k = n")
    yield batch(rng, 3, 2, 5, 4, 2, 4, lengths=[2, 1, 2], note="d_v = n, d_k = T")
    yield batch(rng, 2, 4, 3, 2, 4, 4, causal=False, note="d_k = d_v = T")
    yield batch(rng, 2, 3, 12, 4, 3, 3, lengths=[1, 3], note="n·d = d_model, d = T")
    yield batch(rng, 7, 3, 2, 2, 3, 4, lengths=[2, 3, 1, 1, 0, 3, 2])
    yield batch(rng, 3, 4, 4, 4, 4, 4, lengths=[4, 4, 4], note="all sizes but B are 4")
    yield batch(rng, 2, 3, 2, 2, 2, 2, lengths=[2, 3], note="all sizes but T are 2")
    yield batch(rng, 2, 3, 5, 2, 2, 3, lengths=[3, 2], kinds=(np.int64, float), note="integer X")
    yield batch(
        rng,
        3,
        4,
        2,
        3,
        1,
        2,
        lengths=[4, 2, 3],
        kinds=(np.int32, np.int32),
        note="int32 throughout",
    )
    yield batch(rng, 2, 3, 4, 3, 3, 5, kinds=(np.float32, np.float32), note="float32 throughout")
    yield batch(
        rng, 3, 5, 4, 2, 2, 3, lengths=[5, 0, 4], kinds=(np.float32, float), note="float32 X"
    )
    yield zero_token(batch(rng, 2, 4, 3, 3, 2, 4, lengths=[4, 3]))
    yield batch(rng, 2, 3, 5, 3, 2, 4, lengths=[0, 0], note="nothing to read")
    yield large(rng, 3, 4)
    yield large(rng, 2, 5, lengths=[3, 5])
    yield large(rng, 2, 3, causal=False)


def square(rng):
    """As many items as tokens."""
    yield batch(rng, 3, 3, 4, 2, 2, 5, group="square")
    yield batch(rng, 4, 4, 5, 2, 3, 2, lengths=[3, 1, 4, 2], group="square")
    yield batch(rng, 3, 3, 2, 4, 3, 2, lengths=[2, 3, 0], causal=False, group="square")
    yield batch(rng, 2, 2, 3, 3, 3, 4, lengths=[2, 1], group="square")
    yield batch(rng, 3, 3, 5, 2, 2, 4, causal=False, group="square", note="no mask")
    yield batch(rng, 3, 3, 3, 3, 3, 3, lengths=[3, 1, 2], group="square", note="all sizes are 3")
    yield batch(rng, 4, 4, 4, 4, 4, 4, lengths=[3, 0, 4, 2], group="square", note="all sizes are 4")
    yield batch(
        rng,
        3,
        3,
        4,
        2,
        3,
        2,
        lengths=[1, 3, 2],
        kinds=(np.int64, float),
        group="square",
        note="integer X",
    )
    yield zero_token(batch(rng, 3, 3, 4, 2, 3, 2, lengths=[3, 2, 3], group="square"))


def smallest(rng):
    """One item, one token. Of an empty batch nothing is promised: reshape cannot infer a width."""
    yield batch(rng, 1, 3, 4, 2, 2, 5, group="other")
    yield batch(rng, 1, 4, 3, 3, 5, 2, lengths=[2], group="other")
    yield batch(rng, 1, 3, 5, 2, 3, 4, lengths=[2], causal=False, group="other")
    yield batch(rng, 1, 3, 2, 2, 4, 3, lengths=[0], group="other")
    yield batch(rng, 3, 1, 4, 2, 2, 5, group="other")
    yield batch(rng, 4, 1, 3, 2, 2, 4, lengths=[1, 0, 1, 1], group="other")
    yield batch(rng, 2, 1, 5, 3, 3, 2, causal=False, group="other")
    yield batch(rng, 1, 1, 3, 2, 4, 2, group="other")
    yield batch(rng, 1, 4, 2, 1, 3, 2, lengths=[3], group="other", note="one head")
    yield batch(rng, 1, 1, 4, 1, 2, 3, lengths=[0], causal=False, group="other", note="one head")


def crowd(rng):
    """Items that share their tokens but not their length, and some that are 100 times larger.

    Every other company is a choice of these items.
    """
    X = whole(rng, 3, 3, 2, top=2)
    X = np.stack([X[0], X[1], X[1], 100 * X[1], X[2], 100 * X[0], X[0], X[2]])
    lengths = np.array([3, 2, 0, 3, 1, 1, 2, 3])
    note = ", items 3 and 5 are 100 times larger"
    W_Q, W_K, W_V, W_O = (whole(rng, *shape, top=2) for shape in shapes(2, 4, 4, 3))
    weights = (W_Q / SMALL, W_K / SMALL, W_V / SMALL, W_O)
    return named(X, weights, 4, lengths, True, "main", note)


# One case


def batch(
    rng,
    B,
    T,
    d_model,
    n,
    d_k,
    d_v,
    *,
    lengths=None,
    causal=True,
    kinds=(float, float),
    group="main",
    note="",
):
    """A case of these sizes, X and the weights of the given kinds of numbers."""
    of_X, of_weights = kinds
    X = drawn(rng, of_X, B, T, d_model)
    weights = tuple(drawn(rng, of_weights, *shape) for shape in shapes(d_model, n, d_k, d_v))
    kind = np.int32 if of_X is np.int32 else np.int64
    lengths = None if lengths is None else np.array(lengths, dtype=kind)
    return named(X, weights, n, lengths, causal, group, note and f", {note}")


def shapes(d_model, n, d_k, d_v):
    """The shapes of the four weights, the widths being those of one head."""
    return (d_model, n * d_k), (d_model, n * d_k), (d_model, n * d_v), (n * d_v, d_model)


def drawn(rng, kind, *shape):
    """Numbers of that kind, whole ones for integers."""
    if np.issubdtype(kind, np.integer):
        return whole(rng, *shape, top=2).astype(kind)
    return quarters(rng, *shape, top=1).astype(kind)


def large(rng, B, T, *, lengths=None, causal=True):
    """A case whose scores differ by thousands; in every other head they are turned round."""
    M = causal_mask(T) if causal else np.zeros((T, T))
    if lengths is not None:
        lengths = np.array(lengths)
        M = M + padding(lengths, T)
    X, W_Q, W_K, W_V, W_O = steep(rng, M, B)
    W_V = W_V / SMALL
    heads = (
        np.hstack([W_Q, W_K, W_Q, W_K]),
        np.hstack([W_K, W_Q, W_K, W_Q]),
        np.hstack([W_V, W_V[:, ::-1], W_V[::-1], -W_V]),
        np.vstack([W_O, 2 * W_O, W_O[::-1], W_O]),
    )
    return named(X, heads, 4, lengths, causal, "main", ", large scores")


def zero_token(case):
    """The case with a real token of nothing but zeros, whose scores are exactly 0."""
    X, *rest = case.args
    X = X.copy()
    X[0, 1] = 0
    name = f"{case.name}, token 1 of item 0 is all zeros"
    return Case(name, (X, *rest), case.kwargs, group=case.group)


def other_lengths(case, lengths):
    """The case with other lengths alone."""
    kwargs = {**case.kwargs, "lengths": np.array(lengths, np.int64)}
    return Case(f"{case.name}, other lengths", case.args, kwargs)


def named(X, weights, n, lengths, causal, group, note):
    """The case, with a name that tells its sizes and masks."""
    B, T, d_model = X.shape
    d_k, d_v = weights[0].shape[1] // n, weights[2].shape[1] // n
    kwargs = {}
    if lengths is not None:
        kwargs["lengths"] = lengths
        note = f", lengths={lengths.tolist()}{note}"
    if not causal:
        kwargs["causal"] = False
        note = f", causal=False{note}"
    name = f"B={B}, T={T}, d_model={d_model}, n={n}, d_k={d_k}, d_v={d_v}{note}"
    return Case(name, (X, *weights, n), kwargs, group=group)


# Other company


def beside_others(base, *, few=False):
    """Calls with other choices of the items of a case."""
    B, T, _ = base.args[0].shape
    n = base.args[-1]
    everyone = list(range(B))
    for b in everyone[:: 2 if few else 1]:
        yield choice(f"item {b} alone", base, [b])
    yield choice("in reverse order", base, everyone[::-1])
    if few:
        return
    yield choice("the first item moved to the end", base, [*everyone[1:], 0])
    yield choice("the first item and the last", base, [0, B - 1])
    for b in everyone[1:]:
        yield choice(f"item {b} beside item 0", base, [b, 0])
    yield choice("every item twice", base, [*everyone, *everyone])
    for what, size in (("tokens", T), ("heads", n)):
        yield choice(f"as many items as {what}", base, [k % B for k in range(1, size + 1)])
    yield choice("one item more than tokens", base, [k % B for k in range(T + 1)])


def choice(name, base, places):
    """The items at these places of a case, as a batch of their own."""
    X, *rest = base.args
    kwargs = dict(base.kwargs)
    if "lengths" in kwargs:
        kwargs["lengths"] = kwargs["lengths"][places]
    told = f"{base.name}: {name}"
    return Relation(told, base, (X[places], *rest), kwargs, lambda _, value: value[places])
