"""An audit as a class: one method a question."""
import itertools
from dataclasses import dataclass

import numpy as np

CHAIN = "Q K V S M A H Y".split()


@dataclass
class Item:
    x: np.ndarray
    length: int

    def solve(self, W, causal):
        x = self.x.astype(float)
        q, k, v = (x @ w.astype(float) for w in W[:3])
        s = q @ k.T / np.sqrt(q.shape[1])
        t = len(x)
        hide = np.arange(t)[None, :] >= self.length
        if causal:
            hide = hide | np.triu(np.ones((t, t), bool), 1)
        hide = np.broadcast_to(hide, (t, t))
        a = np.zeros((t, t))
        for row in range(t):
            see = ~hide[row]
            if see.any():
                e = np.exp(s[row, see] - s[row, see].max())
                a[row, see] = e / e.sum()
        h = a @ v
        return dict(zip(CHAIN, (q, k, v, s, np.where(hide, -np.inf, 0.0), a, h, h @ W[3].astype(float))))


class Auditor:
    LIMIT = 196

    def __init__(self, layer, X, W, lengths, causal):
        self.layer, self.X, self.W, self.lengths, self.causal = layer, X, W, lengths, causal
        self.B, self.T, self.d = X.shape
        n = [self.T] * self.B if lengths is None else lengths.tolist()
        self.items = [Item(x, k) for x, k in zip(X, n)]
        self.truth = [item.solve(W, causal) for item in self.items]
        self.calls = 0
        self.rng = np.random.default_rng(2024)

    def run(self, items):
        self.calls += 1
        n = np.array([i.length for i in items], dtype=np.int64)
        if self.lengths is None and (n == self.T).all():
            n = None
        x = np.stack([i.x for i in items]) if items else self.X[:0]
        return self.layer(x, *self.W, lengths=n, causal=self.causal)

    def first(self, out, size, places):
        """places: {place in the batch: number of the item}"""
        for name in CHAIN:
            got = np.asarray(out[name], dtype=float)
            if name == "M":
                try:
                    got = np.broadcast_to(got, (size, self.T, self.T))
                except ValueError:
                    return name
            elif got.ndim != 3 or len(got) != size:
                return name
            for place, number in places.items():
                want = self.truth[number][name]
                if got[place].shape != want.shape:
                    return name
                if not np.isclose(got[place], want, rtol=1.5e-4, atol=1.5e-5).all():
                    return name
                if name == "A" and (got[place][self.truth[number]["M"] < 0] != 0).any():
                    return name
        return None

    def strangers(self, count, size, length):
        level = 1 + float(np.abs(self.X).max(initial=0))
        for _ in range(count):
            x = (self.rng.normal(size=(self.T, self.d)) * size * level).astype(self.X.dtype)
            yield Item(x, self.rng.integers(0, self.T + 1) if length is None else length)

    def companies(self):
        everyone = list(range(self.B))
        yield [], [], []
        for b in everyone[:8]:
            yield [], [b], []
        yield [], everyone[::-1], []
        yield [], everyone[1:] + everyone[:1], []
        for size, length, count in itertools.product((1, 100), (self.T, 0, 1, None), dict.fromkeys((1, 2, self.T, self.T + self.B, 9 + 20 // self.T))):
            new = list(self.strangers(count, size, length))
            yield new, everyone, []
            yield [], everyone, new
        for b in everyone[:6]:
            for before in range(min(self.T, 3)):
                new = list(self.strangers(self.T - 1, 1, self.T))
                yield new[:before], [b], new[before:]
        yield [], everyone, []

    def answer(self):
        own = {b: b for b in range(self.B)}
        out = self.layer(self.X, *self.W, lengths=self.lengths, causal=self.causal)
        self.calls += 1
        name = self.first(out, self.B, own)
        if name:
            return name
        for before, chosen, after in self.companies():
            if self.calls >= self.LIMIT:
                break
            batch = before + [self.items[b] for b in chosen] + after
            try:
                if self.first(self.run(batch), len(batch), {len(before) + p: b for p, b in enumerate(chosen)}):
                    return "batch"
            except Exception:
                return "batch"
        return None


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    return Auditor(layer, X, (W_Q, W_K, W_V, W_O), lengths, causal).answer()
