"""Loops for ever while being imported."""

while True:
    pass
