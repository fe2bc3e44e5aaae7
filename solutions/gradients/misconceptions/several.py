"""A mistake that may be made in several objects alike."""

from autograder.authoring import misconception


def on_each_of(*objects, **told):
    """A decorator that marks a function as a named mistake of each of the objects."""

    def mark(code):
        for each in objects:
            misconception(each, **told)(code)
        return code

    return mark
