"""3.0: unit types. What each counter is and may do, laid out by counter; and how counters leave the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..model.catalogue import (
    BRITISH,
    FORT,
    GUNBOAT,
    LEADER,
    MAORI,
    NEUTRAL,
    PA,
    QUEENITE,
    SETTLEMENT,
    STRUCTURES,
    VILLAGE,
    Catalogue,
)
from ..model.events import CanoeLost, Disrupted, Eliminated, StructureLost, StructureStood, TownTaken
from ..model.island import ISLAND, OCEAN
from .board import (
    AWAY,
    BOX,
    BRITISH_SEAT,
    CAMP,
    GONE,
    MAORI_SEAT,
    bush,
    clear_site,
    here,
    leaders,
    mark,
    put,
    set_site,
    site_at,
    troops,
)
from .lanes import Reach, as_bits
from .victory import award, eliminated_structures, staked

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

LOWER = {FORT: SETTLEMENT, PA: VILLAGE}
"""What a Structure becomes when it goes down a step."""


@rule("maori_wars:3.0", "maori_wars:3.0.3", "maori_wars:3.0.10", "maori_wars:R1")
class UnitTable:
    """R1: one table, `kind x property`, by counter: never an ad hoc test."""

    def __init__(self, cat: Catalogue) -> None:
        kinds = [cat.kinds[kind] for kind in cat.kind]
        self.camp = tuple(CAMP[side] for side in cat.side)
        """The seat, or NOBODY for Neutrals."""
        self.present = tuple(1 << camp for camp in self.camp)
        """The same as a bit."""
        self.alike = tuple(
            unit if kind == LEADER else -1 - 4 * kind - side
            for unit, (kind, side) in enumerate(zip(cat.kind, cat.side, strict=True))
        )
        """Counters of one kind and side are alike; a leader is only himself."""
        self.fights = tuple(kind.combat for kind in kinds)
        """Combat units: they have strength, and they alone count for stacking."""
        self.occupies = tuple(1 << camp if kind.occupies else 0 for camp, kind in zip(self.camp, kinds, strict=True))
        self.leads = tuple(kind == LEADER for kind in cat.kind)
        self.boat = tuple(kind.boat for kind in kinds)
        self.shells = tuple(kind.shells for kind in kinds)
        self.charges = tuple(kind.charges for kind in kinds)
        self.infantry = tuple(kind.infantry for kind in kinds)
        self.bush = tuple(kind.bush or leads for kind, leads in zip(kinds, self.leads, strict=True))
        self.carries = tuple(kind.carries for kind in kinds)
        self.panic = tuple(kind.panic for kind in kinds)
        self.allowance = tuple(kind.allowance for kind in kinds)
        self.arrives = tuple(kind.arrives for kind in kinds)
        self.moves = tuple(cat.movement_class(unit) for unit in range(len(kinds)))
        self.cost = tuple(cat.cost[moves] for moves in self.moves)
        self.ways = tuple(
            tuple(tuple((to, price[to]) for to in around if price[to]) for around in cat.walks) for price in cat.cost
        )
        """By class of movement and hex: where one may step to, and what it costs."""
        self.of_side = tuple(tuple(unit for unit, side in enumerate(cat.side) if side == wanted) for wanted in range(4))
        self.of_seat = tuple(tuple(unit for unit, camp in enumerate(self.camp) if camp == seat) for seat in range(3))
        self.seat_bits = tuple(as_bits(units) for units in self.of_seat)
        """By seat: its counters, as bits."""
        self.boat_bits = as_bits(unit for unit, boat in enumerate(self.boat) if boat)
        self.unit_bits = tuple(as_bits(unit for unit in units if not self.leads[unit]) for units in self.of_seat)
        """By seat: its units, boats among them but no leaders, as bits."""
        self.combat_bits = tuple(as_bits(unit for unit in units if self.fights[unit]) for units in self.of_side)
        """By side: its combat units, as bits."""
        self.towns = tuple(at for at in range(cat.n) if cat.town[at])
        self.coasts = tuple(at for at in range(cat.n) if cat.coastal[at])
        self.landlocked = frozenset(at for at, wet in enumerate(cat.paddling) if not wet and cat.open[at])
        """All-land hexes: no coast, no river, no lake hexside (R14)."""
        self.landlocked_bits = as_bits(self.landlocked)
        self.coast_bits = as_bits(self.coasts)
        self.gunboat_links = tuple(
            tuple(dict.fromkeys((*sea, *river))) for sea, river in zip(cat.sea_links, cat.river_links, strict=True)
        )
        """By hex: where a Gunboat may go, one hex at a time."""
        self.open_sea = as_bits(at for at in range(cat.n) if cat.terrain[at] in (OCEAN, ISLAND))
        """Where no boat may stop, as bits."""
        self.enters = tuple(as_bits(at for at in range(cat.n) if price[at]) for price in cat.cost)
        """By class of movement: the hexes that are open to it, as bits."""
        self.steamed: dict[tuple[int, int], Reach] = {}
        """By hex and allowance: where a Gunboat can go."""
        self.roamers = tuple(tuple(unit for unit in units if self.bush[unit]) for units in self.of_seat)
        """By seat: who may go into the bush at all."""
        self.bushes = tuple(bush(t) for t in range(len(cat.territories)))
        self.bushes_beside = tuple(frozenset(bush(cat.territory[to]) for to in around) for around in cat.walks)
        """By hex: the bush of the territories that one may step to from it."""


def is_british(cat: Catalogue, unit: int) -> bool:
    """Tell whether a unit is British, which a Queenite is not (3.0)."""
    return cat.side[unit] == BRITISH


@rule("maori_wars:3.0.2")
def commands(cat: Catalogue, leader: int, unit: int) -> bool:
    """Tell whether a leader may command this unit: one of his own category; the British also Queenites."""
    side, other = cat.side[leader], cat.side[unit]
    return side == other or (side == BRITISH and other == QUEENITE)


# -- leaving the map -----------------------------------------------------------------------------------------


@rule("maori_wars:9.0.9", "maori_wars:R2")
def eliminate(game: MaoriWars, step: Step[State], unit: int, clause: str, *, pays: bool) -> None:
    """An eliminated unit goes to its Box; in combat the opponent is paid for it. Leaders with the last unit die too."""
    cat, units = game.cat, game.units
    place = step.state.where[unit]
    mark(step, unit, False)
    put(step, (unit,), BOX if cat.kinds[cat.kind[unit]].boxed else AWAY)
    step.say(Eliminated(clause, cat.counters[unit].id, game.label_of(place)))
    seat = units.camp[unit]
    if units.occupies[unit]:
        leaders_left(game, step, place, seat)
        abandoned(game, step, place, seat)
    if pays and units.fights[unit] and seat in (BRITISH_SEAT, MAORI_SEAT):
        award(game, step, 1 - seat, cat.vp["unit"], clause)


@rule("maori_wars:3.0.2", "maori_wars:R17")
def leaders_left(game: MaoriWars, step: Step[State], place: int, seat: int) -> None:
    """Leaders die with the last of the units around them, unless another went away earlier and left them."""
    from .combat import left_behind

    if troops(game, step.state, place, seat) or left_behind(step.state, place):
        return
    for leader in leaders(game, step.state, place, seat):
        kill_leader(game, step, leader, "maori_wars:R17")


@rule("maori_wars:3.0.2", "maori_wars:9.0.9")
def kill_leader(game: MaoriWars, step: Step[State], leader: int, clause: str) -> None:
    """An eliminated leader is out of the game."""
    cat = game.cat
    place = step.state.where[leader]
    put(step, (leader,), GONE)
    step.say(Eliminated(clause, cat.counters[leader].id, game.label_of(place)))
    seat = game.units.camp[leader]
    if seat in (BRITISH_SEAT, MAORI_SEAT):
        award(game, step, 1 - seat, cat.vp["leader"], clause)
    staked(game, step, leader)


@rule("maori_wars:6.0.6", "maori_wars:R16")
def abandoned(game: MaoriWars, step: Step[State], place: int, seat: int) -> None:
    """A Gunboat is driven off when no combat unit or Artillery remains with it; a Canoe on dry land is lost.

    For the Canoe it is not enough that somebody remains: he must be one who could carry it.
    """
    from .boats import drive_off, leave_behind

    if place < 0:
        return
    leave_behind(game, step, place)
    if troops(game, step.state, place, seat):
        return
    for unit in list(here(game, step.state, place)):
        if game.units.camp[unit] == seat and game.cat.kind[unit] == GUNBOAT:
            drive_off(game, step, unit)


@rule("maori_wars:6.0.5", "maori_wars:R15")
def lose_canoe(game: MaoriWars, step: Step[State], canoe: int, how: str, clause: str, pays: bool = False) -> None:
    """A Canoe is off the map. British units alone, and their guns, are paid for a Maori one."""
    at = step.state.where[canoe]
    mark(step, canoe, False)
    put(step, (canoe,), AWAY)
    step.say(CanoeLost(clause, game.cat.counters[canoe].id, game.label_of(at), how))
    if pays and game.cat.side[canoe] == MAORI:
        award(game, step, BRITISH_SEAT, game.cat.vp["canoe"], clause)


# -- Structures ----------------------------------------------------------------------------------------------


def structure_side(site_side: int) -> int:
    """Return the seat that a Structure belongs to, or -1."""
    return CAMP[site_side] if site_side != NEUTRAL else -1


@rule("maori_wars:3.0.1", "maori_wars:R3", "maori_wars:R5")
def step_down(game: MaoriWars, step: Step[State], at: int, clause: str, *, disrupted: bool = False) -> None:
    """A Fort becomes a Settlement, or leaves its Town; a Pa becomes a Village; the others are eliminated.

    Whatever destroys it, the opponent gets the point for what has gone.
    """
    site = site_at(game, step.state, at)
    assert site is not None
    _, kind, side, _ = site
    left = 0 if kind == FORT and game.cat.town[at] else LOWER.get(kind, 0)
    if left:
        set_site(step, at, left, side, int(disrupted))
    else:
        clear_site(step, at)
    step.say(StructureLost(clause, STRUCTURES[kind], game.label_of(at), STRUCTURES[left] if left else ""))
    seat = structure_side(side)
    if seat >= 0:
        award(game, step, 1 - seat, game.cat.vp[STRUCTURES[kind]], clause)
    if not left and kind in (VILLAGE, SETTLEMENT):
        eliminated_structures(game, step, kind, side)


@rule("maori_wars:9.0.11", "maori_wars:R4", "maori_wars:R5")
def overrun(game: MaoriWars, step: Step[State], at: int, seat: int) -> None:
    """A side has advanced into a hex: its Structure is removed, and paid in one event.

    A Fort or Pa pays its own point and that of the Settlement or Village it would have become. A Town stays, and
    pays 2, with its Fort 3; the Maori score the same Town again only after a British unit has been in it.
    """
    cat, state = game.cat, step.state
    points = 0
    site = site_at(game, state, at)
    kind = side = 0
    if site is not None and CAMP[site[2]] == 1 - seat:
        _, kind, side, _ = site
        points += cat.vp[STRUCTURES[kind]]
        if kind in LOWER and not cat.town[at]:
            points += cat.vp[STRUCTURES[LOWER[kind]]]
        clear_site(step, at)
        step.say(StructureLost("maori_wars:9.0.11", STRUCTURES[kind], game.label_of(at), ""))
    if cat.town[at]:
        points += _town(game, step, at, seat)
    award(game, step, seat, points, "maori_wars:9.0.11")
    if kind:
        lost = LOWER.get(kind, kind) if not cat.town[at] else kind
        eliminated_structures(game, step, lost, side)


@rule("maori_wars:R4")
def _town(game: MaoriWars, step: Step[State], at: int, seat: int) -> int:
    """Return what a Town pays to a side that has advanced into it, and remember who has it."""
    taken = step.state.taken
    if seat == MAORI_SEAT:
        if at in taken:
            return 0
        step.set(taken=tuple(sorted((*taken, at))))
    else:
        step.set(taken=tuple(town for town in taken if town != at))
    step.say(TownTaken(game.label_of(at), seat))
    return game.cat.vp["town"]


def re_enter(game: MaoriWars, step: Step[State], at: int, seat: int) -> None:
    """A British unit is in a Town again: the Maori may score it once more (R4)."""
    if seat == BRITISH_SEAT and at in step.state.taken:
        step.set(taken=tuple(town for town in step.state.taken if town != at))


@rule("maori_wars:11.0", "maori_wars:R37")
def disrupt(game: MaoriWars, step: Step[State], unit: int, clause: str, *, pays: bool) -> None:
    """A unit gets a Disrupted Marker; one that has one already may panic."""
    from .panic import Panic

    if step.state.disrupted >> unit & 1:
        step.push(Panic(unit, -1, pays))
        return
    mark(step, unit, True)
    step.say(Disrupted(clause, game.cat.counters[unit].id, game.label_of(step.state.where[unit])))


@rule("maori_wars:11.0", "maori_wars:R37")
def disrupt_site(game: MaoriWars, step: Step[State], at: int, clause: str, *, may_panic: bool) -> None:
    """A Structure, not a Town, gets a Disrupted Marker; one that has one already may panic, if nobody is in it."""
    from .panic import Panic

    site = site_at(game, step.state, at)
    if site is None:
        return
    _, kind, side, disrupted = site
    if not disrupted:
        set_site(step, at, kind, side, 1)
        step.say(Disrupted(clause, "", game.label_of(at)))
    elif may_panic:
        step.push(Panic(-1, at, True))


def raise_site(game: MaoriWars, step: Step[State], at: int, kind: int, side: int, clause: str) -> None:
    """A Structure stands in a hex, in place of what stood there."""
    set_site(step, at, kind, side)
    step.say(StructureStood(clause, STRUCTURES[kind], game.label_of(at), structure_side(side)))
