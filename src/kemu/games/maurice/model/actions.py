"""What a seat may answer."""

from __future__ import annotations

from typing import ClassVar

from kemu.core.pending import Action

from .moves import Advance, Charge, Displace, Move, MoveCinC


class SetPiece(Action, frozen=True, tag="piece"):
    """Set up a piece of the palette: its middle, and by how many degrees it is turned."""

    form: str
    x: int
    y: int
    turn: int = 0


class PickPiece(Action, frozen=True, tag="pick"):
    """Take a piece of the palette in hand, to be set up next."""

    form: str


class EndTerrain(Action, frozen=True, tag="terrain-done"):
    """The terrain is set up."""


class TakeSide(Action, frozen=True, tag="side"):
    """Choose a long side of the table."""

    south: bool


class DeployFirst(Action, frozen=True, tag="first"):
    """Set up first, or second."""

    first: bool


class Deploy(Action, frozen=True, tag="deploy"):
    """Set up a unit: the middle of its front, its facing and formation."""

    unit: int
    x: int
    y: int
    facing: int
    formation: int


class DeployCinC(Action, frozen=True, tag="deploy-cinc"):
    """Set up the commander."""

    x: int
    y: int


class DrawUp(Action, frozen=True, tag="draw-up"):
    """Draw up all that is left of the army in two lines."""


class Volleys(Action, frozen=True, tag="volleys"):
    """Call a volley phase, or do without."""

    call: bool


class PassRound(Action, frozen=True, tag="pass"):
    """Pass the round."""


class PlayEvent(Action, frozen=True, tag="event"):
    """Play a card as an event; `unit` is the one that it is about, if it is about one."""

    card: int
    unit: int = -1


class Act(Action, frozen=True, tag="act"):
    """Play an action."""

    action: str


class Remove(Action, frozen=True, tag="remove"):
    """Take the event out of the game, or let it be discarded."""

    out: bool


class Activate(Action, frozen=True, tag="activate"):
    """Name the force."""

    units: tuple[int, ...]


class Spend(Action, frozen=True, tag="spend"):
    """Play a card for its span, or discard it as a price."""

    card: int


class Refuse(Action, frozen=True, tag="refuse"):
    """Do not pay."""


class Play(Action, frozen=True, tag="play"):
    """Play a card for its text; `units` are those that its player names."""

    card: int
    units: tuple[int, ...] = ()


class Decline(Action, frozen=True, tag="decline"):
    """Play no card now. A table may give this answer for a seat that has said a standing no."""

    declines: ClassVar[bool] = True


class Direction(Action, frozen=True, tag="direction"):
    """Fire from left to right, or from right to left."""

    left: bool


class Fire(Action, frozen=True, tag="fire"):
    """A unit fires: a target for each of its bases, -1 for a base that cannot fire."""

    unit: int
    targets: tuple[int, ...]


class HoldFire(Action, frozen=True, tag="hold"):
    """A unit does not fire."""

    unit: int


class ClearSmoke(Action, frozen=True, tag="clear"):
    """The force clears the smoke from all its guns."""


class Done(Action, frozen=True, tag="done"):
    """The others stand still."""


class Keep(Action, frozen=True, tag="keep"):
    """Keep to a linked part of the force."""

    units: tuple[int, ...]


class Next(Action, frozen=True, tag="next"):
    """The unit that falls back next."""

    unit: int


class Stay(Action, frozen=True, tag="stay"):
    """The commander stays where he is."""


AnyAction = (
    SetPiece | PickPiece | EndTerrain | TakeSide | DeployFirst | Deploy | DeployCinC | DrawUp | Volleys | PassRound
    | PlayEvent | Act | Remove | Activate | Spend | Refuse | Play | Decline | Direction | Fire | HoldFire | ClearSmoke
    | Done | Keep | Next | Stay | Move | Advance | Charge | MoveCinC | Displace
)  # fmt: skip
