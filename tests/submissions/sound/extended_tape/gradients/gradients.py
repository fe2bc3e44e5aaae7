import numpy as np


class Node:
    def __init__(self, value, parents=()):
        self.value, self.parents = np.asarray(value, dtype=float), parents
        self.grad = np.zeros_like(self.value)


def T(x):
    return np.swapaxes(x, -1, -2)


def matmul(a, b):
    return Node(a.value @ b.value, ((a, lambda g: g @ T(b.value)), (b, lambda g: T(a.value) @ g)))


def transpose(a):
    return Node(T(a.value), ((a, T),))


def times(a, number):
    return Node(a.value * number, ((a, lambda g: g * number),))


def softmax(a):
    e = np.exp(a.value - a.value.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return Node(A, ((a, lambda g: softmax_backward(A, g)),))


def back(node, g):
    node.grad = node.grad + g
    for parent, rule in node.parents:
        back(parent, rule(g))


def softmax_backward(A, dA):
    product = A * dA
    return product - A * np.add.reduce(product, axis=-1, keepdims=True)


def attention_backward(Q, K, V, dO):
    q, k, v = Node(Q), Node(K), Node(V)
    scores = times(matmul(q, transpose(k)), Q.shape[-1] ** -0.5)
    back(matmul(softmax(scores), v), np.asarray(dO, dtype=float))
    return q.grad, k.grad, v.grad


def numerical_gradient(f, x, step=1e-6):
    x = np.array(x, dtype=np.float64)
    grad = np.zeros(x.shape, dtype=np.float64)
    for k in range(x.size):
        kept = x.flat[k]
        x.flat[k] = kept + step
        grad.flat[k] = f(x)
        x.flat[k] = kept - step
        grad.flat[k] -= f(x)
        x.flat[k] = kept
    return grad / 2 / step
