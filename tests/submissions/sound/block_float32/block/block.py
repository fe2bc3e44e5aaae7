import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    x = X.astype(np.float32)
    centred = x - x.mean(-1, keepdims=True)
    spread = np.sqrt(np.square(centred).mean(-1, keepdims=True) + np.float32(eps))
    return centred / spread * gain.astype(np.float32) + bias.astype(np.float32)


def pre_norm_block(X, sublayer, gain, bias):
    return X.astype(np.float32) + sublayer(layer_norm(X, gain, bias)).astype(np.float32)
