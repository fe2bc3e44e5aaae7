import numpy as np


def leaks_future(layer, X):
    B, T, D = X.shape
    Y1 = layer(X)
    for i in range(T):
        X2 = np.zeros((B, T, D))
        for b in range(B):
            for t in range(T):
                if t <= i:
                    X2[b, t] = X[b, t]
                else:
                    X2[b, t] = 7.0
        Y2 = layer(X2)
        for t in range(i + 1):
            difference = np.abs(Y1[:, t] - Y2[:, t])
            if np.max(difference) > 0.0001:
                return True
    return False


def generate(step, prompt, n):
    tokens = []
    for token in prompt:
        tokens.append(token)
    answer = []
    for k in range(n):
        logits = step(tokens)
        best = np.argmax(logits)
        tokens.append(best)
        answer.append(best)
    return answer
