def raw_scores(a, b):
    return a @ b.swapaxes(-1, -2)


def scaled_scores(*qk):
    return raw_scores(*qk) / qk[0].shape[-1] ** 0.5
