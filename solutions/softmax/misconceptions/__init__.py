"""Stage softmax: mistakes that have a name."""

from .axis import *  # noqa: F403 - what is marked in it is read from here
from .division import *  # noqa: F403 - what is marked in it is read from here
from .exponential import *  # noqa: F403 - what is marked in it is read from here
from .forbidden import *  # noqa: F403 - what is marked in it is read from here
from .masking import *  # noqa: F403 - what is marked in it is read from here
from .shift import *  # noqa: F403 - what is marked in it is read from here
