"""Seats: who may act for whom. A seat is a secret of 192 bits, kept here as a digest only."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import blake2b
from hmac import compare_digest

from msgspec import Struct


class Seat(Struct, frozen=True):
    """Who sits at one seat of a table."""

    index: int
    kind: str
    """`you`, `friend` or `computer`."""
    level: str
    """The level of a computer, else empty."""
    name: str
    token: bytes | None
    """A digest of the secret."""

    @property
    def computer(self) -> bool:
        """Whether a program sits here."""
        return self.kind == "computer"


def new_token() -> str:
    """Return a fresh secret, safe in a link."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> bytes:
    """Return what is stored of a secret. The secret has 192 random bits, so a plain digest is not guessed back."""
    return blake2b(token.encode(), digest_size=32, person=b"kemu seat").digest()


def seat_of(token: str, seats: Iterable[Seat]) -> Seat | None:
    """Return the seat that a secret opens. Every seat is compared, in constant time, whether one fitted or not."""
    given = digest(token)
    found: Seat | None = None
    for seat in seats:
        if seat.token is not None and compare_digest(given, seat.token):
            found = seat
    return found
