"""Returns an object whose conversion never ends."""

class Slow:
    def __array__(self, *args, **kwargs):
        while True:
            pass


def raw_scores(Q, K):
    return Slow()
