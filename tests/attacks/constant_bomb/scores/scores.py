"""Has the compiler fold constants to something huge."""

VALUE = (1 << 500_000_000) * (1 << 500_000_000)
TEXT = 'x' * 3_000_000_000
