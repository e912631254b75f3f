"""6.0: the Movement Phase. Counters move one at a time; boats with their passengers, carriers with their Canoe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Burn, Carry, Done, Embark, Go, Join, OneHex, Stop, Take, TakeStack
from ..model.catalogue import CANOE, FORT
from ..model.events import Moved
from .bans import banned
from .board import BRITISH_SEAT, board, boats, good, put, site_at
from .boats import can_sail, leave_behind
from .entering import enter
from .frame import Procedure
from .lanes import Reach
from .obstacles import Obstacles, obstacles
from .offers import Places
from .stacking import distinct
from .units import lose_canoe

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

TRANSPORT = 2
"""What being transported and disembarked costs."""
CARRYING = 1


@rule("maori_wars:14.0.5")
def tied(game: MaoriWars, state: State, unit: int) -> bool:
    """Tell whether the scenario ties this unit to where it is: a place, or the Fort that it is in."""
    for bound in game.scenario(state).tied:
        if game.cat.side[unit] == bound.side and game.cat.kind[unit] == bound.kind:
            at = state.where[unit]
            site = site_at(game, state, at)
            if at == bound.at or (bound.at < 0 and site is not None and site[1] == FORT):
                return True
    return False


def walk(game: MaoriWars, state: State, unit: int, start: int, left: int) -> Reach:
    """Return where a land counter may go from a hex with what is left of its movement."""
    table = game.units
    seat, fights = table.camp[unit], bool(table.fights[unit])
    land = obstacles(game, state, seat)
    key = (start, table.moves[unit], fights, left, state.bans)
    found = land.walks.get(key)
    if found is None:
        closed, ends = land.bars(fights)
        found = land.walks[key] = game.lanes.walk(start, key[1], left, closed, ends, banned(state, seat))
    return found


def paths(game: MaoriWars, state: State, unit: int, start: int, left: int) -> dict[int, tuple[int, int]]:
    """Return every hex that a land counter may reach: what it costs, and the hex before it on a cheapest path."""
    seat = game.units.camp[unit]
    found = walk(game, state, unit, start, left)
    _, ends = obstacles(game, state, seat).bars(bool(game.units.fights[unit]))
    return game.lanes.ways(found, game.units.moves[unit], ends, banned(state, seat))


def path(found: dict[int, tuple[int, int]], to: int) -> tuple[int, ...]:
    """Return the hexes of the path to a destination, without where it starts: to be drawn."""
    way: list[int] = []
    while to in found:
        way.append(to)
        to = found[to][1]
    return tuple(reversed(way))


def can_step(game: MaoriWars, state: State, unit: int, left: int) -> bool:
    """Tell whether a land counter can enter any hex at all."""
    table, at = game.units, state.where[unit]
    land = obstacles(game, state, table.camp[unit])
    shut = banned(state, table.camp[unit])
    closed, _ = land.bars(bool(table.fights[unit]))
    found = game.lanes.beside(at, table.moves[unit], left) & ~closed
    if shut and found:
        found &= game.lanes.steps(1 << at, shut)
    if found & land.neutral_bits:
        return bool(walk(game, state, unit, at, left).all & ~land.neutral_bits)
    return bool(found)


@rule("maori_wars:6.0", "maori_wars:R11", "maori_wars:R12")
class Moving(Procedure, frozen=True, tag="moving"):
    """6.0: the phasing player moves all, some or none of his counters, finishing one before he moves another.

    A counter that has walked to a boat waits there, and one that has landed may walk on: these are one movement (R11).
    """

    seat: int
    moved: int = 0
    """Counters that move no more this phase, as bits."""
    waiting: tuple[tuple[int, int, bool], ...] = ()
    """Counters in the middle of a compound move: what they have left, and whether they may walk with it."""
    shipped: bool = False

    def left(self, game: MaoriWars, unit: int) -> int:
        """Return the movement points that a counter has left."""
        for other, left, _ in self.waiting:
            if other == unit:
                return left
        return 0 if self.moved >> unit & 1 else game.units.allowance[unit]

    def walks(self, unit: int) -> bool:
        """Tell whether a counter may still walk by itself."""
        if self.moved >> unit & 1:
            return False
        return all(other != unit or may for other, _, may in self.waiting)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Those who have landed by the scenario's instructions have moved, or have paid for it."""
        landed = step.state.landed
        step.set(landed=())
        allowance = game.units.allowance
        waiting = [(unit, allowance[unit] - cost, True) for unit, cost in landed if cost >= 0]
        note_moved(step, [unit for unit, cost in landed if cost < 0], waiting)

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask what moves next."""
        if state.landed:
            return None
        prompt = "Movement: which counter moves next, or is that all?"
        waiting = "Counters are being moved."
        return Decide(self.seat, prompt, "maori_wars:6.0", tuple(self._options(game, state)), waiting=waiting)

    def _options(self, game: MaoriWars, state: State) -> list[Action]:
        there, seat, options = board(game, state), self.seat, list[Action]()
        scenario = game.scenario(state)
        movers = obstacles(game, state, seat).movers
        as_ever = (self.waiting, state.bans, scenario.tied)
        # Who has moved has no answers left, but for a Canoe, which can still be burned.
        free = game.units.seat_bits[seat] & (~self.moved | game.units.boat_bits)
        for at in sorted([at for at, bits in there.bits.items() if bits & free and at >= 0]):
            units, bits = there.at[at], there.bits[at]
            key = (units, self.moved & bits, state.disrupted & bits, as_ever)
            known = movers.get(at)
            if known is None or known[0] != key:
                known = movers[at] = (key, self._from(game, state, at))
                if scenario.river_limits and bits & game.units.boat_bits:
                    del movers[at]  # Whether a boat may go on a river hangs on where the others are.
            options += known[1]
        if self._may_ship(game, state):
            options.append(Embark())
        options.append(Done())
        return options

    def _from(self, game: MaoriWars, state: State, at: int) -> list[Action]:
        """Return who may move out of a hex: boats, one counter of each sort, carriers, and all that walk together."""
        cat, table, counters = game.cat, game.units, game.cat.counters
        there, bits = board(game, state).at[at], board(game, state).bits[at]
        ties = game.scenario(state).tied
        waiting = {unit: (left, may) for unit, left, may in self.waiting}
        options: list[Action] = []
        seen: set[object] = set()
        steps: dict[tuple[int, int, int], bool] = {}
        walkers = 0
        afloat = bits & table.boat_bits
        for unit in there:
            if table.camp[unit] != self.seat:
                continue
            if table.boat[unit]:
                options += self._boat(game, state, unit)
                continue
            left, may = waiting.get(unit) or (0 if self.moved >> unit & 1 else table.allowance[unit], True)
            may = may and not self.moved >> unit & 1
            key = unit if table.leads[unit] else (cat.kind[unit], cat.side[unit], good(state, unit), left, may)
            again = key in seen
            if again and not may:
                continue
            if not left or (ties and tied(game, state, unit)):
                continue
            if may:
                who = table.moves[unit], table.fights[unit], left
                if who not in steps:
                    steps[who] = can_step(game, state, unit, left)
                if steps[who]:
                    walkers += 1
                    if not again:
                        options.append(Take(counters[unit].id))
            if not again:
                seen.add(key)
                if afloat and table.carries[unit] and left > CARRYING and can_step(game, state, unit, left - CARRYING):
                    canoes = self._canoes(game, state, at)
                    options += [Carry(counters[unit].id, counters[canoe].id) for canoe in canoes]
        if walkers > 1:
            options.append(TakeStack(cat.label[at]))
        return options

    def _canoes(self, game: MaoriWars, state: State, at: int) -> list[int]:
        """Return the Canoes in a hex that have not moved, one of each sort."""
        afloat = [unit for unit in boats(game, state, at, self.seat) if game.cat.kind[unit] == CANOE]
        return distinct(game, state, [unit for unit in afloat if not self.moved >> unit & 1])

    def _boat(self, game: MaoriWars, state: State, boat: int) -> list[Action]:
        options: list[Action] = []
        id = game.cat.counters[boat].id  # noqa: A001
        if not self.moved >> boat & 1 and can_sail(game, state, boat):
            options.append(Take(id))
        if game.cat.kind[boat] == CANOE:
            options.append(Burn(id))
        return options

    def _may_ship(self, game: MaoriWars, state: State) -> bool:
        shipment = game.scenario(state).shipment
        if shipment is None or self.shipped or self.seat != BRITISH_SEAT or state.turn != shipment.turn:
            return False
        from .shipment import cargo, shores

        return bool(cargo(game, state, self.moved)) and any(True for _ in shores(game, state))

    def answer(self, game: MaoriWars, step: Step[State], choice: Action) -> None:
        """Take it up, burn it, ship it, or end the phase."""
        from .shipment import Shipping
        from .transport import Sailing

        index = game.cat.index
        if isinstance(choice, Done):
            step.pop()
        elif isinstance(choice, Take):
            unit = index[choice.unit]
            if game.units.boat[unit]:
                step.push(Sailing(unit))
            else:
                step.push(Going((unit,), (self.left(game, unit),)))
        elif isinstance(choice, TakeStack):
            units = self.stack(game, step.state, game.cat.hex_of[choice.at])
            step.push(Going(units, tuple(self.left(game, unit) for unit in units)))
        elif isinstance(choice, Carry):
            unit = index[choice.unit]
            step.push(Going((unit,), (self.left(game, unit) - CARRYING,), canoe=index[choice.canoe]))
        elif isinstance(choice, Burn):
            lose_canoe(game, step, index[choice.canoe], "burned", "maori_wars:6.0.5")
        elif isinstance(choice, Embark):
            step.push(Shipping())

    def stack(self, game: MaoriWars, state: State, at: int) -> tuple[int, ...]:
        """Return all that can still walk out of a hex, combat units first."""
        table = game.units
        found = [
            unit
            for unit in board(game, state).at.get(at, ())
            if table.camp[unit] == self.seat
            and not table.boat[unit]
            and self.walks(unit)
            and not tied(game, state, unit)
            and can_step(game, state, unit, self.left(game, unit))
        ]
        return marching_order(game, found)


def marching_order(game: MaoriWars, units: Iterable[int]) -> tuple[int, ...]:
    """Return counters in the order in which they go: combat units first."""
    return tuple(sorted(units, key=lambda unit: (not game.units.fights[unit], unit)))


def moving(state: State) -> tuple[int, Moving] | None:
    """Return the Movement Phase that is going on, with its place in the stack."""
    for i in range(len(state.stack) - 1, -1, -1):
        frame = state.stack[i]
        if isinstance(frame, Moving):
            return i, frame
    return None


def note_moved(
    step: Step[State], finished: list[int], waiting: list[tuple[int, int, bool]] | None = None, *, shipped: bool = False
) -> None:
    """Remember in the Movement Phase who has finished and who waits for the rest of a compound move."""
    found = moving(step.state)
    assert found is not None
    i, frame = found
    bits = frame.moved
    for unit in finished:
        bits |= 1 << unit
    named = {*finished, *(unit for unit, _, _ in waiting or ())}
    kept = tuple(entry for entry in frame.waiting if entry[0] not in named)
    changed = replace(frame, moved=bits, waiting=(*kept, *(waiting or ())), shipped=frame.shipped or shipped)
    stack = step.state.stack
    step.set(stack=(*stack[:i], changed, *stack[i + 1 :]))


@rule("maori_wars:6.0", "maori_wars:6.0.3", "maori_wars:R14")
class Going(Procedure, frozen=True, tag="going"):
    """6.0: one counter, or a stack whose counters go one after the other by the same way, moves on foot.

    A unit may carry one Canoe; its allowance is one less in the whole phase then.
    """

    units: tuple[int, ...]
    left: tuple[int, ...]
    canoe: int = -1
    begun: bool = False

    @rule("maori_wars:R11")
    def comrades(self, game: MaoriWars, state: State, hexes: int) -> list[int]:
        """Return who may still go along, one of each sort: there must be a hex to which all can go together."""
        phase = moving(state)
        at = state.where[self.units[0]]
        if phase is None or self.canoe >= 0 or self.begun or len(board(game, state).at[at]) == len(self.units):
            return []
        sorts: dict[object, int] = {}
        for unit in phase[1].stack(game, state, at):
            left = phase[1].left(game, unit)
            if unit not in self.units and hexes & walk(game, state, unit, at, left).all:
                sort = game.cat.kind[unit], game.cat.side[unit], good(state, unit), left
                sorts.setdefault(unit if game.units.leads[unit] else sort, unit)
        return list(sorts.values())

    def reach(self, game: MaoriWars, state: State) -> dict[int, tuple[int, int]]:
        """Return where all of them may go, with what it costs the first, and the path."""
        hexes = self._hexes(game, state)
        first = paths(game, state, self.units[0], state.where[self.units[0]], self.left[0])
        return {to: how for to, how in first.items() if hexes >> to & 1}

    def _hexes(self, game: MaoriWars, state: State) -> int:
        """Return where all of them may go, as bits."""
        table, at = game.units, state.where[self.units[0]]
        found = walk(game, state, self.units[0], at, self.left[0]).all
        seen = {(table.moves[self.units[0]], self.left[0], table.fights[self.units[0]])}
        for unit, left in zip(self.units[1:], self.left[1:], strict=True):
            sort = (table.moves[unit], left, table.fights[unit])
            if sort not in seen:
                seen.add(sort)
                found &= walk(game, state, unit, at, left).all
        return found

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where to."""
        cat, table = game.cat, game.units
        seat = table.camp[self.units[0]]
        land = obstacles(game, state, seat)
        hexes = self._hexes(game, state) & ~land.neutral_bits
        ways = self._ways_past(game, state, land) if len(self.units) == 1 else ()
        others = [Join(cat.counters[unit].id) for unit in self.comrades(game, state, hexes)]
        after = (*(OneHex(cat.label[to]) for to in ways if to not in land.neutral), *others, Stop())
        who = cat.counters[self.units[0]].name if len(self.units) == 1 else f"{len(self.units)} counters"
        asked = "where to, or who goes along?" if others else "where to?"
        prompt = f"{who} at {game.named(state.where[self.units[0]])}: {asked}"
        return Decide(seat, prompt, "maori_wars:6.0", Places(cat, Go, hexes, after=after), waiting="A counter moves.")

    def _ways_past(self, game: MaoriWars, state: State, land: Obstacles) -> list[int]:
        """Return the next hexes on a way that meets a sole leader or boat with something left to go on with."""
        unit, left, at = self.units[0], self.left[0], state.where[self.units[0]]
        _, met = land.bars(bool(game.units.fights[unit]))
        if not met:
            return []
        found = walk(game, state, unit, at, left)
        if not found.short_of(left) & met:
            return []
        ways: list[int] = []
        for to in game.cat.walks[at]:
            rest = left - found.cost(to) if found.all >> to & 1 else 0
            if rest and (met >> to & 1 or walk(game, state, unit, to, rest).short_of(rest) & met):
                ways.append(to)
        return ways

    def answer(self, game: MaoriWars, step: Step[State], choice: Go | OneHex | Join | Stop) -> None:
        """They go there, or one more goes along; who has reached a boat with enough left waits for it."""
        cat = game.cat
        state = step.state
        if isinstance(choice, Join):
            phase = moving(state)
            assert phase is not None
            units = marching_order(game, (*self.units, cat.index[choice.unit]))
            left = tuple(phase[1].left(game, unit) for unit in units)
            step.swap(replace(self, units=units, left=left))
            return
        if isinstance(choice, Stop):
            step.pop()
            self._finish(game, step, list(zip(self.units, self.left, strict=True)))
            return
        start, to = state.where[self.units[0]], cat.hex_of[choice.to]
        left = [
            (unit, mp - walk(game, state, unit, start, mp).cost(to))
            for unit, mp in zip(self.units, self.left, strict=True)
        ]
        going = [*self.units, self.canoe] if self.canoe >= 0 else list(self.units)
        put(step, going, to)
        ids = tuple(cat.counters[unit].id for unit in going)
        step.say(Moved("maori_wars:6.0", ids, cat.label[start], choice.to, "moves" if len(ids) == 1 else "move"))
        if isinstance(choice, OneHex) and left[0][1] and can_step(game, step.state, self.units[0], left[0][1]):
            step.swap(replace(self, left=(left[0][1],), begun=True))
        else:
            step.pop()
            self._finish(game, step, left)
        leave_behind(game, step, start)
        arrive(game, step, list(self.units), to)

    @rule("maori_wars:R11", "maori_wars:R14")
    def _finish(self, game: MaoriWars, step: Step[State], left: list[tuple[int, int]]) -> None:
        """The movement is over, except for units that may still board a boat here, or pick up a Canoe."""
        found = moving(step.state)
        assert found is not None
        seat, moved = found[1].seat, found[1].moved
        at = step.state.where[left[0][0]]
        afloat = [boat for boat in boats(game, step.state, at, seat) if not moved >> boat & 1 and boat != self.canoe]
        waits = [(unit, mp, False) for unit, mp in left if afloat and mp >= TRANSPORT and self.canoe < 0]
        waited = {unit for unit, _, _ in waits}
        finished = [unit for unit, _ in left if unit not in waited]
        if self.canoe >= 0:
            finished.append(self.canoe)
        note_moved(step, finished, waits)


@rule("maori_wars:6.0", "maori_wars:R15")
def arrive(game: MaoriWars, step: Step[State], units: list[int], to: int) -> None:
    """Counters arrive in a hex; a Canoe captured there moves no more this phase."""
    seat = game.units.camp[units[0]]
    before = boats(game, step.state, to, seat)
    enter(game, step, units, to)
    captured = [boat for boat in boats(game, step.state, to, seat) if boat not in before]
    if captured and moving(step.state) is not None:
        note_moved(step, captured)
