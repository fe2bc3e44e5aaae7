"""Stage softmax: how one mistaken piece is marked for softmax and for A at once.

A softmax mistaken in softmax_last is as mistaken where attention_weights takes one by itself.
"""

from autograder.authoring import misconception

from ... import pieces

ROW = "Add up one row of your {} over the keys: it should give 1."


def softmax_with(S, **mistaken):
    """The softmax with some of its pieces mistaken."""
    names = ("axis_of_keys", "shift", "exponentiate", "total", "divide")
    piece = {name: mistaken.get(name, getattr(pieces, name)) for name in names}
    axis = piece["axis_of_keys"](S)
    E = piece["exponentiate"](piece["shift"](S, axis))
    return piece["divide"](E, piece["total"](E, axis))


def of_softmax(piece, says, look, cause=None):
    """Marks a mistaken piece, or a whole softmax, for softmax and for A; `{}` is the object."""

    def mark(code):
        def weights(Z, softmax_last):
            return code(Z) if piece == "softmax" else softmax_with(Z, **{piece: code})

        for name, replaces, form in (("softmax", piece, code), ("A", "weights", weights)):
            misconception(
                name,
                replaces=replaces,
                cause=cause or code.__name__,
                says=says.format(name),
                look=look.format(name),
            )(form)
        code.misconceptions += weights.misconceptions
        return code

    return mark
