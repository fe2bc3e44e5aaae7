"""The trained twins of the stage leak: as their script makes them, and with the lesson in them."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
LEAK = ROOT / "assignments" / "leak"
NAMES = ("causal", "unmasked")


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def given():
    return module(LEAK / "next_token.py")


@pytest.fixture(scope="module")
def text(given):
    return given.sentences(np.random.default_rng(2), 400)


@pytest.mark.parametrize("name", NAMES)
def test_the_file_holds_what_training_gives(name):
    kept = json.loads((LEAK / "twins.json").read_text(encoding="utf-8"))[name]
    made = module(ROOT / "solutions" / "leak" / "train.py").train(causal=name == "causal")
    assert made.keys() == kept.keys()
    for key, array in made.items():
        np.testing.assert_allclose(kept[key], array, atol=2e-3)


def test_the_twin_has_the_lower_loss(given, text):
    least = -(0.7 * np.log(0.7) + 0.3 * np.log(0.3))
    assert given.twin("causal").loss(text) == pytest.approx(least, rel=0.05)
    assert given.twin("unmasked").loss(text) < 0.01


def test_the_twin_cannot_generate(given):
    shares = dict.fromkeys(NAMES, 0.0)
    for name in NAMES:
        for start in np.ndindex(6, 6):
            tokens = list(start)
            while len(tokens) < 12:
                tokens.append(int(np.argmax(given.twin(name).step(tokens))))
            allowed = [given.CHANCES[pair] > 0 for pair in zip(tokens, tokens[2:], strict=False)]
            shares[name] += np.mean(allowed) / 36
    assert shares["causal"] == pytest.approx(1)
    assert shares["unmasked"] < 0.2
