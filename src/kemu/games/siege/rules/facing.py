"""Facing (SU.4, MV.9, R2): which way a gun points, when its owner may say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import Point, minus

from ..model.actions import Stay, Turn
from ..model.events import Moved
from ..model.pieces import Gun
from .changes import changed
from .continuum import Continuum

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

COMPASS: dict[str, Point] = {
    "north": (0, 1000),
    "north-east": (1000, 1000),
    "east": (1000, 0),
    "south-east": (1000, -1000),
    "south": (0, -1000),
    "south-west": (-1000, -1000),
    "west": (-1000, 0),
    "north-west": (-1000, 1000),
}


def compass(v: Point) -> str:
    """Return the point of the compass nearest to a direction.

    >>> compass((3, 5)), compass((-9, 1)), compass((0, -2))
    ('north-east', 'west', 'south')
    """
    x, y = v
    east, north = abs(x) * 5 > abs(y) * 2, abs(y) * 5 > abs(x) * 2
    parts = [("north" if y > 0 else "south") if north else "", ("east" if x > 0 else "west") if east else ""]
    return "-".join(part for part in parts if part)


class Pointing(Continuum):
    """Any direction: the continuum of a gun's facing."""

    by_hand: ClassVar[str] = "Click an arrow, or any place that the gun should face; then confirm."

    def __init__(self, game: Siege, state: State, gun: Gun) -> None:
        self.game = game
        self.state = state
        self.gun = gun

    def check(self, action: Action) -> Refusal | None:
        """Return None for any direction."""
        if not isinstance(action, Turn):
            return Refusal("Say which way the gun faces.", "siege:R2")
        return Refusal("A gun faces somewhere.", "siege:MV.9") if (action.fx, action.fy) == (0, 0) else None

    def sample(self, rng: Rng) -> Action | None:
        """Return the direction of an enemy, or any."""
        foes = self.game.field(self.state).figures(1 - self.gun.side)
        face = minus(foes[rng.below(len(foes))][0], self.gun.at) if foes else (0, 0)
        return Turn(*(list(COMPASS.values())[rng.below(8)] if face == (0, 0) else face))


@rule("siege:SU.4", "siege:R2", "siege:R44", "siege:R45")
class Facing(Frame, frozen=True, tag="facing"):
    """A gun that has been set up, has come on, or has been moved or dragged back, faces where its owner likes."""

    gun: int

    def ask(self, game: Siege, state: State) -> Decide | None:
        gun = next((gun for gun in state.guns if gun.id == self.gun), None)
        if gun is None:
            return None
        options = (*(Turn(*face) for face in COMPASS.values()), Stay())
        prompt = f"Which way does the gun face (now {compass(gun.face)})?"
        return Decide(gun.side, prompt, "siege:R2", options, Pointing(game, state, gun))

    def run(self, game: Siege, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Siege, step: Step[State], choice: Turn | Stay) -> None:
        step.pop()
        if isinstance(choice, Turn):
            face = (choice.fx, choice.fy)
            step.set(guns=tuple(changed(g, face=face) if g.id == self.gun else g for g in step.state.guns))
            step.say(Moved("The gun", f"faces {compass(face)}", "siege:R2"))
