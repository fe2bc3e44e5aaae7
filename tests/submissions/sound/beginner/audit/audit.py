import numpy as np


def my_layer(X, W_Q, W_K, W_V, W_O, lengths, causal):
    X = np.asarray(X, dtype=np.float64)
    B, T, d_model = X.shape
    Q = np.dot(X, W_Q.astype(np.float64))
    K = np.dot(X, W_K.astype(np.float64))
    V = np.dot(X, W_V.astype(np.float64))
    S = np.zeros((B, T, T))
    M = np.zeros((B, T, T))
    A = np.zeros((B, T, T))
    for b in range(B):
        S[b] = np.dot(Q[b], K[b].T) / np.sqrt(W_Q.shape[1])
        for i in range(T):
            for j in range(T):
                if causal and j > i:
                    M[b, i, j] = -np.inf
                if lengths is not None and j >= lengths[b]:
                    M[b, i, j] = -np.inf
            row = S[b, i] + M[b, i]
            if np.max(row) > -np.inf:
                e = np.exp(row - np.max(row))
                A[b, i] = e / np.sum(e)
    H = np.zeros((B, T, W_V.shape[1]))
    for b in range(B):
        H[b] = np.dot(A[b], V[b])
    Y = np.dot(H, W_O.astype(np.float64))
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}


def compare(got, want, start, stop):
    """the first wrong object among the items start..stop-1, or None"""
    for name in ["Q", "K", "V", "S", "M", "A", "H", "Y"]:
        g = np.array(got[name], dtype=np.float64)
        w = want[name]
        if name == "M":
            try:
                g = np.broadcast_to(g, w.shape)
            except Exception:
                return "M"
            if not (g[start:stop] == w[start:stop]).all():
                return "M"
        else:
            if g.shape != w.shape:
                return name
            g = g[start:stop]
            w = w[start:stop]
            if np.isnan(g).any():
                return name
            if (np.abs(g - w) > 0.00001 + 0.0001 * np.abs(w)).any():
                return name
            if name == "A":
                forbidden = want["M"][start:stop] == -np.inf
                if (g[forbidden] != 0).any():
                    return "A"
    return None


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    got = layer(X, W_Q, W_K, W_V, W_O, lengths=lengths, causal=causal)
    want = my_layer(X, W_Q, W_K, W_V, W_O, lengths, causal)
    wrong = compare(got, want, 0, B)
    if wrong is not None:
        return wrong

    # from here on only the company of the items is changed
    if lengths is None:
        my_lengths = np.array([T] * B, dtype=int)
    else:
        my_lengths = lengths.copy()

    tests = []
    tests.append((X[0:0], my_lengths[0:0], 0, 0))
    for b in range(min(B, 10)):
        tests.append((X[b:b + 1], my_lengths[b:b + 1], 0, 1))
    tests.append((X[::-1], my_lengths[::-1], 0, B))
    if B > 2:
        order = list(range(1, B)) + [0]
        tests.append((X[order], my_lengths[order], 0, B))
    if B >= 2:
        for b in range(B - 1):
            if b < 5:
                tests.append((X[b:b + 2], my_lengths[b:b + 2], 0, 2))
    generator = np.random.default_rng(12345)
    size = 1.0
    if X.size > 0:
        size = size + float(np.max(np.abs(X)))
    numbers_of_neighbours = [1, 2, T, T + B, 9 + 20 // T]
    if T > B:
        numbers_of_neighbours.append(T - B)
    for number in numbers_of_neighbours:
        for factor in [1, 100]:
            neighbours = generator.normal(size=(number, T, d_model)) * size * factor
            neighbours = neighbours.astype(X.dtype)
            for length in [T, T // 2, 1, 0]:
                their_lengths = np.array([length] * number, dtype=my_lengths.dtype)
                tests.append((np.concatenate([X, neighbours]), np.concatenate([my_lengths, their_lengths]), 0, B))
                tests.append((np.concatenate([neighbours, X]), np.concatenate([their_lengths, my_lengths]), number, number + B))
    if T > 1:
        for b in range(min(B, 6)):
            neighbours = generator.normal(size=(T - 1, T, d_model)) * size
            neighbours = neighbours.astype(X.dtype)
            their_lengths = np.array([T] * (T - 1), dtype=my_lengths.dtype)
            tests.append((np.concatenate([X[b:b + 1], neighbours]), np.concatenate([my_lengths[b:b + 1], their_lengths]), 0, 1))
    tests.append((X, my_lengths, 0, B))
    for new_X, new_lengths, start, stop in tests:
        if lengths is None and (new_lengths == T).all():
            new_lengths = None
        new_want = my_layer(new_X, W_Q, W_K, W_V, W_O, new_lengths, causal)
        try:
            new_got = layer(new_X, W_Q, W_K, W_V, W_O, lengths=new_lengths, causal=causal)
            wrong = compare(new_got, new_want, start, stop)
        except Exception:
            wrong = "something was raised"
        if wrong is not None:
            return "batch"
    return None
