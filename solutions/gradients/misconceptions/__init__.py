"""Stage gradients: mistakes that have a name."""

from .differences import *  # noqa: F403 - what is marked in it is read from here
from .head import *  # noqa: F403 - what is marked in it is read from here
from .scores import *  # noqa: F403 - what is marked in it is read from here
from .swapped import *  # noqa: F403 - what is marked in it is read from here
