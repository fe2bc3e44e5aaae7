"""Stage cross_attention: the hidden cases, and the same items in other company."""

import numpy as np

from autograder.authoring import Case, Relation

from ..draws import exchanged, quarters, whole
from ..pieces import padding
from ..steep import steep

SMALL = 64
"""Divides weights that meet large tokens: what cancels then leaves little in float32."""


def cross_attention(rng):
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
    """At least two items, two tokens on either side, and not as many items as tokens."""
    yield batch(rng, 2, 3, 4, 5, 2, 3)
    yield batch(rng, 3, 4, 2, 4, 2, 3)
    yield batch(rng, 2, 4, 3, 3, 2, 5, lengths=[1, 3])
    usual = batch(rng, 3, 2, 4, 5, 3, 2, lengths=[3, 1, 4])
    yield usual
    yield batch(rng, 4, 3, 5, 2, 4, 3, lengths=[0, 5, 1, 2])
    yield batch(rng, 3, 5, 2, 3, 4, 2, lengths=[1, 0, 2])
    yield batch(rng, 2, 3, 6, 4, 7, 3, lengths=[6, 4])
    yield from exchanged(usual, "X_target", "X_source", "W_Q", "W_K", "W_V", "W_O")
    yield other_lengths(usual, [4, 2, 1])
    yield batch(rng, 2, 4, 4, 3, 2, 5, note="as long as each other")
    yield batch(rng, 3, 4, 4, 5, 2, 3, lengths=[4, 1, 2], note="as long as each other")
    yield batch(rng, 2, 3, 4, 3, 1, 2, lengths=[2, 4])
    yield batch(rng, 7, 3, 4, 2, 3, 4, lengths=[2, 3, 1, 4, 0, 3, 2])
    yield batch(rng, 2, 3, 5, 6, 4, 4, lengths=[5, 3], note="d_k = d_v")
    yield batch(rng, 3, 2, 4, 5, 3, 5, lengths=[2, 4, 1], note="d_v = d_model")
    yield batch(rng, 2, 4, 3, 5, 5, 2, note="d_k = d_model")
    yield batch(rng, 2, 5, 3, 4, 3, 2, note="d_k = T_source")
    yield batch(rng, 4, 3, 5, 2, 3, 5, lengths=[5, 1, 4, 2], note="d_k = T_target, d_v = T_source")
    yield batch(rng, 3, 4, 5, 2, 3, 6, lengths=[5, 5, 5], note="d_k = B, all full")
    yield batch(rng, 2, 4, 4, 4, 4, 4, lengths=[1, 3], note="all sizes but B are 4")
    yield batch(rng, 2, 3, 4, 5, 2, 3, lengths=[3, 2], kinds=(np.int64, np.int64, float))
    yield batch(rng, 2, 4, 3, 3, 2, 4, lengths=[3, 1], kinds=(float, np.int64, float))
    yield batch(rng, 3, 2, 4, 2, 3, 5, lengths=[4, 2, 3], kinds=(np.int32,) * 3)
    yield batch(rng, 2, 3, 5, 4, 3, 2, lengths=[5, 2], kinds=(np.float32,) * 3)
    yield batch(rng, 3, 4, 2, 3, 2, 4, lengths=[2, 0, 1], kinds=(np.float32, float, np.float32))
    yield zero_token(batch(rng, 2, 3, 4, 3, 2, 5, lengths=[3, 4]))
    yield batch(rng, 2, 4, 3, 5, 2, 4, lengths=[0, 0], note="nothing to read")
    yield large(rng, 2, 4, lengths=[3, 4])
    yield large(rng, 3, 5, lengths=[5, 2, 4])
    yield large(rng, 2, 3)


def square(rng):
    """As many items as tokens on one side or both; one target token."""
    yield batch(rng, 3, 3, 4, 5, 2, 3, group="square")
    yield batch(rng, 4, 4, 3, 5, 3, 2, lengths=[3, 1, 0, 2], group="square")
    yield batch(rng, 3, 2, 3, 4, 2, 5, lengths=[3, 1, 2], group="square")
    yield batch(rng, 3, 3, 3, 2, 4, 3, lengths=[2, 3, 0], group="square")
    yield batch(rng, 2, 2, 4, 3, 2, 5, lengths=[4, 1], group="square")
    yield batch(rng, 4, 4, 4, 4, 4, 4, lengths=[3, 0, 4, 2], group="square")
    yield batch(rng, 3, 3, 4, 4, 3, 2, lengths=[1, 4, 2], kinds=(np.int64,) * 3, group="square")
    yield batch(rng, 3, 1, 4, 5, 2, 3, lengths=[2, 4, 0], group="square")
    yield batch(rng, 2, 1, 5, 3, 4, 2, lengths=[5, 3], group="square")


def smallest(rng):
    """No item, one item, one token."""
    yield batch(rng, 0, 3, 4, 5, 2, 3, group="other")
    yield batch(rng, 0, 4, 2, 3, 4, 2, lengths=[], group="other")
    yield batch(rng, 1, 3, 4, 2, 3, 5, group="other")
    yield batch(rng, 1, 4, 3, 5, 2, 3, lengths=[2], group="other")
    yield batch(rng, 1, 2, 5, 3, 4, 2, lengths=[0], group="other")
    yield batch(rng, 3, 1, 4, 2, 5, 3, group="other")
    yield batch(rng, 3, 4, 1, 2, 3, 5, lengths=[1, 0, 1], group="other")
    yield batch(rng, 2, 4, 1, 5, 3, 2, group="other")
    yield batch(rng, 2, 1, 1, 3, 4, 2, lengths=[0, 1], group="other")
    yield batch(rng, 1, 1, 3, 4, 2, 5, lengths=[2], group="other")
    yield batch(rng, 1, 3, 1, 2, 4, 3, group="other")
    yield batch(rng, 1, 1, 1, 3, 2, 4, lengths=[1], group="other")


def crowd(rng):
    """Items that share tokens but not lengths, and sources that are 100 times larger.

    Every other company is a choice of these items.
    """
    target, source = whole(rng, 3, 2, 2, top=2), whole(rng, 3, 3, 2, top=2)
    targets = target[[0, 1, 1, 1, 2, 0, 2, 1]]
    sources = np.stack(
        [*source[[0, 1, 1]], 100 * source[1], source[2], 100 * source[0], *source[[0, 2]]]
    )
    W_Q, W_K, W_V, W_O = (whole(rng, *shape, top=2) for shape in shapes(2, 4, 3))
    weights = (W_Q / SMALL, W_K / SMALL, W_V / SMALL, W_O)
    note = ", sources 3 and 5 are 100 times larger"
    return named(targets, sources, weights, np.array([3, 2, 0, 3, 1, 2, 3, 2]), "main", note)


# One case


def batch(
    rng,
    B,
    T_target,
    T_source,
    d_model,
    d_k,
    d_v,
    *,
    lengths=None,
    kinds=(float, float, float),
    group="main",
    note="",
):
    """A case of these sizes, X_target, X_source and weights of the given kinds of numbers."""
    of_target, of_source, of_weights = kinds
    target = drawn(rng, of_target, B, T_target, d_model)
    source = drawn(rng, of_source, B, T_source, d_model)
    weights = tuple(drawn(rng, of_weights, *shape) for shape in shapes(d_model, d_k, d_v))
    kind = np.int32 if of_source is np.int32 else np.int64
    lengths = None if lengths is None else np.array(lengths, dtype=kind)
    if kinds != (float, float, float):
        note = ", ".join(
            f"{name} {np.dtype(kind).name}"
            for name, kind in zip(("X_target", "X_source", "weights"), kinds, strict=True)
        )
    return named(target, source, weights, lengths, group, note and f", {note}")


def shapes(d_model, d_k, d_v):
    """The shapes of the four weights."""
    return (d_model, d_k), (d_model, d_k), (d_model, d_v), (d_v, d_model)


def drawn(rng, kind, *shape):
    """Numbers of that kind, whole ones for integers."""
    if np.issubdtype(kind, np.integer):
        return whole(rng, *shape, top=2).astype(kind)
    return quarters(rng, *shape, top=1).astype(kind)


def large(rng, B, T_source, *, lengths=None):
    """A case whose scores differ by thousands: the source's own tokens, turned, and one more."""
    M = np.zeros((B, T_source, T_source))
    if lengths is not None:
        lengths = np.array(lengths)
        M = M + padding(lengths, T_source)
    source, *weights = steep(rng, M, B)
    target = source[:, [*range(T_source)[::-1], 0]]
    return named(target, source, tuple(weights), lengths, "main", ", large scores")


def zero_token(case):
    """The case with a real source token of nothing but zeros, whose scores are exactly 0."""
    target, source, *weights = case.args
    source = source.copy()
    source[0, 1] = 0
    name = f"{case.name}, source token 1 of item 0 is all zeros"
    return Case(name, (target, source, *weights), case.kwargs)


def other_lengths(case, lengths):
    """The case with other lengths alone."""
    return Case(
        f"{case.name}, other lengths", case.args, {"source_lengths": np.array(lengths, np.int64)}
    )


def named(target, source, weights, lengths, group, note):
    """The case, with a name that tells its sizes and lengths."""
    B, T_target, d_model = target.shape
    d_k, d_v = weights[0].shape[1], weights[2].shape[1]
    sizes = f"T_target={T_target}, T_source={source.shape[1]}, d_model={d_model}"
    kwargs = {}
    if lengths is not None:
        kwargs["source_lengths"] = lengths
        note = f", source_lengths={lengths.tolist()}{note}"
    name = f"B={B}, {sizes}, d_k={d_k}, d_v={d_v}{note}"
    return Case(name, (target, source, *weights), kwargs, group=group)


# Other company


def beside_others(base, *, few=False):
    """Calls with other choices of the items of a case."""
    B, T_target, _ = base.args[0].shape
    T_source = base.args[1].shape[1]
    everyone = list(range(B))
    if not few:
        yield choice("no item", base, [])
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
    for side, T in (("target", T_target), ("source", T_source)):
        yield choice(f"as many items as {side} tokens", base, [k % B for k in range(1, T + 1)])
    yield choice("one item more than source tokens", base, [k % B for k in range(T_source + 1)])


def choice(name, base, places):
    """The items at these places of a case, as a batch of their own."""
    target, source, *weights = base.args
    kwargs = {key: lengths[places] for key, lengths in base.kwargs.items()}
    told = f"{base.name}: {name}"
    args = (target[places], source[places], *weights)
    return Relation(told, base, args, kwargs, lambda _, value: value[places])
