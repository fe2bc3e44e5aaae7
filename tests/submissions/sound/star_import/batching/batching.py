from numpy import *


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = shape(X)
    Q, K, V = dot(X, W_Q), dot(X, W_K), dot(X, W_V)
    S = matmul(Q, swapaxes(K, 1, 2)) / sqrt(shape(W_Q)[1])
    M = zeros((1, 1, T))
    if lengths is not None:
        M = where(arange(T) >= lengths[:, newaxis, newaxis], -inf, M)
    if causal:
        M = minimum(M, where(tri(T, dtype=bool), 0, -inf))
    Z = S + M
    top = nan_to_num(amax(Z, axis=-1, keepdims=True), neginf=0.0)
    e = exp(Z - top)
    n = sum(e, axis=-1, keepdims=True)
    A = divide(e, n, out=zeros_like(e), where=n != 0)
    H = matmul(A, V)
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=dot(H, W_O))
