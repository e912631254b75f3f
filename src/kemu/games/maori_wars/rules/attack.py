"""9.0 (7): the attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Chance, Outcome
from kemu.parts.dice import Dice

from ..model.catalogue import COLUMNS
from ..model.events import Rolled
from .combat import amend, combat_of
from .frame import Procedure
from .results import WORDS, strike
from .strength import attack_drm, compare, defence, read

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

DIE = Dice(1, "maori_wars:9.0.7", "A die: the attack")


@rule("maori_wars:9.0.7", "maori_wars:9.0.8", "maori_wars:R25")
class Attacking(Procedure, frozen=True, tag="attacking"):
    """9.0 (7): the surviving good declared units roll against all that is in the hex."""

    at: int

    def asks(self, game: MaoriWars, state: State) -> Chance | None:
        """Ask for the die, if anybody is left to attack."""
        combat = combat_of(state)
        return DIE if combat is not None and combat.attacking(state) else None

    def answer(self, game: MaoriWars, step: Step[State], choice: Outcome) -> None:
        """Read the table; the result falls on the defender."""
        step.pop()
        combat = combat_of(step.state)
        assert combat is not None
        units, die = combat.attacking(step.state), cast(int, choice[0])
        column = compare(len(units), defence(game, step.state, self.at, 1 - combat.seat))
        drm = attack_drm(game, step.state, self.at, combat.seat, units) + combat.attack
        letter = read(game, column, die + drm)
        amend(step, fell=letter if letter != "-" else combat.fell)
        what = f"attack, {COLUMNS[column]} force"
        step.say(Rolled("maori_wars:9.0.7", combat.seat, what, die, drm, WORDS[letter]))
        strike(game, step, self.at, 1 - combat.seat, letter, attack=True)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody is left."""
        step.pop()
