"""The shape of the kit's files: what may stand in them, before anything is worked out from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .effects import Who, Whom, Window

Source = Literal["rulebook", "report", "reconstruction"]
Word = Annotated[str, Meta(min_length=1)]
Symbol = Literal["swords", "musket", "bugle", "cannon", "flag", "tricorne", "event"]
Act = Literal["march", "charge", "rally", "bombard"]
Spot = tuple[float, float]


class UseEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One use of a card's text."""

    window: Window
    who: Who
    effects: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1)]
    whom: Whom | None = None
    actions: tuple[Act, ...] = ()
    """The actions in which it may be played; none: any."""


class CardEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One title of the deck."""

    title: Word
    copies: Annotated[int, Meta(ge=1, le=20)]
    span: Annotated[int, Meta(ge=1, le=60)]
    symbols: tuple[Symbol, ...] = ()
    text: Word
    source: Source
    remove: bool = False
    use: tuple[UseEntry, ...] = ()


class CardsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    hand: Annotated[int, Meta(ge=1, le=20)]
    limit: Annotated[int, Meta(ge=1, le=30)]
    card: Annotated[tuple[CardEntry, ...], Meta(min_length=12)]


class KindEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain."""

    id: Word
    title: Word
    source: Source
    linear: bool = False
    difficult: bool = False
    cover: bool = False
    obstruction: bool = False
    water: bool = False
    impassable: bool = False
    woods: bool = False
    bridge: bool = False
    level: Annotated[int, Meta(ge=0, le=3)] = 0


class PaletteEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece that may be set up: its outline round its middle, in BW."""

    id: Word
    kind: Word
    source: Source
    points: Annotated[tuple[Spot, ...], Meta(min_length=2)]
    crest: tuple[Spot, ...] = ()


class TerrainFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`terrain.toml`."""

    width: Annotated[int, Meta(ge=20, le=100)]
    height: Annotated[int, Meta(ge=15, le=100)]
    kind: tuple[KindEntry, ...]
    palette: tuple[PaletteEntry, ...]


class PlacedEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A palette piece on a ready battle's table: its middle in BW, turned clockwise by whole degrees."""

    piece: Word
    at: Spot
    turn: int = 0


Drawn = tuple[Literal["INF", "CAV", "ART"], Literal["line", "column", "massed", "artillery"], float, float, int]
"""A unit drawn up: arm, formation, the middle of its front in BW, and its facing in whole degrees from north."""


class ArmyEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One army drawn up: the first 8, 14 or 20 units fight, by the size of the battle."""

    cinc: Spot
    units: Annotated[tuple[Drawn, ...], Meta(min_length=20, max_length=20)]


class BattleEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready battle."""

    id: Word
    title: Word
    text: Word
    source: Source
    terrain: tuple[PlacedEntry, ...] = ()
    red: ArmyEntry
    blue: ArmyEntry


class BattlesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`battles.toml`."""

    muster: Annotated[tuple[Literal["INF", "CAV", "ART"], ...], Meta(min_length=20, max_length=20)]
    """The army of a free set-up: its first 8, 14 or 20 units."""
    battle: tuple[BattleEntry, ...]
