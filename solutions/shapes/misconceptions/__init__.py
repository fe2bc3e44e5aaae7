"""Stage shapes: mistakes that have a name."""

from .check_inputs import *  # noqa: F403 - what is marked in it is read from here
from .layer_shapes import *  # noqa: F403 - what is marked in it is read from here
from .parameter_count import *  # noqa: F403 - what is marked in it is read from here
from .project import *  # noqa: F403 - what is marked in it is read from here
