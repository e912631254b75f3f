"""What the kit's files look like: layouts, armies, cards. Lengths in the files are inches."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kemu.core.clauses import rule

Pair = tuple[float, float]
LineKind = Literal["wall", "prepared", "hasty", "fence", "hedge", "carcass", "ditch", "gate"]
AreaKind = Literal["trees", "rocks", "scrub"]


class _Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    source: str


class Opening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A door or a window, by the middle of it."""

    kind: Literal["door", "window"]
    storey: int
    at: Pair


class HouseEntry(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A building."""

    id: str
    name: str
    outline: tuple[Pair, ...]
    storeys: int
    roof: bool
    """Whether figures can stand on it."""
    opening: tuple[Opening, ...]


class LineEntry(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A linear obstacle through two or more points; from each point to the next is one piece."""

    id: str
    kind: LineKind
    height: Literal["low", "high"]
    points: tuple[Pair, ...]
    step: Literal["", "left", "right", "both"] = ""
    """The side on which a firing step runs, seen from the first point to the last."""


class AreaEntry(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ground with something on it."""

    id: str
    name: str
    kind: AreaKind
    outline: tuple[Pair, ...]


class CompoundEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the garrison sets up."""

    outline: tuple[Pair, ...]


class LayoutFile(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table."""

    name: str
    sentence: str
    width: int
    height: int
    compound: tuple[CompoundEntry, ...]
    house: tuple[HouseEntry, ...] = ()
    line: tuple[LineEntry, ...] = ()
    area: tuple[AreaEntry, ...] = ()


@rule("siege:AF.6")
class Kind(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of attacker."""

    id: str
    name: str
    one: str
    basic: bool = False
    firearms: bool = False
    mounted: bool = False
    fanatic: bool = False
    gun: bool = False
    jingals: bool = False


class Army(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attackers' whole force: how many figures of each kind, and how many guns with a crew of four."""

    id: str
    name: str
    sentence: str
    figures: dict[str, int]
    guns: int


class SquadEntry(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One squad's name."""

    name: str
    short: str


class GunEntry(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the garrison's guns."""

    name: str


class ArmiesFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Both sides."""

    kind: tuple[Kind, ...]
    army: tuple[Army, ...]
    squad: tuple[SquadEntry, ...]
    gun: tuple[GunEntry, ...]


class Rank(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What cards of these ranks are worth."""

    ranks: tuple[str, ...]
    actions: int
    resolves: bool
    """Whether melees are resolved after the actions, or else reinforcements rolled for."""


class CardsFile(_Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The deck, and the counters for ammunition."""

    rifle_counters: int
    gun_counters: int
    rank: tuple[Rank, ...]
