"""Answers for every name that is asked of it."""

def __getattr__(name):
    return lambda *args, **kwargs: args[0]
