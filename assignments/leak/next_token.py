"""A tiny next-token model and its twin without a mask: data, training, loss and next step.

The language has six tokens. After each, two others may come, one of them more often. The model is
one attention head with learned tokens and places, trained here in NumPy from a seed. Its twin
differs in one thing only: it has no causal mask. `python next_token.py` trains both once more and
writes twins.json.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

TOKENS, LENGTH, WIDTH = 6, 8, 12
SEED = 6
WEIGHTS = Path(__file__).with_name("twins.json")

# row: token, column: how often each other token comes next; 0 where it never does
CHANCES = np.array(
    [
        [0.0, 0.7, 0.0, 0.3, 0.0, 0.0],
        [0.0, 0.0, 0.7, 0.0, 0.3, 0.0],
        [0.3, 0.0, 0.0, 0.0, 0.0, 0.7],
        [0.0, 0.0, 0.3, 0.0, 0.7, 0.0],
        [0.7, 0.0, 0.0, 0.0, 0.0, 0.3],
        [0.0, 0.3, 0.0, 0.7, 0.0, 0.0],
    ]
)


def sentences(rng: np.random.Generator, count: int) -> np.ndarray:
    """Return random sentences of the language, (count, LENGTH + 1)."""
    tokens = np.empty((count, LENGTH + 1), dtype=int)
    tokens[:, 0] = rng.integers(TOKENS, size=count)
    for place in range(LENGTH):
        drawn = rng.random((count, 1)) < np.cumsum(CHANCES[tokens[:, place]], axis=1)
        tokens[:, place + 1] = np.argmax(drawn, axis=1)
    return tokens


def softmax(S: np.ndarray) -> np.ndarray:
    """Return the softmax over the last axis."""
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


class Model:
    """One head over tokens and places; `causal` is all that the twins differ in.

    Args:
        weights: name to array, as `begin` makes them.
        causal: whether a query may read only up to its own place.
    """

    def __init__(self, weights: dict, causal: bool) -> None:
        self.weights = weights
        self.causal = causal

    def embed(self, tokens: np.ndarray) -> np.ndarray:
        """Return X, (B, T, WIDTH), for tokens (B, T), T up to LENGTH."""
        return self.weights["E"][tokens] + self.weights["P"][: tokens.shape[1]]

    def attend(self, X: np.ndarray) -> tuple:
        """Return Q, K, V, A and H."""
        Q, K, V = (X @ self.weights[name] for name in ("W_Q", "W_K", "W_V"))
        S = Q @ K.swapaxes(1, 2) / np.sqrt(WIDTH)
        if self.causal:
            S = np.where(np.tri(X.shape[1], dtype=bool), S, -np.inf)
        A = softmax(S)
        return Q, K, V, A, A @ V

    def layer(self, X: np.ndarray) -> np.ndarray:
        """Return the output of the head, X left in: (B, T, WIDTH)."""
        return X + self.attend(X)[-1] @ self.weights["W_O"]

    def logits(self, tokens: np.ndarray) -> np.ndarray:
        """Return a score for each possible next token at each place, (B, T, TOKENS)."""
        return self.layer(self.embed(tokens)) @ self.weights["U"]

    def loss(self, text: np.ndarray) -> float:
        """Return the mean of −log p of each token of (B, LENGTH + 1) sentences but the first."""
        A = softmax(self.logits(text[:, :-1]))
        return float(-np.mean(np.log(np.take_along_axis(A, text[:, 1:, np.newaxis], 2))))

    def step(self, tokens: np.ndarray) -> np.ndarray:
        """Return the logits of the token that follows, (TOKENS,); at most LENGTH are read."""
        tokens = np.asarray(tokens, dtype=int)
        if tokens.ndim != 1 or tokens.size == 0:
            raise ValueError(f"step takes one list of tokens, at least one; not {tokens.shape}")
        tokens = tokens[-LENGTH:]
        return self.logits(tokens[np.newaxis])[0, -1]


def begin(rng: np.random.Generator) -> dict:
    """Return weights before any training."""
    shapes = {"E": (TOKENS, WIDTH), "P": (LENGTH, WIDTH), "U": (WIDTH, TOKENS)}
    shapes |= dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (WIDTH, WIDTH))
    return {name: 0.3 * rng.normal(size=shape) for name, shape in shapes.items()}


def gradients(model: Model, text: np.ndarray) -> dict:
    """Return the gradient of the loss by each weight: stage 8, with the rest around it."""
    tokens, W = text[:, :-1], model.weights
    X = model.embed(tokens)
    Q, K, V, A, H = model.attend(X)
    Z = X + H @ W["W_O"]
    dlogits = (softmax(Z @ W["U"]) - np.eye(TOKENS)[text[:, 1:]]) / tokens.size
    dZ = dlogits @ W["U"].T
    dH = dZ @ W["W_O"].T
    dA = dH @ V.swapaxes(1, 2)
    dS = A * (dA - np.sum(A * dA, axis=-1, keepdims=True)) / np.sqrt(WIDTH)
    dQ, dK, dV = dS @ K, dS.swapaxes(1, 2) @ Q, A.swapaxes(1, 2) @ dH
    dX = dZ + dQ @ W["W_Q"].T + dK @ W["W_K"].T + dV @ W["W_V"].T
    flat = X.reshape(-1, WIDTH).T
    made = {"W_Q": dQ, "W_K": dK, "W_V": dV}
    made = {name: flat @ D.reshape(-1, WIDTH) for name, D in made.items()}
    made["W_O"] = H.reshape(-1, WIDTH).T @ dZ.reshape(-1, WIDTH)
    made["U"] = Z.reshape(-1, WIDTH).T @ dlogits.reshape(-1, TOKENS)
    made["E"] = np.eye(TOKENS)[tokens].reshape(-1, TOKENS).T @ dX.reshape(-1, WIDTH)
    made["P"] = dX.sum(axis=0)
    return made


def train(causal: bool, steps: int = 400, rate: float = 0.02) -> Model:
    """Return a model trained by Adam on fresh sentences; twins see the same ones."""
    rng = np.random.default_rng(SEED)
    model = Model(begin(rng), causal)
    mean = {name: np.zeros_like(W) for name, W in model.weights.items()}
    square = {name: np.zeros_like(W) for name, W in model.weights.items()}
    for count in range(1, steps + 1):
        for name, D in gradients(model, sentences(rng, 32)).items():
            mean[name] += 0.1 * (D - mean[name])
            square[name] += 0.01 * (D * D - square[name])
            move = mean[name] / (1 - 0.9**count)
            model.weights[name] -= rate * move / np.sqrt(square[name] / (1 - 0.99**count) + 1e-9)
    return model


def write_twins() -> None:
    """Train both and write their weights, to four places, to twins.json."""
    twins = {"causal": train(causal=True), "unmasked": train(causal=False)}
    rounded = {
        name: {key: np.round(W, 4).tolist() for key, W in model.weights.items()}
        for name, model in twins.items()
    }
    WEIGHTS.write_text(json.dumps(rounded) + "\n", encoding="utf-8")


@cache
def twin(name: str) -> Model:
    """Return the model called "causal", or its twin called "unmasked", as they were trained."""
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))[name]
    return Model({key: np.array(W) for key, W in kept.items()}, causal=name == "causal")


def causal_layer(X: np.ndarray) -> np.ndarray:
    """Return the output of the causal model's layer, X (B, T, WIDTH)."""
    return twin("causal").layer(np.asarray(X, dtype=float))


def unmasked_layer(X: np.ndarray) -> np.ndarray:
    """Return the output of the twin's layer, X (B, T, WIDTH)."""
    return twin("unmasked").layer(np.asarray(X, dtype=float))


def causal_step(tokens: list) -> np.ndarray:
    """Return the causal model's logits of the token that follows, (TOKENS,)."""
    return twin("causal").step(tokens)


def unmasked_step(tokens: list) -> np.ndarray:
    """Return the twin's logits of the token that follows, (TOKENS,)."""
    return twin("unmasked").step(tokens)


# For the public examples, which need something smaller too


def running_sum(X: np.ndarray) -> np.ndarray:
    """Return the sum of all tokens so far, X (B, T, d): it reads the past alone."""
    return np.cumsum(X, axis=1)


def mean_taken_off(X: np.ndarray) -> np.ndarray:
    """Return X less the mean over its tokens, X (B, T, d): later ones have a part in it."""
    return X - np.mean(X, axis=1, keepdims=True)


def count_on(tokens: list) -> np.ndarray:
    """Return logits that are largest for the number after the last token, in a ring of five."""
    best = (int(tokens[-1]) + 1) % 5
    return -np.abs(np.arange(5) - best).astype(float)


if __name__ == "__main__":
    write_twins()
