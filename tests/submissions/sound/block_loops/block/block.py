import math


def layer_norm(X, gain, bias, eps=1e-5):
    if X.ndim > 1:
        return [layer_norm(part, gain, bias, eps) for part in X]
    x = [float(v) for v in X]
    mean = math.fsum(x) / len(x)
    variance = math.fsum((v - mean) ** 2 for v in x) / len(x)
    return [
        float(g) * (v - mean) / math.sqrt(variance + eps) + float(b)
        for v, g, b in zip(x, gain, bias)
    ]


def pre_norm_block(X, sublayer, gain, bias):
    return added(X.tolist(), sublayer(layer_norm(X, gain, bias)).tolist())


def added(one, other):
    if isinstance(one, list):
        return [added(a, b) for a, b in zip(one, other)]
    return one + other
