"""Stage shapes: faults that are let through, or blamed on another array."""

from autograder.authoring import misconception

from ..reference import (
    axes,
    columns,
    filled,
    input_check,
    is_batch,
    leads_back,
    projects,
    refuse,
    rows,
)


@misconception(
    "input_check",
    says="Your check_inputs accepts everything. Each of the five arrays has to fit, and the first "
    "that does not is named in a ValueError.",
    look="Is an error raised, or only made, printed or returned?",
)
def nothing_refused(X, W_Q, W_K, W_V, W_O):
    return None


@misconception(
    "input_check",
    replaces="refuse",
    says="You raise an AssertionError. Asserts are for the programmer and can be switched off; a "
    "wrong argument is asked to be a ValueError.",
    look="Look at the type of the error.",
)
def assertion_raised(name, need):
    raise AssertionError(f"{name} {need}")


@misconception(
    "input_check",
    cause="other_error_type",
    replaces="refuse",
    says="You raise a TypeError. The arrays are of the right type and have unfitting sizes: that "
    "is asked to be a ValueError.",
    look="Look at the type of the error.",
)
def type_error_raised(name, need):
    raise TypeError(f"{name} {need}")


def begun_with(word):
    """The mistake that the message begins with a word and not with the array's name."""

    @misconception(
        "input_check",
        cause="name_not_first",
        replaces="refuse",
        says=f"Your messages begin with {word!r}. They are to begin with the name of the array, so "
        "that it can be read off.",
        look="Look at the first word of the message.",
    )
    def begun(name, need):
        raise ValueError(f"{word} {name} {need}")

    return begun


begun_with_error = begun_with("Error")
begun_with_invalid = begun_with("Invalid")
begun_with_expected = begun_with("Expected")
begun_with_shape = begun_with("Shape")
begun_with_small_shape = begun_with("shape")
begun_with_input = begun_with("Input")
begun_with_wrong = begun_with("Wrong")
begun_with_bad = begun_with("Bad")
begun_with_the = begun_with("The")
begun_with_array = begun_with("Array")
begun_with_matrix = begun_with("Matrix")
begun_with_value_error = begun_with("ValueError")


@misconception(
    "input_check",
    replaces="axes",
    says="You do not look at the number of axes. X needs three, each weight two, and one with more "
    "or fewer is to be named.",
    look="Try an X without a batch axis, a weight with an axis too many.",
)
def rank_unchecked(name, array, rank):
    return None


UNPACKED = (
    "Your code takes a shape apart before it knows the number of axes, and Python's own error "
    "comes out: it does not name the array."
)


@misconception(
    "input_check",
    cause="rank_unchecked",
    replaces="axes",
    says=UNPACKED,
    look="Ask yourself what has to be known of an array before its shape is split into names.",
)
def shapes_unpacked(name, array, rank):
    if array.ndim < rank:
        raise ValueError(f"not enough values to unpack (expected {rank}, got {array.ndim})")
    if array.ndim > rank:
        raise ValueError(f"too many values to unpack (expected {rank})")


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says="You do not look at the number of axes of X. It needs exactly three.",
    look="Try an X without a batch axis, and one with an axis too many.",
)
def X_rank_unchecked(name, array, rank):
    if name != "X":
        axes(name, array, rank)


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says=UNPACKED,
    look="Ask yourself what has to be known of X before its shape is split into B, T and d_model.",
)
def X_shape_unpacked(name, array, rank):
    (shapes_unpacked if name == "X" else axes)(name, array, rank)


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says="You refuse an X with fewer than three axes, but not one with more. It needs exactly "
    "three.",
    look="Try an X with four axes.",
)
def X_too_many_axes_accepted(name, array, rank):
    if name != "X" or array.ndim < rank:
        axes(name, array, rank)


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says="You read the third size of X before you know that there are three, and Python's own "
    "error comes out: it does not name the array.",
    look="Ask yourself what has to be known of X before one of its sizes is read.",
)
def X_sizes_read_too_early(name, array, rank):
    if name == "X" and array.ndim < rank:
        raise IndexError("tuple index out of range")
    if name == "X" and array.ndim > rank:
        refuse("W_Q", f"needs {array.shape[2]} rows")
    axes(name, array, rank)


@misconception(
    "input_check",
    replaces="axes",
    says="You do not look at the number of axes of the weights. Each needs exactly two.",
    look="Try a weight with one axis, and one with three.",
)
def weight_rank_unchecked(name, array, rank):
    if name == "X":
        axes(name, array, rank)


@misconception(
    "input_check",
    cause="weight_rank_unchecked",
    replaces="axes",
    says=UNPACKED,
    look="Ask yourself what has to be known of a weight before its shape is split into rows and "
    "columns.",
)
def weight_shapes_unpacked(name, array, rank):
    (axes if name == "X" else shapes_unpacked)(name, array, rank)


def rank_unchecked_for(weight):
    """The mistake of one weight alone."""

    @misconception(
        "input_check",
        cause="weight_rank_unchecked",
        replaces="axes",
        says=f"You do not look at the number of axes of {weight}. It needs exactly two.",
        look=f"Try a {weight} with one axis, and one with three.",
    )
    def unchecked(name, array, rank):
        if name != weight:
            axes(name, array, rank)

    return unchecked


W_Q_rank_unchecked = rank_unchecked_for("W_Q")
W_K_rank_unchecked = rank_unchecked_for("W_K")
W_V_rank_unchecked = rank_unchecked_for("W_V")
W_O_rank_unchecked = rank_unchecked_for("W_O")


@misconception(
    "input_check",
    replaces="tokens",
    says="You accept an X whose sequences have no tokens. At least one is needed.",
    look="Look at the second axis of X.",
)
def no_tokens_accepted(X):
    return None


@misconception(
    "input_check",
    replaces="features",
    says="You accept an X whose tokens have no features. At least one is needed.",
    look="Look at the last axis of X.",
)
def no_features_accepted(X):
    return None


@misconception(
    "input_check",
    replaces="tokens",
    says="You refuse an empty batch. B = 0 is valid, and its results are empty too; tokens and "
    "features are what must not be missing.",
    look="Ask yourself which axes of X may be empty.",
)
def empty_batch_refused(X):
    if 0 in X.shape[:2]:
        refuse("X", "is empty")


@misconception(
    "input_check",
    replaces="filled",
    says="You accept weights with an empty axis. A query, a key or a value needs at least one "
    "number.",
    look="Try a W_Q and a W_K that agree in having no columns.",
)
def empty_axis_accepted(name, W):
    return None


@misconception(
    "input_check",
    cause="empty_axis_accepted",
    replaces="filled",
    says="You accept a W_V with no columns. A value needs at least one number.",
    look="Try a W_V and a W_O that agree in d_v = 0.",
)
def empty_W_V_accepted(name, W):
    if name != "W_V":
        filled(name, W)


@misconception(
    "input_check",
    cause="empty_axis_accepted",
    replaces="filled",
    says="You accept a W_Q with no columns. A query needs at least one number.",
    look="Try a W_Q and a W_K that agree in having no columns.",
)
def empty_W_Q_accepted(name, W):
    if name != "W_Q":
        filled(name, W)


@misconception(
    "input_check",
    replaces="projects",
    says="You do not compare the rows of the projections with the width of X. Each number of a "
    "token meets one row.",
    look="Ask yourself what X W_Q asks of X and of W_Q.",
)
def rows_unchecked(name, W, X):
    axes(name, W, 2)
    filled(name, W)


def rows_unchecked_for(weight):
    """The mistake of one projection alone."""

    @misconception(
        "input_check",
        cause="rows_unchecked",
        replaces="projects",
        says=f"You do not compare the rows of {weight} with the width of X. Each number of a token "
        "meets one row.",
        look=f"Ask yourself what X {weight} asks of X and of {weight}.",
    )
    def unchecked(name, W, X):
        axes(name, W, 2)
        filled(name, W)
        if name != weight:
            rows(name, W, X.shape[-1])

    return unchecked


W_Q_rows_unchecked = rows_unchecked_for("W_Q")
W_K_rows_unchecked = rows_unchecked_for("W_K")
W_V_rows_unchecked = rows_unchecked_for("W_V")


@misconception(
    "input_check",
    replaces="projects",
    says="You ask the columns of the projections to be as many as X is wide. Tokens are rows here, "
    "so the rows of a weight meet the features of a token.",
    look="Ask yourself what X W_Q asks of X and of W_Q.",
)
def columns_for_rows(name, W, X):
    axes(name, W, 2)
    filled(name, W)
    columns(name, W, X.shape[-1])


@misconception(
    "input_check",
    replaces="projects",
    says="You name X where a weight has the wrong number of rows. X comes first and is taken as it "
    "is; the first weight that does not fit it is to be named.",
    look="Ask yourself who is blamed when X and a weight disagree.",
)
def X_blamed_for_rows(name, W, X):
    axes(name, W, 2)
    filled(name, W)
    rows("X" if W.shape[0] != X.shape[-1] else name, W, X.shape[-1])


@misconception(
    "input_check",
    replaces="columns",
    says="You do not compare the columns of W_K with those of W_Q. A query and a key must be "
    "equally wide to be multiplied.",
    look="Ask yourself what Q Kᵀ asks of Q and K.",
)
def W_K_width_unchecked(name, W, count):
    if name != "W_K":
        columns(name, W, count)


@misconception(
    "input_check",
    replaces="columns",
    says="You name W_Q where W_K is of another width. W_Q comes first and is taken as it is; W_K "
    "has to agree with it.",
    look="Ask yourself who is blamed when W_Q and W_K disagree.",
)
def W_Q_blamed_for_W_K(name, W, count):
    columns("W_Q" if name == "W_K" else name, W, count)


@misconception(
    "input_check",
    replaces="columns",
    says="You do not compare the columns of W_O with the width of X. The layer writes back to the "
    "model width.",
    look="Look at both axes of W_O.",
)
def W_O_columns_unchecked(name, W, count):
    if name != "W_O":
        columns(name, W, count)


@misconception(
    "input_check",
    replaces="rows",
    says="You do not compare the rows of W_O with the columns of W_V. H is as wide as a value, and "
    "W_O has to take it.",
    look="Look at both axes of W_O.",
)
def W_O_rows_unchecked(name, W, count):
    if name != "W_O":
        rows(name, W, count)


@misconception(
    "input_check",
    replaces="rows",
    says="You name W_V where the rows of W_O do not fit it. W_V comes first and may have any width "
    "of its own; W_O has to agree with it.",
    look="Ask yourself who is blamed when W_V and W_O disagree.",
)
def W_V_blamed_for_W_O(name, W, count):
    rows("W_V" if name == "W_O" else name, W, count)


@misconception(
    "input_check",
    replaces="leads_back",
    says="You check W_O the wrong way round, as (d_model, d_v). It takes d_v numbers to d_model, "
    "so it has d_v rows.",
    look="Ask yourself what H W_O asks of H and W_O.",
)
def W_O_checked_transposed(W_O, W_V, X):
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    rows("W_O", W_O, X.shape[-1])
    columns("W_O", W_O, W_V.shape[1])


@misconception(
    "input_check",
    replaces="leads_back",
    says="You do not look at W_O at all. It needs two axes, d_v rows and d_model columns.",
    look="Look at the last of the five arrays.",
)
def W_O_unchecked(W_O, W_V, X):
    return None


@misconception(
    "input_check",
    says="You ask W_V to be as wide as W_Q. Values may have any width of their own.",
    look="Ask yourself which two widths have to agree for Q Kᵀ, and whether V is one of them.",
)
def W_V_forced_to_d_k(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    projects("W_V", W_V, X)
    columns("W_V", W_V, W_Q.shape[1])
    leads_back(W_O, W_V, X)


@misconception(
    "input_check",
    replaces="leads_back",
    says="You ask for d_v = d_model. Values may have any width of their own; W_O leads back.",
    look="Ask yourself which widths really have to agree.",
)
def d_v_forced_to_d_model(W_O, W_V, X):
    columns("W_V", W_V, X.shape[-1])
    leads_back(W_O, W_V, X)


@misconception(
    "input_check",
    says="You look at the number of axes of all five arrays before anything else. Where two arrays "
    "are wrong, the first in the order of the arguments is to be named, whatever is wrong with it.",
    look="Settle one array fully before you go on to the next.",
)
def ranks_before_sizes(X, W_Q, W_K, W_V, W_O):
    axes("X", X, 3)
    axes("W_Q", W_Q, 2)
    axes("W_K", W_K, 2)
    axes("W_V", W_V, 2)
    axes("W_O", W_O, 2)
    input_check(X, W_Q, W_K, W_V, W_O)


@misconception(
    "input_check",
    says="Where several arrays are wrong you name the last of them. The first is asked for.",
    look="What becomes of the first misfit when a second one is found?",
)
def last_misfit_named(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    d_model = X.shape[-1]
    fits = {
        "W_O": W_O.shape == (W_V.shape[-1], d_model),
        "W_V": leads_from(W_V, d_model),
        "W_K": leads_from(W_K, d_model) and W_K.shape[-1] == W_Q.shape[-1],
        "W_Q": leads_from(W_Q, d_model),
    }
    for name, fit in fits.items():
        if not fit:
            refuse(name, "does not fit")


def leads_from(W, d_model):
    """Whether W has two axes, none of them empty, and d_model rows."""
    return W.ndim == 2 and W.size > 0 and W.shape[0] == d_model


@misconception(
    "input_check",
    cause="nothing_refused",
    replaces="refuse",
    says="Your check_inputs finds what does not fit, and raises no error for it. A ValueError that "
    "names the first array is asked for.",
    look="Is an error raised, or only made, printed or returned?",
)
def misfit_only_told(name, need):
    return None


@misconception(
    "input_check",
    says="You compare W_K with W_Q only when you are through with W_V. Where two arrays are wrong, "
    "the first in the order of the arguments is to be named.",
    look="Settle one array fully before you go on to the next.",
)
def widths_compared_last(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    projects("W_V", W_V, X)
    columns("W_K", W_K, W_Q.shape[1])
    leads_back(W_O, W_V, X)


@misconception(
    "input_check",
    says="You look at W_O before W_V. Where both are wrong, W_V comes first.",
    look="Look at the order of the arguments.",
)
def W_O_before_W_V(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    columns("W_O", W_O, X.shape[-1])
    projects("W_V", W_V, X)
    rows("W_O", W_O, W_V.shape[1])


@misconception(
    "input_check",
    cause="W_O_before_W_V",
    says="You look at W_O before W_V, and hold W_V to it. W_V comes first and may have any width "
    "of its own; W_O has to agree with it.",
    look="Look at the order of the arguments.",
)
def W_V_held_to_W_O(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    columns("W_O", W_O, X.shape[-1])
    projects("W_V", W_V, X)
    columns("W_V", W_V, W_O.shape[0])
