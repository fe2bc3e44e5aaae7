"""Stage masks: the public examples."""

import numpy as np

from autograder.authoring import Case

from ..pieces import causal, padding


def causal_mask():
    """Two, four and one token."""
    yield Case("T=2", (2,))
    yield Case("T=4", (4,))
    yield Case("T=1", (1,))


def padding_mask():
    """Two items, as many items as tokens, and an item without tokens."""
    yield Case("lengths=[3, 1], T=4", (np.array([3, 1]), 4))
    yield Case("lengths=[1, 3, 2], T=3: B = T", (np.array([1, 3, 2]), 3))
    yield Case("lengths=[2, 0], T=2", (np.array([2, 0]), 2))


def combine_masks():
    """Causal and padding together, B = T, and one mask alone."""
    yield Case("causal and one row, T=2", (causal(2), np.array([[0.0, -np.inf]])))
    yield Case("causal (4, 4) and padding (2, 1, 4)", (causal(4), padding([4, 2], 4)))
    yield Case("B = T = 2: causal (2, 2) and padding (2, 1, 2)", (causal(2), padding([2, 1], 2)))
    yield Case("padding alone, (2, 1, 3)", (padding([3, 1], 3),))


def apply_mask():
    """A score of 0, padding in a batch, four tokens, integers."""
    yield Case("T=2, a score of 0 is allowed", (np.array([[0.0, 7.0], [-3.0, 2.0]]), causal(2)))
    yield Case(
        "padding, B=2, T=2",
        (np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [-7.0, 0.0]]]), padding([2, 1], 2)),
    )
    four = np.array(
        [[1.0, 3.0, -1.0, 0.5], [0.0, 2.0, 4.0, 1.0], [-2.0, 0.0, 1.5, 6.0], [3.0, 1.0, 0.0, 2.0]]
    )
    yield Case("four tokens, causal", (four, causal(4)))
    yield Case("integers, T=3, causal", (np.array([[1, 2, 3], [4, 0, 6], [7, 8, 9]]), causal(3)))
