"""Hands in a dict whose items are others than its values."""

class Liar(dict):
    def __getitem__(self, key):
        return (1, 2)

    def __contains__(self, key):
        return True

    def items(self):
        return [("X", None)]

    def __iter__(self):
        while True:
            yield "X"


def layer_shapes(B, T, d_model, d_k, d_v):
    return Liar()
