import numpy as np

_seen = {}


def _remember(f):
    def g(*arrays):
        key = (f.__name__, *((a.shape, a.dtype.str, a.tobytes()) for a in arrays))
        if key not in _seen:
            if len(_seen) > 500:
                _seen.clear()
            _seen[key] = f(*arrays)
            _seen[key].flags.writeable = False
        return _seen[key]

    return g


@_remember
def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)


@_remember
def scaled_scores(Q, K):
    return raw_scores(Q, K) / np.sqrt(Q.shape[-1])
