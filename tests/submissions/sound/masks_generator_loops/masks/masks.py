import numpy as np

NO, YES = np.float32(-np.inf), np.float32(0)


def causal_mask(T):
    return np.fromiter((YES if j <= i else NO for i in range(T) for j in range(T)), np.float32, T * T).reshape(T, T)


def padding_mask(lengths, T):
    flat = np.fromiter((YES if j < n else NO for n in lengths for j in range(T)), np.float32)
    return flat.reshape(len(lengths), 1, T)


def combine_masks(*masks):
    it = np.broadcast(*masks) if len(masks) > 1 else None
    if it is None:
        return np.array(masks[0], dtype=np.float32)
    return np.fromiter((NO if any(v < 0 for v in values) else YES for values in it), np.float32).reshape(it.shape)


def apply_mask(S, M):
    return np.vectorize(lambda s, m: s if m == 0 else -np.inf, otypes=[float])(S, M)
