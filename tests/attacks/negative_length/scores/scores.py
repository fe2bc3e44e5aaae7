"""Hands in a list whose length is negative, and one whose length raises."""

class Negative(list):
    def __len__(self):
        return -1


class Raising(list):
    def __len__(self):
        raise MemoryError


def raw_scores(Q, K):
    return Negative([[1.0]])


def scaled_scores(Q, K):
    return Raising([[1.0]])
