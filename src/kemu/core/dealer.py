"""The dealer: draws chance in live play so that anyone can prove afterwards that it was not tampered with.

The order is the proof. The dealer has a secret of 32 bytes, and first publishes a *commitment* to it and to the
table's id. Then every human seat adds a *salt* of its own. Only then is anything drawn: draw number i depends on the
secret, on the table, on the salts and on i, and on nothing else. The secret is told after the last draw, and whoever
knows it can repeat every draw. A dealer who committed before he knew the salts cannot have looked for a secret that
gives the dice he likes. `docs/record.md` states all of this byte by byte.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Literal

from .refusal import Refusal

SALT = re.compile(r"[0-9A-Za-z_-]{16,64}")
"""What a seat may add: 128 bits in hexadecimal digits, for example."""
TABLE = re.compile(r"[0-9A-Za-z_-]{1,64}")

Whose = Literal["owner", "server"]
"""Whose machine dealt: that of whoever keeps the record, or a server that all seats talk to."""


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
    """Draws chance from a secret, for one table.

    `salts` has every seat that must add a salt before the first draw, and what it has added, or None if it has
    not yet. Two dealers with the same secret, table and salts draw the same.

    >>> Dealer.from_seed(1).draw(0).below(6) == Dealer.from_seed(1).draw(0).below(6)
    True
    """

    def __init__(
        self,
        secret: bytes | None = None,
        table: str | None = None,
        salts: Mapping[str, str | None] | None = None,
        whose: Whose = "owner",
    ) -> None:
        self.secret = _secret(secret)
        self.table = secrets.token_urlsafe(12) if table is None else table
        self.salts: dict[str, str | None] = dict(salts or {})
        self.whose: Whose = whose
        if not TABLE.fullmatch(self.table):
            raise ValueError("a table's id is a short word of letters, digits, - and _")
        if not all(salt is None or SALT.fullmatch(salt) for salt in self.salts.values()):
            raise ValueError("a salt is a word of 16 to 64 letters, digits, - and _")
        self.salt = salt_of(self.table, self.salts)

    @classmethod
    def from_seed(cls, seed: int) -> Dealer:
        """Return the dealer of a seed, for play that can be repeated: tests, simulations, puzzles."""
        table = blake2b(str(seed).encode(), digest_size=8, person=b"kemu seed table").hexdigest()
        return cls(blake2b(str(seed).encode(), digest_size=32, person=b"kemu seed").digest(), table)

    @property
    def commitment(self) -> str:
        """What is published before anybody adds a salt: it fixes the secret for this table and tells nothing of it."""
        return commitment_of(self.secret, self.table)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The seats that have yet to add their salt: until then nothing is drawn."""
        return tuple(seat for seat, salt in self.salts.items() if salt is None)

    def salted(self, seat: str, salt: str) -> Dealer:
        """Return this dealer with a seat's salt added, or raise a `Refusal`: a salt is added once and then stands."""
        if seat not in self.salts:
            raise Refusal("This seat adds no salt to the dice here.")
        if self.salts[seat] is not None:
            raise Refusal("This seat has added its salt already, and that one stands.")
        if not SALT.fullmatch(salt):
            raise Refusal("A salt is a word of 16 to 64 letters, digits, - and _.")
        return Dealer(self.secret, self.table, {**self.salts, seat: salt}, self.whose)

    def draw(self, index: int) -> DrawStream:
        """Return the numbers of draw `index`, counted from 0 over a whole game."""
        if self.waits_for:
            raise AssertionError(f"nothing is drawn before {', '.join(self.waits_for)} added a salt")
        return DrawStream(self.secret, self.salt, index)


class UnboundDealer(Dealer):
    """The dealer of records of format 1, whose commitment bound neither a table nor seats' salts.

    The salt was told to him before he made his secret, so he could have looked for a secret that he liked.
    """

    def __init__(self, secret: bytes, salt: str = "") -> None:
        super().__init__(secret, "format-1")
        try:
            salt.encode()
        except (AttributeError, UnicodeEncodeError):
            raise ValueError("a dealer's salt is text") from None
        self.salt = salt

    @property
    def commitment(self) -> str:
        """What was published: it fixes the secret, for any table."""
        return blake2b(self.secret, digest_size=32, person=b"kemu commit").hexdigest()


def _secret(secret: bytes | None) -> bytes:
    if secret is None:
        return secrets.token_bytes(32)
    if len(secret) != 32:
        raise ValueError("a dealer's secret has 32 bytes")
    return secret


def commitment_of(secret: bytes, table: str) -> str:
    """Return the commitment to a secret for a table, in hexadecimal."""
    return blake2b(secret + table.encode(), digest_size=32, person=b"kemu commit 2").hexdigest()


def salt_of(table: str, salts: Mapping[str, str | None]) -> str:
    """Return what is mixed into every draw: a digest of the table's id and of every seat's salt.

    It is empty as long as a salt is missing.
    """
    if None in salts.values():
        return ""
    told = "".join(f"{seat}={salt}\n" for seat, salt in salts.items())
    return blake2b(f"{table}\n{told}".encode(), digest_size=16, person=b"kemu salts").hexdigest()
