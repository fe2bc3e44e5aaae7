import logging
import warnings

import numpy as np

warnings.simplefilter("error")
np.seterr(all="raise")
logging.getLogger().setLevel(logging.DEBUG)


def softmax_last(S):
    logging.info("softmax of %s", S.shape)
    S = np.asarray(S, dtype=np.float64)
    out = np.zeros(S.shape)
    top = S.max(axis=-1, keepdims=True)
    seen = np.isfinite(S)
    difference = np.subtract(S, top, out=np.full(S.shape, -np.inf), where=seen)
    worth = difference > -600
    np.exp(difference, out=out, where=worth)
    total = out.sum(axis=-1, keepdims=True)
    np.divide(out, total, out=out, where=worth)
    return out


def attention_weights(S, M):
    print("weights")
    return softmax_last(S + M)
