"""The shape of the kit's files: what may stand in them, before anything is worked out from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Source = Literal["rulebook", "reconstruction"]
Side = Literal["kamehameha", "allied"]
SEATS = ("kamehameha", "allied")
Word = Annotated[str, Meta(min_length=1)]
"""What players read or write: never empty."""
Kind = Literal["leader", "warriors", "musketeers", "cannon", "pikes", "canoe", "earthworks"]
Result = Literal["none", "panic", "elimination"]
Month = Literal[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


class Counter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One counter."""

    id: Word
    side: Literal["kamehameha", "allied", "kauai"]
    name: Word
    kind: Kind
    strength: Annotated[int, Meta(ge=0, le=5)] = 0
    elite: bool = False
    home: str = ""
    named: bool = False
    chief: bool = False
    source: Source


class Counters(Struct, frozen=True, forbid_unknown_fields=True):
    """`counters.toml`."""

    counter: tuple[Counter, ...]


class Island(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An island: one space, or two."""

    id: Word
    name: Word
    source: Source


class Space(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A land space."""

    id: Word
    name: Word
    island: Word
    colour: Word
    fort: bool = False
    source: Source


class Victory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of an occupation victory: so many spaces of these colours."""

    side: Side
    need: Annotated[int, Meta(ge=1)]
    colours: tuple[str, ...]
    source: Source


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """`map.toml`."""

    island: tuple[Island, ...]
    space: tuple[Space, ...]
    victory: tuple[Victory, ...]


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the Battle Results Table."""

    die: Annotated[int, Meta(ge=1, le=6)]
    plain: Result
    elite: Result
    source: Source


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """`brt.toml`."""

    row: tuple[Row, ...]


class CardFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card as it is typed in; its events are read one by one, so that an error can name the card."""

    id: Word
    side: Side
    number: int
    title: Word
    recruits: tuple[str, ...]
    fleet: Annotated[int, Meta(ge=0, le=9)]
    held: bool = False
    text: str = ""
    source: Source
    event: tuple[dict[str, Any], ...] = ()


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    card: tuple[CardFile, ...]


class Start(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters that begin in a space, or on an island whose spaces their owner fills."""

    side: Literal["kamehameha", "allied", "kauai"]
    at: Word
    units: tuple[str, ...]
    source: Source


class Add(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side adds to an island before the game begins."""

    side: Side
    at: Word
    units: tuple[str, ...]
    source: Source


class Length(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A length of the game."""

    id: Literal["long", "short"]
    first: Month
    last: Month
    fixed: tuple[int, ...]
    source: Source
    add: tuple[Add, ...] = ()


class Setups(Struct, frozen=True, forbid_unknown_fields=True):
    """`setups.toml`."""

    start: tuple[Start, ...]
    length: tuple[Length, ...]
