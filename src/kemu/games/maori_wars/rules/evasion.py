"""9.0 (2): the evasion attempt."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Begin, Evade, Everyone, Stand
from ..model.catalogue import BRITISH, MAORI, QUEENITE, RANGER
from ..model.events import Rolled
from .board import good, leaders, of_seat
from .boats import havens
from .combat import SingleCombat, combat_of
from .frame import Procedure
from .movement import tied
from .retreat import GiveWay, retreats
from .stacking import distinct

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

NEVER = 7
DIE = Dice(1, "maori_wars:9.0.2", "A die: do they evade?")


@rule("maori_wars:9.0.2", "maori_wars:R26", "maori_wars:3.0.11", "maori_wars:3.0.4")
def evades_on(game: MaoriWars, state: State, combat: SingleCombat, unit: int) -> int:
    """Return the die that a defending unit needs to evade.

    Maori 4, but 5 against Queenites or Rangers; Rangers and Queenites 5; another British unit 6, if it is the only
    British unit in the hex; with a British leader there, all of his side 5.
    """
    cat, at = game.cat, combat.at
    if cat.side[unit] == MAORI:
        hunters = any(cat.side[other] == QUEENITE or cat.kind[other] == RANGER for other in combat.ready(state))
        return 5 if hunters else 4
    seat = game.units.camp[unit]
    if cat.side[unit] == QUEENITE or cat.kind[unit] == RANGER:
        return 5
    if any(cat.side[leader] == BRITISH for leader in leaders(game, state, at, seat)):
        return 5
    british = [
        other for other in of_seat(game, state, at, seat) if cat.side[other] == BRITISH and not game.units.leads[other]
    ]
    return 6 if len(british) == 1 else NEVER


@rule("maori_wars:9.0.2", "maori_wars:R26")
def may_evade(game: MaoriWars, state: State, combat: SingleCombat) -> list[int]:
    """Return the good defending units that could evade: by the die, and to a hex that they may enter."""
    seat, table = 1 - combat.seat, game.units
    return [
        unit
        for unit in of_seat(game, state, combat.at, seat)
        if not table.leads[unit]
        and good(state, unit)
        and not state.evaded >> unit & 1
        and not tied(game, state, unit)
        and evades_on(game, state, combat, unit) < NEVER
        and (havens(game, state, unit) if table.boat[unit] else retreats(game, state, unit))
    ]


@rule("maori_wars:9.0.2", "maori_wars:R26")
class Evading(Procedure, frozen=True, tag="evading"):
    """9.0 (2): the defender names who tries to evade, and rolls once; the worst line among them counts."""

    at: int
    chosen: tuple[int, ...] = ()
    rolling: bool = False

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask who tries, then for the die."""
        combat = combat_of(state)
        if combat is None:
            return None
        if self.rolling:
            return DIE
        left = [unit for unit in may_evade(game, state, combat) if unit not in self.chosen]
        if not left and not self.chosen:
            return None
        options: list[Action] = [Evade(game.cat.counters[unit].id) for unit in distinct(game, state, left)]
        if len(left) + len(self.chosen) > 1 and left:
            options.append(Everyone())
        options.append(Begin() if self.chosen else Stand())
        prompt = f"{game.named(self.at)} is attacked: who tries to evade?"
        return Decide(1 - combat.seat, prompt, "maori_wars:9.0.2", tuple(options), waiting="The defender may evade.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Evade | Everyone | Begin | Stand | Outcome) -> None:
        """Name one more, roll, or stay; if the roll succeeds they go."""
        combat = combat_of(step.state)
        assert combat is not None
        if isinstance(choice, Evade):
            chosen = (*self.chosen, game.cat.index[choice.unit])
            every = len(may_evade(game, step.state, combat)) == len(chosen)
            step.swap(replace(self, chosen=chosen, rolling=every))
        elif isinstance(choice, Everyone):
            step.swap(replace(self, chosen=tuple(may_evade(game, step.state, combat)), rolling=True))
        elif isinstance(choice, Begin):
            step.swap(replace(self, rolling=True))
        elif isinstance(choice, Stand):
            step.pop()
        else:
            step.pop()
            self._roll(game, step, combat, cast(int, choice[0]))

    def _roll(self, game: MaoriWars, step: Step[State], combat: SingleCombat, die: int) -> None:
        seat = 1 - combat.seat
        needed = max(evades_on(game, step.state, combat, unit) for unit in self.chosen)
        result = "they evade" if die >= needed else f"no: it needs {needed}"
        step.say(Rolled("maori_wars:9.0.2", seat, "evasion", die, 0, result))
        if die >= needed:
            bits = step.state.evaded
            for unit in self.chosen:
                bits |= 1 << unit
            step.push(GiveWay(self.at, seat, self.chosen, evading=True))
            step.set(evaded=bits)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody can."""
        step.pop()
