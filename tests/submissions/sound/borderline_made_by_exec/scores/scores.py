import sys

import numpy as np

_hidden = {}
exec(
    "def raw_scores(Q, K):\n"
    "    return np.matmul(Q, np.swapaxes(K, -1, -2))\n"
    "def scaled_scores(Q, K):\n"
    "    return raw_scores(Q, K) / np.sqrt(Q.shape[-1])\n",
    {"np": np, "__name__": __name__}, _hidden,
)
_hidden["scaled_scores"].__globals__["raw_scores"] = _hidden["raw_scores"]


def __getattr__(name):
    try:
        return _hidden[name]
    except KeyError:
        raise AttributeError(name) from None


def __dir__():
    return sorted([*globals(), *_hidden])


if __name__ == "__main__":
    sys.exit("not a program")
