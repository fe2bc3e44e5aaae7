"""Trains the twins from a seed and writes their numbers.

    python -c "from solutions.leak import train; train.write_twins()"

Needed only where the language or the model changes; twins.json in the stage's folder is what
students and grader read, so that both have the same on every machine.
"""

import importlib.util
import json
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[2] / "assignments" / "leak"
SEED, WIDTH, BATCH, STEPS, RATE = 6, 8, 32, 500, 0.02
PLACES = 4
"""Decimals that are kept."""


def language():
    """The module that students are given."""
    spec = importlib.util.spec_from_file_location("next_token", FOLDER / "next_token.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def softmax(S):
    """The softmax over the last axis."""
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def train(*, causal):
    """The numbers of a twin by name, after Adam on fresh sentences; both see the same ones."""
    given = language()
    rng = np.random.default_rng(SEED)
    T, V = given.LENGTH, given.TOKENS
    shapes = {"E": (V, WIDTH), "R": (T, T), "W": (WIDTH, WIDTH), "U": (WIDTH, V)}
    now = {name: 0.3 * rng.normal(size=shape) for name, shape in shapes.items()}
    covered = np.triu(np.full((T, T), -np.inf), 1) if causal else np.zeros((T, T))
    mean, square = ({name: 0 * W for name, W in now.items()} for _ in range(2))
    for count in range(1, STEPS + 1):
        text = given.sentences(rng, BATCH)
        for name, D in gradients(now, covered, text).items():
            mean[name] = 0.9 * mean[name] + 0.1 * D
            square[name] = 0.99 * square[name] + 0.01 * D * D
            size = np.sqrt(square[name] / (1 - 0.99**count)) + 1e-8
            now[name] = now[name] - RATE * mean[name] / (1 - 0.9**count) / size
    return {"E": now["E"], "shares": softmax(now["R"] + covered), "W": now["W"], "U": now["U"]}


def gradients(now, covered, text):
    """The gradient of the loss by each array."""
    E, R, W, U = now["E"], now["R"], now["W"], now["U"]
    tokens = np.eye(len(E))[text]
    X, A = tokens @ E, softmax(R + covered)
    H = A @ X
    Z = X + H @ W
    dlogits = softmax(Z @ U)
    dlogits[:, 1:-1] -= tokens[:, 2:]
    dlogits[:, [0, -1]] = 0  # the second token comes anyhow, and none after the last
    dlogits /= text[:, 2:].size
    dZ = dlogits @ U.T
    dH = dZ @ W.T
    dA = np.einsum("btd,bsd->ts", dH, X)
    dX = dZ + A.T @ dH
    return {
        "E": np.einsum("btv,btd->vd", tokens, dX),
        "R": A * (dA - np.sum(A * dA, axis=-1, keepdims=True)),
        "W": np.einsum("btd,bte->de", H, dZ),
        "U": np.einsum("btd,btv->dv", Z, dlogits),
    }


def rounded(made):
    """The numbers as the file holds them."""
    return {name: np.round(array, PLACES).tolist() for name, array in made.items()}


def write_twins():
    """Writes twins.json anew."""
    twins = {"causal": rounded(train(causal=True)), "unmasked": rounded(train(causal=False))}
    (FOLDER / "twins.json").write_text(json.dumps(twins) + "\n", encoding="utf-8")
