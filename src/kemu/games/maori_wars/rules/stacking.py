"""4.0: stacking, and what happens to what is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Decide
from kemu.parts.bits import bits

from ..model.actions import Lose, Shift
from ..model.events import Moved
from .bans import shut_out
from .board import board, fighters, put
from .frame import Procedure
from .lanes import as_bits
from .units import eliminate, is_british

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


FEW = 8
"""So few hexes are looked at one by one."""


@rule("maori_wars:4.0", "maori_wars:R9")
def limit(game: MaoriWars, at: int, british: bool) -> int:
    """Return how many combat units of a side may stand in a hex: 4, but 2 in rough if any of them is British.

    Queenites alone are not British. Structures, leaders, boats and Artillery stack for free.
    """
    return game.cat.stack_limit_british[at] if british else game.cat.stack_limit[at]


@rule("maori_wars:4.0")
def over(game: MaoriWars, state: State, at: int, seat: int) -> int:
    """Return by how many units a side is over the limit in a hex."""
    there = fighters(game, state, at, seat)
    if len(there) <= 2:
        return 0
    return max(0, len(there) - limit(game, at, any(is_british(game.cat, unit) for unit in there)))


def room(game: MaoriWars, state: State, at: int, units: tuple[int, ...]) -> bool:
    """Tell whether these counters of one side could be added to a hex within the limit."""
    table = game.units
    coming = [unit for unit in units if table.fights[unit]]
    if not coming:
        return True
    cat = game.cat
    most = len(board(game, state).at.get(at, ())) + len(coming)
    if most <= cat.stack_limit[at] and most <= cat.stack_limit_british[at]:
        return True  # Whoever stands there.
    there = fighters(game, state, at, table.camp[coming[0]]) + coming
    return len(there) <= limit(game, at, any(is_british(game.cat, unit) for unit in there))


@rule("maori_wars:4.0", "maori_wars:R9")
def free_for(game: MaoriWars, state: State, unit: int, hexes: int) -> int:
    """Return those of some hexes, as bits, that take a counter: open to it, with room, no enemy, nobody Neutral."""
    table, there = game.units, board(game, state)
    hexes &= table.enters[table.moves[unit]] if not table.boat[unit] else ~table.landlocked_bits
    hexes &= ~there.barred_bits(game, table.camp[unit])
    if hexes and table.fights[unit]:
        # Most hexes are empty, and of the others few are nearly full: only of those is there more to ask.
        limit, rough = game.cat.stack_limit, game.cat.stack_limit_british
        for at in bits(hexes) if hexes.bit_count() < FEW else there.at:
            if at < 0 or not hexes >> at & 1 or at not in there.at:
                continue
            if len(there.at[at]) >= min(limit[at], rough[at]) and not room(game, state, at, (unit,)):
                hexes &= ~(1 << at)
    return hexes


def distinct(game: MaoriWars, state: State, units: list[int]) -> list[int]:
    """Return one of each sort: counters of one kind and side, in one place and state, are the same to the rules."""
    alike, where, disrupted = game.units.alike, state.where, state.disrupted
    seen, found = set[object](), list[int]()
    for unit in units:
        key = (alike[unit], where[unit], disrupted >> unit & 1)
        if key not in seen:
            seen.add(key)
            found.append(unit)
    return found


@rule("maori_wars:4.0", "maori_wars:R8")
def refuges(game: MaoriWars, state: State, unit: int) -> list[int]:
    """Return the adjacent hexes that take an over-stacked unit: room, enterable, no enemy, nobody Neutral."""
    around = game.cat.walks[state.where[unit]]
    free = free_for(game, state, unit, as_bits(around))
    return [to for to in around if free >> to & 1 and not shut_out(game, state, unit, to)]


@rule("maori_wars:4.0", "maori_wars:R8")
class Overstacked(Procedure, frozen=True, tag="overstacked"):
    """4.0: after Movement and Combat both sides are checked; the opponent moves what is over, one unit at a time.

    The owner chooses only which unit dies if none can go anywhere.
    """

    def _found(self, game: MaoriWars, state: State) -> tuple[int, int] | None:
        there, limit, rough = board(game, state), game.cat.stack_limit, game.cat.stack_limit_british
        for at in sorted([at for at, units in there.at.items() if at >= 0 and len(units) > min(limit[at], rough[at])]):
            for seat in (0, 1):
                if over(game, state, at, seat):
                    return at, seat
        return None

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask the opponent which unit goes where, or the owner which unit dies."""
        found = self._found(game, state)
        if found is None:
            return None
        from .movement import tied

        at, seat = found
        there = fighters(game, state, at, seat)
        units = distinct(game, state, [unit for unit in there if not tied(game, state, unit)] or there)
        cat, name = game.cat, game.named(at)
        shifts = tuple(
            Shift(cat.counters[unit].id, cat.label[to]) for unit in units for to in refuges(game, state, unit)
        )
        if shifts:
            prompt = f"{name} is over-stacked: move one of your opponent's units to an adjacent hex."
            return Decide(1 - seat, prompt, "maori_wars:4.0", shifts, waiting=f"{name} is over-stacked.")
        losses = tuple(Lose(cat.counters[unit].id) for unit in units)
        prompt = f"{name} is over-stacked, and no adjacent hex has room: which unit is eliminated?"
        return Decide(seat, prompt, "maori_wars:4.0", losses, waiting=f"{name} is over-stacked.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Shift | Lose) -> None:
        """Move it, or eliminate it for nothing."""
        from .boats import leave_behind
        from .units import re_enter

        unit = game.cat.index[choice.unit]
        if isinstance(choice, Shift):
            start, to = step.state.where[unit], game.cat.hex_of[choice.to]
            put(step, (unit,), to)
            how = "is moved on"
            step.say(Moved("maori_wars:4.0", (choice.unit,), game.label_of(start), choice.to, how))
            leave_behind(game, step, start)
            re_enter(game, step, to, game.units.camp[unit])
        else:
            eliminate(game, step, unit, "maori_wars:4.0", pays=False)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody is over the limit."""
        step.pop()
