"""6.0: Canoes and Gunboats: where they may go, where they may stop, and what becomes of those left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Decide

from ..model.actions import Retreat
from ..model.catalogue import CANOE, GUNBOAT
from ..model.events import Eliminated, Moved
from ..model.island import ISLAND, OCEAN
from .bans import shut_off, shut_out
from .board import BOX, here, leaders, mark, of_seat, put, troops
from .frame import Procedure
from .lanes import Reach, as_bits
from .obstacles import obstacles
from .units import lose_canoe

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:6.0.2", "maori_wars:R15")
def may_stop(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a boat may end there: not on the ocean, not with an enemy, even a sole leader, not with Neutrals."""
    if game.cat.terrain[at] in (OCEAN, ISLAND):
        return False
    land = obstacles(game, state, seat)
    return at not in land.closed and at not in land.neutral and at not in land.boats and at not in land.leaders


@rule("maori_wars:6.0.2", "maori_wars:3.0.12")
def gunboat_reach(game: MaoriWars, start: int, left: int) -> Reach:
    """Return the hexes that a Gunboat may pass: from coast to coast for nothing, along navigable rivers for 1 a hex.

    It may pass an enemy on both.
    """
    cat = game.cat
    known = game.units.steamed.get((start, left))
    if known is not None:
        return known  # No enemy bars its way, so it is the same in every state.
    seen, edge, by_cost, at_sea = {start}, [start], list[int](), False
    for _ in range(left + 1):
        if not at_sea and any(cat.coastal[at] for at in edge):
            at_sea = True
            edge += [at for at in game.units.coasts if at not in seen]
            seen.update(edge)
        by_cost.append(as_bits(edge))
        edge = list(dict.fromkeys(to for at in edge for to in cat.river_links[at] if to not in seen))
        seen.update(edge)
    found = game.units.steamed[start, left] = Reach(by_cost)
    return found


@rule("maori_wars:14.0.5")
def closed_rivers(game: MaoriWars, state: State, boat: int) -> int:
    """Return the hexes of rivers on which the scenario lets no more boats of this kind yet, as bits."""
    cat, found = game.cat, 0
    for held in game.scenario(state).river_limits:
        if cat.kind[boat] == held.kind and state.turn < held.before:
            hexes = as_bits(cat.rivers[held.river].hexes)
            there = 0
            for other in cat.pool[cat.side[boat], held.kind]:
                at = state.where[other]
                there += other != boat and at >= 0 and hexes >> at & 1
            if there >= held.most:
                found |= hexes
    return found


def reach(game: MaoriWars, state: State, boat: int) -> Reach:
    """Return the hexes that a boat may pass this phase, its own among them."""
    start, allowance = state.where[boat], game.units.allowance[boat]
    if game.cat.kind[boat] == CANOE:
        closed = obstacles(game, state, game.units.camp[boat]).closed_bits
        return game.lanes.paddle(start, allowance, closed | shut_off(game, state, boat) if state.bans else closed)
    return gunboat_reach(game, start, allowance)


def stops(game: MaoriWars, state: State, boat: int) -> int:
    """Return the hexes that a boat may reach and stay in, whoever may be alone there, as bits."""
    found = reach(game, state, boat)
    land = obstacles(game, state, game.units.camp[boat])
    shut = game.units.open_sea | land.closed_bits | land.neutral_bits | 1 << state.where[boat]
    if game.scenario(state).river_limits:
        shut |= closed_rivers(game, state, boat)
    if state.bans:
        shut |= shut_off(game, state, boat)
    return (found.all | found.by_cost[0]) & ~shut


def can_sail(game: MaoriWars, state: State, boat: int) -> bool:
    """Tell whether there is anywhere that a boat may go and stay."""
    land = obstacles(game, state, game.units.camp[boat])
    return bool(stops(game, state, boat) & ~(land.boats_bits | land.leaders_bits))


@rule("maori_wars:9.0.10", "maori_wars:R16", "maori_wars:R18")
def havens(game: MaoriWars, state: State, boat: int) -> list[int]:
    """Return the closest hexes that a boat may retreat to: fewest hexes of water, ocean counted, past enemies at sea.

    There may be several as close, or none. A Canoe on dry land cannot retreat.
    """
    cat, seat, start = game.cat, game.units.camp[boat], state.where[boat]
    seen, edge = {start}, [start]
    gunboat, closed = cat.kind[boat] == GUNBOAT, obstacles(game, state, seat).closed
    while edge:
        further: list[int] = []
        for at in edge:
            for to in (game.units.gunboat_links if gunboat else cat.canoe_links)[at]:
                if to in seen:
                    continue
                barred = to in closed or shut_out(game, state, boat, to)
                if not gunboat and to not in cat.sea_links[at] and barred:
                    continue
                seen.add(to)
                further.append(to)
        found = [at for at in further if may_stop(game, state, at, seat) and not shut_out(game, state, boat, at)]
        if found:
            return sorted(found)
        edge = further
    return []


@rule("maori_wars:6.0.6", "maori_wars:R16")
def drive_off(game: MaoriWars, step: Step[State], boat: int) -> None:
    """A Gunboat left alone with the enemy retreats to the closest hex it may stop in, its owner choosing among equals.

    Leaders alone with it go with it. If there is no such hex it goes to its Box, and nobody is paid.
    """
    found = havens(game, step.state, boat)
    if len(found) > 1:
        step.push(DrivenOff(boat))
    elif found:
        sail_away(game, step, boat, found[0])
    else:
        at = step.state.where[boat]
        mark(step, boat, False)
        put(step, (boat,), BOX)
        step.say(Eliminated("maori_wars:R16", game.cat.counters[boat].id, game.label_of(at)))


def sail_away(game: MaoriWars, step: Step[State], boat: int, to: int) -> None:
    """A boat goes to its haven, with the leaders who are alone with it."""
    state, seat = step.state, game.units.camp[boat]
    at = state.where[boat]
    crew = [boat] if troops(game, state, at, seat) else [boat, *leaders(game, state, at, seat)]
    put(step, crew, to)
    ids = tuple(game.cat.counters[unit].id for unit in crew)
    step.say(Moved("maori_wars:R16", ids, game.label_of(at), game.label_of(to), "retreats"))


@rule("maori_wars:6.0.6", "maori_wars:R16")
class DrivenOff(Procedure, frozen=True, tag="driven-off"):
    """6.0: several hexes are equally close: the owner chooses where his boat goes."""

    boat: int

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where to."""
        cat = game.cat
        found = havens(game, state, self.boat)
        if not found:
            return None
        options = tuple(Retreat(cat.counters[self.boat].id, cat.label[at]) for at in found)
        name = cat.counters[self.boat].name
        prompt = f"Your {name} at {game.named(state.where[self.boat])} is driven off: where to?"
        return Decide(game.units.camp[self.boat], prompt, "maori_wars:R16", options, waiting=f"A {name} is driven off.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Retreat) -> None:
        """It goes there."""
        step.pop()
        sail_away(game, step, self.boat, game.cat.hex_of[choice.to])

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nowhere to go any more."""
        step.pop()
        if step.state.where[self.boat] >= 0:
            drive_off(game, step, self.boat)


@rule("maori_wars:6.0.3", "maori_wars:R14")
def stranded(game: MaoriWars, step: Step[State], canoe: int) -> None:
    """A Canoe in an all-land hex without a unit that could carry it is destroyed; nobody is paid."""
    at = step.state.where[canoe]
    if at not in game.units.landlocked:
        return
    seat = game.units.camp[canoe]
    if not any(game.units.carries[unit] for unit in of_seat(game, step.state, at, seat)):
        lose_canoe(game, step, canoe, "left behind on dry land", "maori_wars:R14")


def leave_behind(game: MaoriWars, step: Step[State], at: int) -> None:
    """Look after the Canoes of a hex that a unit has left."""
    if at in game.units.landlocked:
        for unit in list(here(game, step.state, at)):
            if game.cat.kind[unit] == CANOE:
                stranded(game, step, unit)
