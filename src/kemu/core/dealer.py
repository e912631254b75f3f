"""The dealer: draws chance in live play so that anyone can prove afterwards that it was not tampered with.

The dealer has a secret of 32 bytes. Before the first draw it publishes a *commitment* to the secret; after the
last it publishes the secret. Draw number i depends on the secret, on the salt and on i, and on nothing else:
who knows the secret can repeat every draw. The salt is public text that the players may choose once they have
seen the commitment; then not even the dealer could have picked a secret that gives the dice it likes.
`docs/record.md` states all of this byte by byte.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b


class DrawStream:
    """The random numbers of one draw: 64-bit words from BLAKE2b in counter mode, keyed by the secret."""

    def __init__(self, secret: bytes, salt: str, index: int) -> None:
        self._secret = secret
        self._prefix = index.to_bytes(8, "big") + salt.encode() + b"\0"
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = blake2b(
                self._prefix + self._block.to_bytes(8, "big"), key=self._secret, person=b"kemu draw"
            ).digest()
            self._block += 1
            self._words = [int.from_bytes(digest[i : i + 8], "big") for i in range(56, -1, -8)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return an integer in 0..n-1, exactly uniform: words beyond the last whole multiple of n are passed over."""
        if not 1 <= n <= 1 << 64:
            raise AssertionError(f"no number can be drawn below {n:.3g}")
        limit = (1 << 64) - (1 << 64) % n
        while (word := self._word()) >= limit:
            pass
        return word % n


class Dealer:
    """Draws chance from a secret. Two dealers with the same secret and salt draw the same.

    >>> Dealer.from_seed(1).draw(0).below(6) == Dealer.from_seed(1).draw(0).below(6)
    True
    """

    def __init__(self, secret: bytes | None = None, salt: str = "") -> None:
        self.secret = secrets.token_bytes(32) if secret is None else secret
        if len(self.secret) != 32:
            raise ValueError("a dealer's secret has 32 bytes")
        try:
            salt.encode()
        except (AttributeError, UnicodeEncodeError):
            raise ValueError("a dealer's salt is text") from None
        self.salt = salt

    @classmethod
    def from_seed(cls, seed: int, salt: str = "") -> Dealer:
        """Return the dealer of a seed, for play that can be repeated: tests, simulations, puzzles."""
        return cls(blake2b(str(seed).encode(), digest_size=32, person=b"kemu seed").digest(), salt)

    @property
    def commitment(self) -> str:
        """What is published before the first draw: it fixes the secret and tells nothing of it."""
        return commitment_of(self.secret)

    def draw(self, index: int) -> DrawStream:
        """Return the numbers of draw `index`, counted from 0 over a whole game."""
        return DrawStream(self.secret, self.salt, index)


def commitment_of(secret: bytes) -> str:
    """Return the commitment to a secret, in hexadecimal."""
    return blake2b(secret, digest_size=32, person=b"kemu commit").hexdigest()
