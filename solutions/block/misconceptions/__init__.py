"""Stage block: mistakes that have a name."""

from .around import *  # noqa: F403 - what is marked in it is read from here
from .normalising import *  # noqa: F403 - what is marked in it is read from here
