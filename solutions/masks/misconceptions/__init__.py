"""Stage masks: mistakes that have a name."""

from .apply_mask import *  # noqa: F403 - what is marked in it is read from here
from .causal_mask import *  # noqa: F403 - what is marked in it is read from here
from .combine_masks import *  # noqa: F403 - what is marked in it is read from here
from .content import *  # noqa: F403 - what is marked in it is read from here
from .padding_mask import *  # noqa: F403 - what is marked in it is read from here
