"""Stage positions: mistakes that have a name."""

from .angles import *  # noqa: F403 - what is marked in it is read from here
from .order import *  # noqa: F403 - what is marked in it is read from here
from .turning import *  # noqa: F403 - what is marked in it is read from here
from .waves import *  # noqa: F403 - what is marked in it is read from here
