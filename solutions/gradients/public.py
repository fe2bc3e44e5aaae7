"""Stage gradients: the public examples, the worked example with two tokens first."""

import numpy as np

from autograder.authoring import Case, given

Q = np.array([[0.0, 3.0], [2.0, -1.0]])
K = np.array([[3.0, 0.0], [-1.0, 2.0]])
V = np.array([[3.0, -3.0], [1.0, 3.0]])


def softmax_backward():
    """By hand, the worked example, and a query that reads nothing."""
    yield Case("T_q=1, T_k=2", (np.array([[0.5, 0.5]]), np.array([[4, 0]])))
    A = np.array([[0.014166, 0.985834], [0.999151, 0.000849]])
    yield Case("worked example, T=2", (A, np.array([[3.0, 1.0], [-3.0, 3.0]])))
    A = np.array([[[0.25, 0.5, 0.25], [0.0, 0.0, 0.0]], [[1.0, 0.0, 0.0], [0.5, 0.25, 0.25]]])
    dA = np.array([[[4.0, 0.0, -2.0], [1.0, 2.0, 3.0]], [[5.0, 6.0, 7.0], [1.0, -1.0, 3.0]]])
    yield Case("B=2, T_q=2, T_k=3, a query that reads nothing", (A, dA))


def attention_backward():
    """The worked example, one token, equal keys, and distinct sizes."""
    yield Case("worked example, T = d_k = d_v = 2, dO = I", (Q, K, V, np.eye(2)))
    one = np.array([[1.0, 2.0]])
    yield Case("one token", (one, -one, np.array([[5.0, -2.0, 1.0]]), np.array([[1.0, 0.5, 2.0]])))
    equal = np.array([[1.0, -1.0], [1.0, -1.0]])
    yield Case("equal keys", (Q, equal, V, np.array([[1.0, 0.0], [0.5, 2.0]])))
    yield Case(
        "T_q=2, T_k=3, d_k=4, d_v=1, whole numbers",
        (
            np.array([[1, 0, -1, 2], [0, 1, 1, 0]]),
            np.array([[1, 1, 0, 0], [0, 2, 1, -1], [1, 0, 0, 1]]),
            np.array([[1], [-2], [3]]),
            np.array([[2], [-1]]),
        ),
    )


def numerical_gradient():
    """A cubic with a step that can be seen, the loss of the worked example, and whole numbers."""
    cubic = given(__file__, "functions.py", "cubic")
    loss = given(__file__, "functions.py", "worked_loss")
    x = np.array([[1.0, -0.5], [0.5, 2.0]])
    yield Case("the sum of x³, step 0.5", (cubic, x), {"step": 0.5})
    yield Case("the sum of x³", (cubic, x))
    yield Case("the worked example, by Q", (loss, Q))
    yield Case("whole numbers", (cubic, np.array([[1, 2, -1]])))
