"""Stage softmax: the public examples."""

import numpy as np

from autograder.authoring import Case

from ..pieces import causal, padding

WORKED = np.array([[0.0, 6.0], [6.0, -4.0]]) / np.sqrt(2)

FOUR_TOKENS = np.array(
    [[1.0, 3.0, -1.0, 0.5], [0.0, 2.0, 4.0, 1.0], [-2.0, 0.0, 1.5, 6.0], [3.0, 1.0, 0.0, 2.0]]
)


def softmax_last():
    """The worked example, unequal lengths, masked rows, a batch, and scores of 1e30."""
    yield Case("worked example, T=2", (WORKED,))
    yield Case("T_q=2, T_k=3", (np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]]),))
    yield Case(
        "−inf, and a row of nothing else",
        (np.array([[5.0, -np.inf], [0.0, 1.0], [-np.inf, -np.inf]]),),
    )
    yield Case("B = T = 2", (np.array([[[0.0, 1.0], [2.0, 0.0]], [[3.0, 3.0], [-1.0, 1.0]]]),))
    yield Case("1e30, and rows far apart", (np.array([[1e30, 0.0], [-1000.0, -1001.0]]),))
    yield Case("four tokens, causal", (FOUR_TOKENS + causal(4),))


def attention_weights():
    """The worked example without a mask, four tokens, padding, and a forbidden 1e30."""
    yield Case("worked example, nothing forbidden", (WORKED, np.zeros((2, 2))))
    yield Case("four tokens, causal", (FOUR_TOKENS, causal(4)))
    yield Case(
        "padding, B = T = 2, an item without tokens",
        (np.array([[[1.0, 2.0], [0.0, 0.0]], [[3.0, 1.0], [0.0, 2.0]]]), padding([1, 0], 2)),
    )
    yield Case("a forbidden score of 1e30", (np.array([[0.0, 1e30], [1.0, 1.0]]), causal(2)))
