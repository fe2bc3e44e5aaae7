"""Raises an exception whose class lies about its name and bases."""

class Meta(type):
    __name__ = property(lambda kind: 1 / 0)
    __mro__ = property(lambda kind: 1 / 0)

    def mro(cls):
        return [*type.mro(cls)]

    def __getattribute__(cls, name):
        raise SystemExit


class Odd(Exception, metaclass=Meta):
    pass


def raw_scores(Q, K):
    raise Odd
