"""Stage leak: mistakes that have a name."""

from .decoding import *  # noqa: F403 - what is marked in it is read from here
from .experiment import *  # noqa: F403 - what is marked in it is read from here
