"""Stage 13, leak: whether a layer reads the future, and what it is worth when it has to write.

A model that is trained to name the next token must not see it. Where the causal mask is missing or
wrong, training and validation loss are both too good, and nothing warns you until the model has to
generate, when there is no future to read. One experiment tells: change later tokens and see whether
earlier outputs move. The second function is that generation, the plainest kind.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

from collections.abc import Callable

import numpy as np


def leaks_future(layer: Callable[[np.ndarray], np.ndarray], X: np.ndarray) -> bool:
    """Return whether changing tokens after i changes the output at i or before, for any i.

    Args:
        layer: takes tokens, (B, T, d_model), and returns an array (B, T, width), the width being
            its own. It may be called 200 times, with tokens like X but for their numbers.
        X: tokens, (B, T, d_model), B and T at least 1. They may be whole numbers.

    Returns:
        True where the layer leaks: from whatever place to whatever earlier place, in whatever
        item. Where tokens are replaced by others of ordinary size, a leak moves some output
        clearly: by a hundredth of what was changed, or so. False for a causal layer. Its outputs
        may still differ by rounding, as sound layers do: within rtol 1e-4 and atol 1e-5 nothing
        has changed. A single token has no future.

    Example:
        layer(X) = cumulative sum over the tokens: False. layer(X) = X minus its mean over the
        tokens: True for T = 2 and more.
    """
    raise NotImplementedError("leaks_future is not filled in yet")


def generate(step: Callable[[list], np.ndarray], prompt: list, n: int) -> list:
    """Return the n tokens that greedy decoding appends to a prompt.

    Args:
        step: takes the list of all tokens so far, the prompt's included, and returns the logits
            of the next one, (number of tokens in the language,). It may be called 200 times.
        prompt: a list of tokens, whole numbers, at least one.
        n: how many new tokens are wanted, 0 included.

    Returns:
        The n new tokens as a list, without the prompt. Each is the token of the largest logit, of
        the first largest where several are equal, and is read by all steps after it. The prompt
        is left as it was.

    Example:
        A step whose largest logit is always at (last token + 1) mod 5, prompt [2, 3], n = 4:
        [4, 0, 1, 2].
    """
    raise NotImplementedError("generate is not filled in yet")
