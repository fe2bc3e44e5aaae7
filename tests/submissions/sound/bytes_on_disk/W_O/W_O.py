# vim: set fileencoding=cp1252 :
import numpy as np

EURO = "€ “quoted” – dashed"


def contributions(A, V):
	return A[..., None] * V[..., None, :, :]


def weighted_values(A, V):
	return A @ V


def output_projection(H, W_O):
	return H @ W_O


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
	Q, K, V = X @ W_Q, X @ W_K, X @ W_V
	Z = (Q @ K.T / Q.shape[1] ** .5 + M).astype(float)
	E = np.exp(Z - np.fmax(Z.max(1), -1e300)[:, None])
	return output_projection(weighted_values(E / (E.sum(1) + (E.sum(1) == 0))[:, None], V), W_O)
