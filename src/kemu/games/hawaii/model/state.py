"""The state of a game of Hawaii, 1795: where the counters are, the cards, and what has moved this turn."""

from __future__ import annotations

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from ..rules.battle import BattlePhase
from ..rules.cards import CardEvents, DrawCard, GoingHome
from ..rules.fight import Fight
from ..rules.held import UseCard
from ..rules.movement import Loading, Moving, StormBreaks
from ..rules.recruiting import Recruiting
from ..rules.retreat import HalfTheCanoes, Retreating
from ..rules.sea import LaunchFleet, Sighting
from ..rules.setup import Adding, Dividing
from ..rules.stages import Battle, LeaveWith
from ..rules.turn import PartEnd, PartStart
from ..rules.victory import Finished


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to play."""

    length: Annotated[
        Literal["long", "short"],
        Meta(description="long: January to November, cards 1 and 2 first. short: from March, with more on the map."),
    ] = "long"


Frames = Union[  # noqa: UP007
    Dividing,
    Adding,
    PartStart,
    DrawCard,
    CardEvents,
    GoingHome,
    Recruiting,
    Moving,
    Loading,
    StormBreaks,
    BattlePhase,
    Battle,
    UseCard,
    Sighting,
    LaunchFleet,
    Fight,
    Retreating,
    HalfTheCanoes,
    LeaveWith,
    PartEnd,
    Finished,
]


class State(Struct, frozen=True):
    """Everything about a game. Counters, and cards, are bits of whole numbers; both orders are the kit's.

    Nothing in it is hidden. The one secret of the game is the order of the decks, and a state has none: `decks` are the
    cards left to draw, and which comes next is not settled before it is drawn.
    """

    settings: Settings
    stack: tuple[Frames, ...]
    places: tuple[int, ...]
    """The counters in each place: the spaces, the sea, the two boxes, aside, out of the game."""
    month: int
    """The turn: 1 is January."""
    decks: tuple[int, int]
    discards: tuple[int, int] = (0, 0)
    held: tuple[int, int] = (0, 0)
    """Face up before their owners, their events still to come."""
    played: tuple[int, int] = (0, 0)
    """Cards that have been played before: what they recruit once, they recruit no more."""
    kauai: int = -1
    """The seat that Kauaʻi has joined, or -1."""
    card: int = -1
    """The card of the present part, or -1."""
    again: bool = False
    """The card was played before."""
    fleet: int = 0
    """Fleet moves left."""
    walked: int = 0
    """What has walked this turn."""
    rode: int = 0
    """What has been landed by canoe this turn."""
    sailed: int = 0
    """The canoes that have made their fleet move."""
    cargo: tuple[tuple[int, int], ...] = ()
    """For each of these, in order: the canoe, and what it carried."""
    stood: int = 0
    """The spaces, as bits, that the side in turn occupied when its movement began."""
