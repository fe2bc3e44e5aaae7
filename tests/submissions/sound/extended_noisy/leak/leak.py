import logging

import numpy as np

logging.basicConfig(level=logging.DEBUG)


def leaks_future(layer, X):
    answers = []
    rng = np.random.default_rng()
    before = layer(X)
    for i in range(X.shape[1] - 1):
        for scale in (1.0, 5.0, 30.0):
            other = X + 0.0
            other[:, i + 1 :] += rng.uniform(0.5, 1.5, other[:, i + 1 :].shape) * scale
            after = layer(other)
            logging.info("place %s, scale %s", i, scale)
            answers.append(np.isclose(before, after, rtol=1e-4, atol=1e-5)[:, : i + 1].all())
    return not all(answers)


def generate(step, prompt, n):
    print("prompt", prompt)
    tokens = list(prompt)
    for _ in range(n):
        logits = step(tokens)
        tokens = tokens + [np.argmax(logits)]
    return [int(t) for t in tokens[len(tokens) - n :]]
