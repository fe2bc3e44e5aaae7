from dataclasses import dataclass
from functools import partial

import numpy as np


@dataclass
class Scores:
    scaled: bool = False

    def __call__(self, Q, K):
        R = Q @ np.moveaxis(K, -1, -2)
        return R / np.sqrt(K.shape[-1]) if self.scaled else R


raw_scores = Scores()
scaled_scores = partial(Scores.__call__, Scores(scaled=True))
