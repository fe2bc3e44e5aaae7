"""Compares this grader's speed with a floor and with others; `make bench`."""
