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


class ClockTerms(Sent, frozen=True):
    """The time that each seat has, in milliseconds."""

    bank: Annotated[int, Meta(ge=0, le=30 * 24 * 3600_000, description="In all; with 0 there is free time only.")]
    free: Annotated[
        int,
        Meta(ge=0, le=30 * 24 * 3600_000, description="So long each turn may take before the bank runs."),
    ]


class ClockState(Told, frozen=True):
    """A table's clock at the moment in which this is sent. All of it is spans of time in milliseconds: a client counts
    on from when it hears of it, and what its own clock says does not matter."""

    bank: int
    free: int
    left: dict[str, int]
    """What is left of each seat's bank; of the one that is running, at the beginning of its turn."""
    runs: str | None
    """The seat whose time runs; none: the table waits for somebody to come or for a computer, or it is over."""
    spent: int
    """How long this turn has lasted. What is beyond the free time leaves the bank."""


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
    clock: ClockTerms | None = None
    """Whoever sits down agrees to it; none: there is no clock."""


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
