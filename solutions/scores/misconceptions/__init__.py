"""Stage scores: mistakes that have a name."""

from .raw_scores import *  # noqa: F403 - what is marked in it is read from here
from .scale import *  # noqa: F403 - what is marked in it is read from here
