"""9.0 (3): combats that a chit has caused somewhere else: an attack with a chit of its own, or a raid."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model import chits as words
from ..model.actions import Attack, Choose, Done, Raid
from ..model.catalogue import KINDS, SIDES
from .board import BUSH, CAMP, board, good, leaders
from .combat import Declaring, attackers, enemy_hexes
from .frame import Procedure
from .raids import Raiding, lairs, raid_target, raidable

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

CLAUSE = "maori_wars:R28"


@rule("maori_wars:9.0.3", "maori_wars:R28")
class ChitFight(Procedure, frozen=True, tag="chit-fight"):
    """R28: when the combat in which the chit was drawn is finished. It needs no unspent units and spends nobody."""

    chit: int
    effect: int
    origin: int
    """The hex of the combat in which the chit was drawn."""
    busy: int = 0
    """Who was in that combat, as bits."""
    start: int = -1
    """Whose units fight: those of this hex, or of this territory's bush."""

    def data(self, game: MaoriWars) -> words.Fight:
        """Return the effect as the kit has it."""
        return cast(words.Fight, game.cat.chits[self.chit - 1].effects[self.effect])

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        """Return who may fight by this dispatch: good units of its kinds, not in the hex where it was drawn."""
        effect, cat = self.data(game), game.cat
        kinds = {KINDS.index(kind) for kind in effect.kinds}
        side = SIDES.index(effect.side)
        found: list[int] = []
        for unit in game.units.of_side[side]:
            place = state.where[unit]
            in_play = place >= 0 or place <= BUSH
            if effect.around == "combat" and place >= 0:
                in_play = cat.distance(place, self.origin) <= effect.within
            fresh = not self.busy >> unit & 1 and place != self.origin
            if cat.kind[unit] in kinds and good(state, unit) and in_play and fresh:
                found.append(unit)
        return found

    def _targets(self, game: MaoriWars, state: State, units: list[int]) -> list[int]:
        effect = self.data(game)
        seat = CAMP[SIDES.index(effect.side)]
        if effect.how == "attack":
            mine = set(units)
            return [
                at
                for at in enemy_hexes(game, state, seat)
                if mine & set(attackers(game, state, at, seat, unspent=False))
            ]
        hexes = raidable(game, state, seat, [unit for unit in units if state.where[unit] <= BUSH])
        on_map = [unit for unit in units if state.where[unit] >= 0]
        for at, bits in board(game, state).held.items():
            prey = at >= 0 and at not in hexes and bits >> (1 - seat) & 1 and raid_target(game, state, at, seat)
            if prey and any(lairs(game, state, unit, at, effect.within) for unit in on_map):
                hexes.append(at)
        if effect.around == "combat":
            # "In this territory": that of the combat in which the chit was drawn.
            territory = game.cat.territory[self.origin]
            hexes = [at for at in hexes if game.cat.territory[at] == territory]
        return sorted(hexes)

    def _starts(self, game: MaoriWars, state: State) -> list[int]:
        """Return the hexes and territories from which it could be fought, if all must come from one."""
        units = self._units(game, state)
        places = sorted({state.where[unit] for unit in units})
        return [p for p in places if self._targets(game, state, [u for u in units if state.where[u] == p])]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask whose units, then against which hex."""
        effect = self.data(game)
        seat = CAMP[SIDES.index(effect.side)]
        title = game.cat.chits[self.chit - 1].title
        if not effect.most and self.start == -1:
            starts = self._starts(game, state)
            if len(starts) < 2:
                return None
            options: tuple[Action, ...] = (*(Choose(game.label_of(place)) for place in starts), Done())
            return Decide(seat, f"{title}: whose units fight?", CLAUSE, options, waiting="A dispatch brings a fight.")
        units = self._chosen(game, state)
        targets = self._targets(game, state, units)
        if not targets:
            return None
        act = Attack if effect.how == "attack" else Raid
        options = (*(act(game.cat.label[at]) for at in targets), Done())
        return Decide(seat, f"{title}: against which hex?", CLAUSE, options, waiting="A dispatch brings a fight.")

    def _chosen(self, game: MaoriWars, state: State) -> list[int]:
        units = self._units(game, state)
        return units if self.start == -1 else [unit for unit in units if state.where[unit] == self.start]

    def answer(self, game: MaoriWars, step: Step[State], choice: Choose | Attack | Raid | Done) -> None:
        """Choose, and fight."""
        effect = self.data(game)
        seat = CAMP[SIDES.index(effect.side)]
        if isinstance(choice, Done):
            step.pop()
            return
        if isinstance(choice, Choose):
            step.swap(replace(self, start=game.place_of(choice.what)))
            return
        at, units = game.cat.hex_of[choice.to], self._chosen(game, step.state)
        if isinstance(choice, Attack):
            may = set(attackers(game, step.state, at, seat, unspent=False))
            step.swap(Declaring(seat, at, of=tuple(unit for unit in units if unit in may)))
        else:
            able = [unit for unit in units if lairs(game, step.state, unit, at, effect.within)]
            led = self._leaders(game, step.state, able)
            step.swap(Raiding(seat, at, of=(*able, *led), within=effect.within, most=effect.most))

    @rule("maori_wars:3.0.11", "maori_wars:10.0.3")
    def _leaders(self, game: MaoriWars, state: State, units: list[int]) -> list[int]:
        """Return the leaders who are with units that may raid: they may go along, as two of them do with Rangers."""
        seat = CAMP[SIDES.index(self.data(game).side)]
        places = sorted({state.where[unit] for unit in units})
        return [leader for place in places for leader in leaders(game, state, place, seat)]

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """There is one place from which it can be fought; or it has become impossible."""
        starts = self._starts(game, step.state) if self.start == -1 and not self.data(game).most else []
        if len(starts) == 1:
            step.swap(replace(self, start=starts[0]))
        else:
            step.pop()
