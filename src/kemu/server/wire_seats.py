"""What travels about seats: how they are given, claimed and passed on."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from .wire_base import Name, Secret, Sent, Told


class SeatKey(Told, frozen=True):
    """What the opener is told of a person's seat: the secret of a seat of his own, or the secret of the link by which a
    friend claims his. Exactly one of the two is there."""

    token: str | None
    invite: str | None


class Claim(Sent, frozen=True):
    """Sit down at a seat: by its link, which is used up by that, or at a free `seat` of a table that is
    listed. Exactly one of the two is there."""

    token: Secret
    invite: Annotated[str, Meta(max_length=200, description="The secret of the link.")] | UnsetType = UNSET
    seat: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    name: Name = ""
    """What whoever sits down is called; empty: what the seat was called before."""


class PassOn(Sent, frozen=True):
    """Let one's own seat be claimed by a link: to play on from another device."""

    invite: Secret


class Claimed(Told, frozen=True):
    """The seat that was claimed, or can be."""

    seat: str


class Listing(Sent, frozen=True):
    """Let anyone on this server find the table and take a free seat, or no longer."""

    listed: bool


class OpenTable(Told, frozen=True):
    """A table that anyone may sit down at."""

    table: str
    game: str
    title: str
    opener: str
    """What whoever opened it is called; empty: he has given no name."""
    free: list[str]
    """The seats that nobody has taken."""
    options: dict[str, Any]
    created_at: str


class Rematch(Sent, frozen=True):
    """Play again with the seats swapped, or (without a secret) not: when everybody would, a new table stands."""

    token: Secret | None = None
    """What shall open one's seat there."""


class RematchState(Told, frozen=True):
    """Who would play again, and where it goes on when all would."""

    wants: list[str]
    table: str | None
    """The new table."""
    seats: dict[str, str]
    """For each seat the one that its player has there."""
