"""Mixed line endings, a form feed, tabs, trailing blanks and no newline at the end."""
import numpy as np

def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
	Q, K, V = X @ W_Q, X @ W_K, X @ W_V   	S = Q @ K.transpose(0, 2, 1) / np.sqrt(W_K.shape[1])
	T = X.shape[1]
	M = np.zeros((1, T, T))	if causal:
		M = M + np.where(np.tri(T) > 0, 0, -np.inf)
	if lengths is not None:		M = M + np.where(np.arange(T) < lengths[:, None, None], 0, -np.inf)
	Z = S + M
	m = Z.max(-1, keepdims=True)	E = np.exp(Z - np.where(np.isinf(m), 0, m))
	n = E.sum(-1, keepdims=True)
	A = E / np.where(n, n, 1)	H = A @ V
	return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": H @ W_O}