"""Stage masks, what is right: the causal and the padding mask, M, and the masked scores."""

from ..pieces import additive, beyond, combine, later, masked


def causal_mask(T):
    """A query may read the keys up to its own place."""
    return additive(later(T))


def padding_mask(lengths, T):
    """Nobody may read a key that only fills up the sequence."""
    return additive(beyond(lengths, T))


def M(masks):
    """What any of the masks forbids is forbidden."""
    return combine(*masks)


def masked_scores(S, M):
    """The scores, and −inf where the mask forbids."""
    return masked(S, M)
