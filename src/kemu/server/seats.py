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
    """A digest of the secret of whoever sits here; None: nobody does yet."""
    invite: bytes | None = None
    """A digest of the link by which the seat can be claimed, once."""
    again: bytes | None = None
    """A digest of the secret with which its player would sit at the next table, if he would play again."""

    @property
    def computer(self) -> bool:
        """Whether a program sits here."""
        return self.kind == "computer"

    @property
    def taken(self) -> bool:
        """Whether somebody sits here, whether he is there now or not."""
        return self.computer or self.token is not None


def new_token() -> str:
    """Return a fresh secret, safe in a link."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> bytes:
    """Return what is stored of a secret. The secret has 192 random bits, so a plain digest is not guessed back."""
    return blake2b(token.encode(), digest_size=32, person=b"kemu seat").digest()


def seat_of(token: str, seats: Iterable[Seat]) -> Seat | None:
    """Return the seat that a secret opens."""
    return _matching(digest(token), ((seat, seat.token) for seat in seats))


def invited_to(invite: str, seats: Iterable[Seat]) -> Seat | None:
    """Return the seat that can be claimed by a link with this secret."""
    return _matching(digest(invite), ((seat, seat.invite) for seat in seats))


def _matching(given: bytes, kept: Iterable[tuple[Seat, bytes | None]]) -> Seat | None:
    """Every digest is compared, in constant time, whether one fitted or not."""
    found: Seat | None = None
    for seat, one in kept:
        if one is not None and compare_digest(given, one):
            found = seat
    return found
