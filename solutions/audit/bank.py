"""The bank of layers to audit: faulty ones by the first object they get wrong, and sound ones.

A faulty layer is the right layer of the stage `batching` with one of that stage's misconceptions
in it. Which object is wrong first depends on the arguments as well: a layer that masks all items
with the first one's length is right where all lengths are equal, and then it is the company that
shows it. So arguments are drawn until the layer has the fault it stands in the table for, by a
clear margin, and no other before it.
"""

from dataclasses import dataclass
from types import FunctionType

import numpy as np

from ..batching import misconceptions
from ..batching import reference as right
from ..draws import quarters, whole
from . import sound
from .company import families

OBJECTS = ("Q", "K", "V", "S", "M", "A", "H", "Y")
MAX_NUMBERS = 100_000
RTOL, ATOL = 1e-4, 1e-5
"""The course's tolerance, in multiples of which differences are counted."""

CLEAR = 100.0
"""A fault is at least so many tolerances away."""

UNSEEN = 0.1
"""What is right is at most so many tolerances away."""

DRAWS = 2000

KNOWN = {
    made.code.__name__ if made.replaces == "chain" else (made.object, made.code.__name__): made
    for value in vars(misconceptions).values()
    for made in getattr(value, "misconceptions", ())
}

FAULTS = {
    "Q": (
        "Q_made_with_W_K",
        "relu_after_projection",
        "projection_scaled",
        "bias_added",
        "rows_normalised",
        "first_sequence_for_all",
    ),
    "K": (
        "K_made_with_W_Q",
        "K_made_from_Q",
        "relu_after_projection",
        "input_centred",
        "bias_added",
        "tanh_after_projection",
    ),
    "V": (
        "V_made_with_W_K",
        "V_made_from_K",
        "relu_after_projection",
        "projected_twice",
        "projection_missing",
        "centred_over_batch",
    ),
    "S": (
        "scale_missing",
        "scaled_by_d_k",
        "scaled_by_d_model",
        "rows_and_columns_exchanged",
        "queries_with_queries",
        "summed_over_batch",
        "scores_with_mask",
    ),
    "M": (
        "causal_missing",
        "padding_missing",
        "diagonal_forbidden",
        "triangle_reversed",
        "padding_on_queries",
        "first_length_for_all",
        "all_must_forbid",
        "finite_fill_-1e+09",
        "empty_row_opened",
    ),
    "A": (
        "mask_ignored",
        "softmax_over_queries",
        "softmax_over_batch",
        "mask_after_softmax",
        "empty_row_uniform",
        "empty_row_nan",
        "softmax_twice",
        "one_added_to_sum",
        "weights_scaled",
        "small_fill",
    ),
    "H": (
        "weights_transposed_in_H",
        "scores_for_weights",
        "keys_for_values",
        "values_averaged",
        "values_of_first_item",
        "summed_over_queries",
    ),
    "Y": (
        "output_missing",
        "output_transposed",
        "output_residual",
        "output_relu",
        "output_of_values",
        "output_of_padding_cleared",
        "output_pooled",
    ),
}

TWO = (
    (("Q", "relu_after_projection"), ("K", "bias_added")),
    (("K", "relu_after_projection"), ("V", "projected_twice")),
    (("V", "relu_after_projection"), ("S", "scale_missing")),
    (("V", "bias_added"), ("A", "softmax_over_queries")),
    (("S", "scaled_by_d_k"), ("M", "diagonal_forbidden")),
)
"""Two faults in one layer, neither of which makes the other; both show, and the first is due."""

COMPANY = {
    "none": ("empty_batch_refused", "empty_batch_flat"),
    "alone": (
        "batch_axis_squeezed",
        "single_item_unmasked",
        "single_item_unpadded",
        "single_item_cut",
        ("S", "scaled_by_first_axis"),
    ),
    "order": (("M", "lengths_sorted"),),
    "square": (
        "square_padding_as_queries_by_keys",
        "square_mask_of_first",
        "square_softmax_over_batch",
        "square_items_for_tokens",
    ),
    "beside": (
        ("M", "query_axis_missing"),
        ("S", "summed_over_batch"),
        ("H", "values_of_all_items"),
    ),
    "larger": (("A", "global_maximum"),),
    "lengths": (("M", "first_length_for_all"),),
}
"""Faults that the arguments do not show, by the family of companies that does.

Named with an object they are faults of that object, on arguments lucky enough to hide them.
"""


@dataclass(frozen=True, eq=False)
class Entry:
    """One layer of the bank with arguments.

    Attributes:
        layer: answers like self_attention.
        args: X and the weights.
        kwargs: lengths and causal, where they are not the defaults.
        answer: what an audit has to say.
        kind: what the layer does, for people.
    """

    layer: object
    args: tuple[np.ndarray, ...]
    kwargs: dict
    answer: str | None
    kind: str


def bank(rng):
    """All entries, shuffled."""
    made = [entry(rng, *row) for row in table()]
    return [made[place] for place in rng.permutation(len(made))]


def table():
    """Every layer as its answering function, the answer due, its kind, and what shows the fault.

    That is a family of companies, or an object that has to be wrong as well, or None.
    """
    for answer, names in FAULTS.items():
        for name in names:
            known = KNOWN[answer, name]
            yield faulty(known), answer, f"{known.cause} ({answer})", None
    for first, second in TWO:
        kind = f"{KNOWN[first].cause} and {KNOWN[second].cause} ({first[0]})"
        yield faulty(KNOWN[first], KNOWN[second]), first[0], kind, second[0]
    for family, keys in COMPANY.items():
        for key in keys:
            yield faulty(KNOWN[key]), "batch", f"{KNOWN[key].cause} (batch)", family
    for answer in sound.LAYERS:
        yield answer, None, f"{answer.__name__} (sound)", None


def faulty(*known):
    """The right layer with one misconception in it, or with several."""
    if known[0].replaces == "chain":
        return known[0].code
    names = dict(vars(right))
    spoilt = dict(spoilt_piece(made) for made in known)
    names.update(spoilt)
    steps = [names[name] if name in spoilt else bound(names, name) for name in OBJECTS]

    def answer(X, W_Q, W_K, W_V, W_O, lengths, causal):
        values = {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
        values |= {"lengths": lengths, "causal": causal}
        for name, step in zip(OBJECTS, steps, strict=True):
            taken = step.__code__.co_varnames[: step.__code__.co_argcount]
            values[name] = step(*(values[key] for key in taken))
        return {name: values[name] for name in OBJECTS}

    return answer


def spoilt_piece(known):
    """What a misconception stands in for, and its code."""
    if known.replaces == "project":
        return projection(known.object, known.code)
    return known.replaces, known.code


def projection(item, code):
    """A mistaken `project` for one object alone, as the piece of that object."""
    weight = "QKV".index(item)
    piece = ("queries", "keys", "values")[weight]

    def one(X, W_Q, W_K, W_V):
        return code(X, (W_Q, W_K, W_V)[weight])

    return piece, one


def bound(names, step):
    """A step of the reference that sees these names, as do the functions it calls."""
    for name, value in list(names.items()):
        if isinstance(value, FunctionType) and value.__globals__ is vars(right):
            names[name] = FunctionType(value.__code__, names, name, value.__defaults__)
    return names[step]


def layer_of(answer):
    """A function with the signature of self_attention that answers a bounded question."""

    def layer(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
        arrays = [np.asarray(array) for array in (X, W_Q, W_K, W_V, W_O)]
        lengths = None if lengths is None else np.asarray(lengths)
        B, T, _ = arrays[0].shape
        asked = sum(array.size for array in arrays) + (0 if lengths is None else lengths.size)
        if max(asked, B * T * T) > MAX_NUMBERS:
            raise ValueError(f"asked about more than {MAX_NUMBERS} numbers")
        with np.errstate(all="ignore"):
            made = answer(*arrays, lengths, bool(causal))
            return {name: np.array(value) for name, value in made.items()}

    return layer


def entry(rng, answer, due, kind, shown):
    """The layer with arguments on which `due` is what an audit has to say."""
    layer = layer_of(answer)
    for _ in range(DRAWS):
        args, kwargs = arguments(rng)
        found = label(layer, args, kwargs)
        if found is None and due == "batch" and is_shown(layer, args, kwargs, shown, rng):
            found = "batch"
        if found == due and (shown not in OBJECTS or is_wrong(shown, layer, args, kwargs)):
            return Entry(layer, args, kwargs, due, kind)
    raise AssertionError(f"no arguments show {kind} as {due}")


def arguments(rng):
    """Arguments of a small layer: sizes, kinds of numbers, lengths and causality at random."""
    B, T = (int(size) for size in rng.choice(SIZES))
    d_model, d_k, d_v = (int(size) for size in rng.integers(2, 5, size=3))
    X = quarters(rng, B, T, d_model, top=1)
    if rng.random() < 0.15:
        X = whole(rng, B, T, d_model, top=2).astype(np.int64)
    elif rng.random() < 0.15:
        X = X.astype(np.float32)
    shapes = ((d_model, d_k), (d_model, d_k), (d_model, d_v), (d_v, d_model))
    weights = (quarters(rng, *shape, top=1) for shape in shapes)
    kwargs = {}
    if rng.random() < 0.65:
        kwargs["lengths"] = some_lengths(rng, B, T)
    if rng.random() < 0.4:
        kwargs["causal"] = False
    return (X, *weights), kwargs


SIZES = ((2, 3), (3, 2), (2, 4), (4, 2), (3, 4), (2, 2), (3, 3), (1, 3), (1, 2), (3, 1), (1, 1))


def some_lengths(rng, B, T):
    """Lengths at random, or all alike, or in order."""
    how = rng.random()
    if how < 0.2:
        return np.full(B, rng.integers(0, T + 1))
    lengths = rng.integers(0, T + 1, size=B)
    return np.sort(lengths) if how < 0.4 else lengths


def label(layer, args, kwargs):
    """The first object the layer gets wrong on these arguments, or None; `unclear` if by little."""
    expected = right_objects(*args, **kwargs)
    try:
        got = layer(*args, **kwargs)
    except Exception:  # noqa: BLE001 - whatever a faulty layer raises, it is not for the bank
        return "unclear"
    for name in OBJECTS:
        off = distance(name, expected[name], got[name])
        if off > UNSEEN:
            return name if off >= CLEAR else "unclear"
    return None


def is_wrong(name, layer, args, kwargs):
    """Whether the layer gets an object clearly wrong on these arguments."""
    return (
        distance(name, right_objects(*args, **kwargs)[name], layer(*args, **kwargs)[name]) >= CLEAR
    )


def is_shown(layer, args, kwargs, family, rng):
    """Whether a family of companies shows a fault, whichever of its forms an audit chooses."""
    expected = right_objects(*args, **kwargs)
    forms = families(args[0], kwargs.get("lengths"), rng).get(family, ())
    return bool(forms) and all(
        any(is_off(layer, args, kwargs, one, expected) for one in form) for form in forms
    )


def is_off(layer, args, kwargs, company, expected):
    """Whether the layer fails in a company, or answers wrongly for an item known there."""
    kwargs = {**kwargs, "lengths": company.lengths}
    try:
        got = layer(company.X, *args[1:], **kwargs)
    except Exception:  # noqa: BLE001 - raising there counts
        return True
    due = right_objects(company.X, *args[1:], **kwargs)
    at, items = list(company.at), list(company.items)
    for name in OBJECTS:
        array = np.asarray(got[name])
        if name == "M":
            array = spread(array, due[name].shape)
        if array.shape != due[name].shape:
            return True
        if distance(name, expected[name][items], array[at]) >= CLEAR:
            return True
    return False


def right_objects(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    """All objects as they should be."""
    return sound.by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


def spread(M, shape):
    """M in full where it broadcasts to the shape, else as it is."""
    try:
        return np.broadcast_to(M, shape)
    except ValueError:
        return M


def distance(name, expected, got):
    """How many tolerances apart two objects are; infinite where shapes or infinities differ.

    A weight that is due to be 0 is so exactly: the right one is 0 where a key is forbidden alone.
    """
    got = np.asarray(got, dtype=float)
    if name == "M":
        got = spread(got, expected.shape)
    if got.shape != expected.shape or (name == "A" and np.any(got[expected == 0])):
        return np.inf
    with np.errstate(all="ignore"):
        apart = np.abs(got - expected) / (ATOL + RTOL * np.abs(expected))
    apart = np.where(got == expected, 0.0, apart)
    return float(np.max(np.where(np.isnan(apart), np.inf, apart), initial=0.0))
