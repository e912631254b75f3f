"""Chapter 9: rally."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Outcome
from kemu.parts.dice import Dice

from ..model.effects import Add, Reroll
from ..model.events import RallyRolled
from ..model.names import name
from ..model.units import INF
from . import measuring
from .cards import total, waived
from .morale import put
from .shooting import needed

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

INFANTRY, OTHERS = 4, 5


@rule("maurice:9.rally", "maurice:9.modifiers", "maurice:9.natural")
def rallies_on(game: Maurice, state: State, uid: int) -> int:
    """The lowest roll that removes a DISR: infantry 4, others 5; -1 in bad terrain, +1 if not near the enemy."""
    field = game.field(state)
    added = total(game, state, Add, uid, "rally")
    if measuring.bad_terrain(field, uid) and not waived(game, state, "bad_terrain", uid):
        added -= 1
    if waived(game, state, "near", uid) or not measuring.near(field, uid):
        added += 1
    return needed(INFANTRY if state.unit(uid).arm == INF else OTHERS, added)


@rule("maurice:9.rally", "maurice:R62")
class Rallying(Frame, frozen=True, tag="rallying"):
    """Each unit of the force rolls as many dice as it has DISR, and removes one for each success."""

    units: tuple[int, ...]
    again: int = 0
    """Failed dice of the first unit that are rolled once more."""
    shown: tuple[int, ...] = ()

    def ask(self, game: Maurice, state: State) -> Dice | None:
        if not self.units:
            return None
        unit = state.unit(self.units[0])
        n = self.again or unit.disr
        return Dice(n, "maurice:9.rally", f"Rally dice of {name(unit)}.") if n else None

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.swap(*((Rallying(self.units[1:]),) if self.units else ()))

    def answer(self, game: Maurice, step: Step[State], choice: Outcome) -> None:
        state = step.state
        unit = state.unit(self.units[0])
        need = rallies_on(game, state, unit.id)
        faces = tuple(int(face) for face in choice)
        failed = sum(face < need for face in faces)
        if failed and not self.again and total(game, state, Reroll, unit.id, "rally"):
            stood = tuple(sorted(face for face in faces if face >= need))
            step.swap(Rallying(self.units, failed, stood))
            return
        removed = len(self.shown) + len(faces) - failed
        put(step, replace(unit, disr=unit.disr - removed))
        step.say(RallyRolled(unit.side, name(unit), (*self.shown, *faces), removed))
        step.swap(Rallying(self.units[1:]))
