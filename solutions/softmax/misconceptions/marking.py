"""Stage softmax: how a mistaken softmax, or one mistaken piece of it, is marked.

A softmax mistaken in softmax_last is as mistaken where attention_weights takes one by itself: the
texts say `{}` for the object.
"""

from autograder.authoring import misconception

ROW = "Add up one row of your {} over the keys: it should give 1."


def of_softmax(piece, says, look, cause=None):
    """Marks a mistaken piece, or a whole softmax; `{}` is the object it shows in."""
    return misconception("softmax", replaces=piece, cause=cause, says=says, look=look)
