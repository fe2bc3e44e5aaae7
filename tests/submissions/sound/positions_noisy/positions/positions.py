import logging
import warnings

import numpy as np

np.seterr(all="raise", under="ignore")
warnings.warn("positions are coming")
logging.getLogger().warning("here they are")


class Table:
    def __call__(self, T, d_model):
        print("a table", T, d_model)
        P = np.zeros((d_model, T)).T
        for i in range(0, d_model, 2):
            angle = np.arange(T, dtype=np.longdouble) / np.longdouble(10000) ** (
                np.longdouble(i) / d_model
            )
            P[:, i] = np.sin(angle)
            if i + 1 < d_model:
                P[:, i + 1] = np.cos(angle)
        return P


sinusoidal_positions = Table()


def rotate(X, positions, *, base=10_000):
    turned = X.astype(np.longdouble)
    for i in range(X.shape[-1] // 2):
        angle = np.asarray(positions, np.longdouble)
        for _ in range(2 * i):
            angle = angle / np.longdouble(base) ** (np.longdouble(1) / X.shape[-1])
        pair = turned[..., 2 * i : 2 * i + 2].copy()
        turned[..., 2 * i] = pair[..., 0] * np.cos(angle) - pair[..., 1] * np.sin(angle)
        turned[..., 2 * i + 1] = pair[..., 1] * np.cos(angle) + pair[..., 0] * np.sin(angle)
    turned.flags.writeable = False
    return turned


def order_gap(layer, X, permutation):
    asked = np.asfortranarray(np.moveaxis(np.moveaxis(X, -2, 0)[permutation], 0, -2))
    print("asking", asked.shape)
    one, other = layer(asked), np.moveaxis(np.moveaxis(layer(X), -2, 0)[permutation], 0, -2)
    return max((one - other).max(), (other - one).max(), 0)
