"""9.0 (6): the defensive counter-attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Counter, Stand
from ..model.catalogue import COLUMNS
from ..model.events import Rolled
from .board import MAORI_SEAT, troops
from .combat import combat_of
from .frame import Procedure
from .results import WORDS, strike
from .strength import counter_column, read

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

DIE = Dice(1, "maori_wars:9.0.6", "A die: the counter-attack")


@rule("maori_wars:9.0.6", "maori_wars:R30")
def counter_hexes(game: MaoriWars, state: State) -> list[int]:
    """Return against which hexes the defender may strike: those with a unit that takes part in the coming attack."""
    combat = combat_of(state)
    if combat is None:
        return []
    starts = {state.where[unit] for unit in combat.attacking(state)}
    return sorted(at for at in starts if counter_column(game, state, combat.at, 1 - combat.seat, at) >= 0)


@rule("maori_wars:9.0.6", "maori_wars:6.0.1", "maori_wars:R33")
def counter_drm(game: MaoriWars, state: State, at: int, seat: int) -> int:
    """Return the modification: none for terrain, Fort or Pa; +1 for Maori units on the Sap Marker."""
    in_sap = seat == MAORI_SEAT and bool(state.sap) and state.sap[0] == at and bool(troops(game, state, at, seat))
    return game.cat.drm["sap"] if in_sap else 0


@rule("maori_wars:9.0.6", "maori_wars:R25")
class CounterAttacking(Procedure, frozen=True, tag="counter-attacking"):
    """9.0 (6): all good defenders together, before each attack on them, strike at one hex of attackers, or do not."""

    at: int
    against: int = -1

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask against which hex, then for the die."""
        if self.against >= 0:
            return DIE
        combat = combat_of(state)
        found = counter_hexes(game, state)
        if combat is None or not found:
            return None
        options: list[Action] = [Counter(game.cat.label[at]) for at in found]
        options.append(Stand())
        prompt = f"{game.named(self.at)} counter-attacks: against which hex?"
        return Decide(
            1 - combat.seat, prompt, "maori_wars:9.0.6", tuple(options), waiting="The defender may strike first."
        )

    def answer(self, game: MaoriWars, step: Step[State], choice: Counter | Stand | Outcome) -> None:
        """Choose the hex; then the result falls on the attacker's units there at once."""
        if isinstance(choice, Counter):
            step.swap(CounterAttacking(self.at, game.cat.hex_of[choice.to]))
            return
        step.pop()
        if isinstance(choice, Stand):
            return
        combat = combat_of(step.state)
        assert combat is not None
        seat, die = 1 - combat.seat, cast(int, choice[0])
        column = counter_column(game, step.state, self.at, seat, self.against)
        drm = counter_drm(game, step.state, self.at, seat) + combat.counter
        letter = read(game, column, die + drm)
        what = f"counter-attack, {COLUMNS[column]} force"
        step.say(Rolled("maori_wars:9.0.6", seat, what, die, drm, WORDS[letter]))
        strike(game, step, self.against, combat.seat, letter)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody can."""
        step.pop()
