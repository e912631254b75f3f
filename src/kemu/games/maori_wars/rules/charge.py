"""9.0 (5): the Cavalry charge."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Begin, Charge, Stand
from ..model.catalogue import PA
from ..model.events import Rolled
from ..model.island import CLEAR
from .board import site_at
from .combat import amend, combat_of
from .frame import Procedure
from .results import WORDS, strike
from .stacking import distinct
from .strength import compare, defence, read

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

DIE = Dice(1, "maori_wars:9.0.5", "A die: the charge")


@rule("maori_wars:9.0.5", "maori_wars:3.0.6", "maori_wars:R30")
def chargeable(game: MaoriWars, state: State, at: int) -> bool:
    """Tell whether Cavalry may charge into a hex: clear terrain, and no Pa in it."""
    site = site_at(game, state, at)
    return game.cat.terrain[at] == CLEAR and not (site is not None and site[1] == PA)


@rule("maori_wars:9.0.5", "maori_wars:R25", "maori_wars:R30")
class Charging(Procedure, frozen=True, tag="charging"):
    """9.0 (5): good declared Cavalry may charge now, with +1, instead of attacking later; some may and some wait."""

    at: int
    chosen: tuple[int, ...] = ()
    rolling: bool = False

    def _cavalry(self, game: MaoriWars, state: State) -> list[int]:
        combat = combat_of(state)
        if combat is None or not chargeable(game, state, self.at):
            return []
        return [unit for unit in combat.ready(state) if game.units.charges[unit] and unit not in self.chosen]

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask who charges, then for the die."""
        if self.rolling:
            return DIE
        left = self._cavalry(game, state)
        combat = combat_of(state)
        if combat is None or (not left and not self.chosen):
            return None
        options: list[Action] = [Charge(game.cat.counters[unit].id) for unit in distinct(game, state, left)]
        options.append(Begin() if self.chosen else Stand())
        prompt = f"Does Cavalry charge into {game.named(self.at)}, with +1, instead of attacking later?"
        return Decide(combat.seat, prompt, "maori_wars:9.0.5", tuple(options), waiting="Cavalry may charge.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Charge | Begin | Stand | Outcome) -> None:
        """Choose, wait, or charge: the result falls on the defender at once."""
        if isinstance(choice, Charge):
            chosen = (*self.chosen, game.cat.index[choice.unit])
            now = replace(self, chosen=chosen)
            step.swap(replace(now, rolling=not now._cavalry(game, step.state)))
        elif isinstance(choice, Begin):
            step.swap(replace(self, rolling=True))
        elif isinstance(choice, Stand):
            step.pop()
        else:
            step.pop()
            combat = combat_of(step.state)
            assert combat is not None
            die = cast(int, choice[0])
            drm = game.cat.drm["charge"] + combat.charge
            column = compare(len(self.chosen), defence(game, step.state, self.at, 1 - combat.seat))
            letter = read(game, column, die + drm)
            amend(step, charged=self.chosen, fell=letter)
            step.say(Rolled("maori_wars:9.0.5", combat.seat, "Cavalry charge", die, drm, WORDS[letter]))
            strike(game, step, self.at, 1 - combat.seat, letter, attack=True)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody can."""
        step.pop()
