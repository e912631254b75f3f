"""When each kind of answer is due: what comes at another time is refused as that, with the clause of its own moment."""

from __future__ import annotations

from collections.abc import Mapping

from kemu.core.clauses import rule
from kemu.core.frames import Frame
from kemu.core.pending import Action
from kemu.core.refusal import Refusal

from ..model.actions import (
    Act,
    Activate,
    ClearSmoke,
    Decline,
    Deploy,
    DeployCinC,
    DeployFirst,
    Direction,
    Done,
    DrawUp,
    EndTerrain,
    Fire,
    HoldFire,
    Keep,
    Next,
    PassRound,
    PickPiece,
    Refuse,
    Remove,
    SetPiece,
    Stay,
    TakeSide,
    Volleys,
)
from ..model.moves import Advance, Charge, Displace, Move, MoveCinC
from .activation import KeepPart, NameForce, Toll
from .cards import Window
from .charging import Charging
from .cinc import Displaced, MovingCinC
from .combat import FallingBack
from .command_choice import CommandChoice, PlayedEvent, RemoveEvent
from .deployment import Deploying, DeployingCinC, FirstToDeploy
from .marching import Marching
from .setup import Sides, TerrainSetup
from .shooting import Shooting
from .volleys import CallVolleys

_SET_UP = "Terrain and armies are set up before the first round."
_FIRE = "Units fire in a volley phase or a bombardment, each when its turn comes."
_CHOICE = "A round is passed, or its one action chosen, when the command choice is due."
_MOVE = "Units move in a March or a Charge, once their force is activated."

DUE: Mapping[type[Action], tuple[tuple[type[Frame], ...], str, str]] = {
    SetPiece: ((TerrainSetup, PlayedEvent), _SET_UP, "2.terrain"),
    PickPiece: ((TerrainSetup,), _SET_UP, "2.terrain"),
    EndTerrain: ((TerrainSetup,), _SET_UP, "2.terrain"),
    TakeSide: ((Sides,), "A side of the table is taken once, when the terrain is set up.", "2.sides"),
    DeployFirst: ((FirstToDeploy,), "Who sets up first is said once the sides are taken.", "2.sides"),
    Deploy: ((Deploying, DeployingCinC), _SET_UP, "2.deployment"),
    DrawUp: ((Deploying,), _SET_UP, "2.deployment"),
    DeployCinC: ((DeployingCinC,), "The commander is set up after his army.", "2.deployment"),
    Volleys: ((CallVolleys,), "A volley phase is called, or not, at the beginning of a round.", "4.volley"),
    PassRound: ((CommandChoice,), _CHOICE, "4.choice"),
    Act: ((CommandChoice,), _CHOICE, "4.choice"),
    Remove: ((RemoveEvent,), "A card is taken out of the game just after it was played as an event.", "4.remove"),
    Activate: ((NameForce,), "A force is named once an action has been chosen and its cards drawn.", "4.activate"),
    Refuse: ((Toll,), "There is no price to refuse: nobody has interrupted with one.", "4.interrupting"),
    Decline: ((Window,), "No card is asked for now, so there is none to decline.", "4.modify"),
    Direction: ((Shooting,), "The order of fire is declared when a side begins to fire.", "7.sequence"),
    Fire: ((Shooting,), _FIRE, "7.volley"),
    HoldFire: ((Shooting,), _FIRE, "7.volley"),
    ClearSmoke: ((Marching,), "Smoke is cleared by activating the guns to march.", "6.clearSmoke"),
    Done: ((Marching, Charging), "There is no march or charge to bring to an end.", "6.march"),
    Keep: ((KeepPart,), "No force has fallen apart.", "R63"),
    Next: ((FallingBack,), "Units fall back after a combat, those that are still in contact.", "8.fallBack"),
    Stay: ((MovingCinC,), "The commander moves, or stays, at the end of his side's round.", "6.cinc"),
    Move: ((Marching, Charging), _MOVE, "6.march"),
    Advance: ((Marching, Charging), _MOVE, "6.march"),
    Charge: ((Charging, Marching), "Units charge in a Charge, once their force is activated.", "8.charge"),
    MoveCinC: ((MovingCinC,), "The commander moves at the end of his side's round, for one card.", "6.cinc"),
    Displace: ((Displaced,), "A commander is set down when he has been displaced.", "6.displacedTo"),
}


@rule("maurice:4.round")
def out_of_time(top: Frame, intent: Action) -> Refusal | None:
    """Return why an answer is not due at all; None if it is of a kind that is. Cards have moments of their own."""
    due = DUE.get(type(intent))
    if due is None or isinstance(top, due[0]):
        return None
    return Refusal(due[1], f"maurice:{due[2]}")
