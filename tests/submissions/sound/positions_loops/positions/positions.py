import math


def sinusoidal_positions(T, d_model):
    table = []
    for t in range(T):
        row = []
        for column in range(d_model):
            angle = t / 10000 ** ((column - column % 2) / d_model)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        table.append(row)
    return table


def rotate(X, positions):
    if X.ndim > 2:
        return [rotate(item, positions) for item in X]
    rows = []
    for row, position in zip(X.tolist(), positions.tolist()):
        new = []
        for i in range(0, len(row), 2):
            angle = position / 10000 ** (i / len(row))
            a, b = row[i], row[i + 1]
            new += [a * math.cos(angle) - b * math.sin(angle)]
            new += [a * math.sin(angle) + b * math.cos(angle)]
        rows.append(new)
    return rows


def order_gap(layer, X, permutation):
    straight = layer(X)
    turned = layer(X[..., [int(p) for p in permutation], :])
    biggest = 0.0
    for place, token in enumerate(permutation):
        for one, other in zip(straight[..., token, :].ravel(), turned[..., place, :].ravel()):
            biggest = max(biggest, abs(float(one) - float(other)))
    return biggest
