"""The state of a battle: units, terrain, commanders, cards, and where the round stands."""

from __future__ import annotations

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from ..rules.activation import Activation, KeepPart, NameForce, Paying, Toll
from ..rules.cards import Window
from ..rules.charging import Charging
from ..rules.cinc import CinCLoss, Displaced, MovingCinC
from ..rules.combat import Combat, FallingBack
from ..rules.command_choice import CommandChoice, Pass, PlayedEvent, RemoveEvent
from ..rules.deck import Draws
from ..rules.deployment import Deploying, DeployingCinC, FirstToDeploy
from ..rules.marching import Marching
from ..rules.morale import Finished
from ..rules.rallying import Rallying
from ..rules.round import Cleanup, Round, TooMany
from ..rules.setup import Deal, FirstRound, Sides, TerrainRoll, TerrainSetup
from ..rules.shooting import Shooting
from ..rules.volleys import CallVolleys, VolleyPhase
from .units import BW, Piece, Unit

Point = tuple[int, int]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to play."""

    battle: Annotated[
        Literal["open", "ridge", "broken", "free"],
        Meta(
            description="open: an open field. ridge: Blue holds a walled ridge. broken: woods, rocks and marsh."
            " free: the players set up terrain and armies themselves."
        ),
    ] = "open"
    size: Annotated[Literal[8, 14, 20], Meta(description="How many units each army has.")] = 14
    bases: Annotated[
        Literal["square", "oblong"],
        Meta(description="Whether infantry and cavalry bases are as deep as they are wide, or two thirds of it."),
    ] = "square"

    @property
    def depths(self) -> tuple[int, int]:
        """How deep bases are, in steps: of infantry and cavalry, and of artillery."""
        return (BW if self.bases == "square" else 667, BW)


Frames = Union[  # noqa: UP007
    TerrainRoll, TerrainSetup, Sides, FirstToDeploy, Deploying, DeployingCinC, Deal, FirstRound, Round, CallVolleys,
    VolleyPhase, Shooting, CommandChoice, Pass, PlayedEvent, RemoveEvent, Draws, NameForce, Paying, Activation, Window,
    Toll, KeepPart, Marching, Charging, Combat, FallingBack, Rallying, MovingCinC, Displaced, CinCLoss, TooMany,
    Cleanup, Finished,
]  # fmt: skip


class InForce(Struct, frozen=True, array_like=True):
    """A card whose effects hold for a while, and for whom."""

    card: int
    use: int
    seat: int
    units: tuple[int, ...]


class State(Struct, frozen=True):
    """Everything about a battle. Cards are told by their titles' numbers in the kit; hands and decks are sorted.

    In a view, cards that a seat does not know are -1.
    """

    settings: Settings
    stack: tuple[Frames, ...]
    units: tuple[Unit, ...] = ()
    """On the table, by id."""
    pieces: tuple[Piece, ...] = ()
    cinc: tuple[Point | None, Point | None] = (None, None)
    """The middle of each commander's marker."""
    south: int = 0
    """The side that has the southern edge."""
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    fresh: tuple[int, ...] = ()
    """Cards that the active player has drawn in this round."""
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Cards in each hand that the other seat knows of."""
    deck: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    """Cards on the table that are not yet discarded: an event that is being resolved."""
    removed: tuple[int, ...] = ()
    pass_through: int = 0
    """Which time the deck is gone through: 0, 1 with Reshuffle in it, 2 the last."""
    morale: tuple[int, int] = (0, 0)
    start_morale: tuple[int, int] = (0, 0)
    round: int = 0
    active: int = 0
    fired: int = 0
    """Who has fired in this round: bits of ids."""
    modified: tuple[int, int] = (0, 0)
    """The modifying symbols that each seat has played in this round: bits of `catalogue.MODIFIERS`."""
    interrupted: bool = False
    effects: tuple[InForce, ...] = ()
    displaced: int = 0
    """Bits of the sides whose commander was displaced in this round."""
    empty_passes: int = 0
    """Rounds in a row that were passed with the last deck empty."""
    lost: tuple[int, int] = (0, 0)
    """How many units of each side were broken."""

    def unit(self, uid: int) -> Unit:
        """Return the unit with this id."""
        for unit in self.units:
            if unit.id == uid:
                return unit
        raise KeyError(uid)

    def find(self, uid: int) -> Unit | None:
        """Return the unit with this id, or None if it is broken."""
        return next((unit for unit in self.units if unit.id == uid), None)

    def side(self, seat: int) -> list[Unit]:
        """Return the units of a side."""
        return [unit for unit in self.units if unit.side == seat]
