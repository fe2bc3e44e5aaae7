"""Stage shapes, what is right: the shapes, their count, the input check, and Q, K, V."""

from ..pieces import project


def shapes(B, T, d_model, d_k, d_v):
    """The shape of every array of the layer, by name."""
    S = of_scores(B, T, d_model, d_k)
    return {
        "X": of_tokens(B, T, d_model),
        "W_Q": of_matrix(d_model, d_k),
        "W_K": of_matrix(d_model, d_k),
        "W_V": of_matrix(d_model, d_v),
        "W_O": of_output_matrix(d_model, d_k, d_v),
        "Q": of_tokens(B, T, d_k),
        "K": of_tokens(B, T, d_k),
        "V": of_tokens(B, T, width_of_V(d_model, d_k, d_v)),
        "S": S,
        "A": of_weights(S, B, T, d_v),
        "H": of_tokens(B, T, width_of_H(T, d_model, d_k, d_v)),
        "Y": of_tokens(B, T, width_of_Y(T, d_model, d_k, d_v)),
    }


def of_tokens(B, T, width):
    """One row of numbers for each token of each sequence."""
    return (B, T, width)


def of_matrix(rows, columns):
    """A learned matrix, shared by all sequences."""
    return (rows, columns)


def of_output_matrix(d_model, d_k, d_v):
    """From the width of a value to the width of the model."""
    return of_matrix(d_v, d_model)


def of_scores(B, T, d_model, d_k):
    """A number for each query and each key of a sequence."""
    return (B, T, T)


def of_weights(S, B, T, d_v):
    """The softmax leaves the shape of the scores as it is."""
    return S


def width_of_V(d_model, d_k, d_v):
    """Numbers in a value."""
    return d_v


def width_of_H(T, d_model, d_k, d_v):
    """Numbers in a weighted sum of values."""
    return d_v


def width_of_Y(T, d_model, d_k, d_v):
    """Numbers in a token of the output."""
    return d_model


def parameter_count(d_model, d_k, d_v):
    """Entries of the four learned matrices."""
    return of_matching(d_model, d_k) + of_content(d_model, d_k, d_v) + of_output(d_model, d_k, d_v)


def of_matching(d_model, d_k):
    """Entries of W_Q and W_K."""
    return 2 * d_model * d_k


def of_content(d_model, d_k, d_v):
    """Entries of W_V."""
    return d_model * d_v


def of_output(d_model, d_k, d_v):
    """Entries of W_O."""
    return d_v * d_model


def input_check(X, W_Q, W_K, W_V, W_O):
    """None, or a ValueError that begins with the first array that does not fit."""
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    projects("W_V", W_V, X)
    leads_back(W_O, W_V, X)


def is_batch(X):
    """X is (B, T, d_model), of however many sequences."""
    axes("X", X, 3)
    tokens(X)
    features(X)


def projects(name, W, X):
    """W can stand on the right of X."""
    axes(name, W, 2)
    filled(name, W)
    rows(name, W, X.shape[-1])


def leads_back(W_O, W_V, X):
    """W_O takes what is as wide as a value to the width of X."""
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    rows("W_O", W_O, W_V.shape[1])
    columns("W_O", W_O, X.shape[-1])


def refuse(name, need):
    """The refusal of the array of this name."""
    raise ValueError(f"{name} {need}")


def axes(name, array, rank):
    """The array has so many axes."""
    if array.ndim != rank:
        refuse(name, f"needs {rank} axes")


def tokens(X):
    """There is a token in each sequence; there need not be a sequence."""
    if X.shape[-2] == 0:
        refuse("X", "needs at least one token")


def features(X):
    """A token has some width."""
    if X.shape[-1] == 0:
        refuse("X", "needs at least one feature")


def filled(name, W):
    """No axis of W is empty."""
    if 0 in W.shape:
        refuse(name, "must have no empty axis")


def rows(name, W, count):
    """W has so many rows."""
    if W.shape[0] != count:
        refuse(name, f"needs {count} rows")


def columns(name, W, count):
    """W has so many columns."""
    if W.shape[1] != count:
        refuse(name, f"needs {count} columns")


def Q(X, W_Q, W_K, W_V):
    """Queries."""
    return project(X, W_Q)


def K(X, W_Q, W_K, W_V):
    """Keys."""
    return project(X, W_K)


def V(X, W_Q, W_K, W_V):
    """Values."""
    return project(X, W_V)
