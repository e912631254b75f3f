"""12.0: the Construction Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Build, Done, Repair
from ..model.catalogue import BRITISH, FORT, MAORI, MILITIA, PA, QUEENITE, SETTLEMENT, STRUCTURES, VILLAGE, WARRIOR
from ..model.events import Rallied
from .board import BRITISH_SEAT, CAMP, board, friendly_places, good, set_site, site_at, spare, town_owner
from .frame import Procedure
from .lanes import as_bits
from .units import raise_site
from .victory import award

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

NEAR = 3


@rule("maori_wars:12.0", "maori_wars:R38")
def hindered(game: MaoriWars, state: State, seat: int) -> int:
    """Return the hexes with or next to an enemy unit (a boat too, no leader) or a good enemy Structure, as bits."""
    table, there, enemy = game.units, board(game, state), 1 - seat
    found = as_bits(at for at, units in there.bits.items() if units & table.unit_bits[enemy])
    found |= as_bits(site[0] for site in state.sites if CAMP[site[2]] == enemy and not site[3])
    if enemy == BRITISH_SEAT:
        found |= as_bits(at for at in table.towns if town_owner(game, state, at) == enemy)
    return found | game.lanes.neighbours.step(found)


@rule("maori_wars:12.0", "maori_wars:14.0.3", "maori_wars:R38", "maori_wars:3.0.8")
def foundations(game: MaoriWars, state: State, seat: int) -> list[tuple[int, int, int]]:
    """Return what may be created: Structure, side and hex.

    A good Militia unit founds a Settlement, a good Maori or Queenite unit a Village, in its own hex within 3 hexes of a
    friendly Structure, in the designated area, where nothing stands.
    """
    cat, area = game.cat, game.scenario(state).area
    founders: dict[int, tuple[int, int]] = {}
    for side, kind, structure in _FOUNDERS:
        if CAMP[side] == seat and spare(game, state, side, structure) > 0:
            for unit in cat.pool.get((side, kind), ()):
                at = state.where[unit]
                if at >= 0 and good(state, unit):
                    founders.setdefault(at * 2 + (structure == VILLAGE), (structure, side))
    if not founders:
        return []
    homes, shut = friendly_places(game, state, seat), hindered(game, state, seat)
    return [
        (structure, side, key // 2)
        for key, (structure, side) in sorted(founders.items())
        if cat.territory[key // 2] in area
        and site_at(game, state, key // 2) is None
        and not cat.town[key // 2]
        and not shut >> key // 2 & 1
        and any(cat.distance(key // 2, home) <= NEAR for home in homes)
    ]


_FOUNDERS = ((BRITISH, MILITIA, SETTLEMENT), (QUEENITE, WARRIOR, VILLAGE), (MAORI, WARRIOR, VILLAGE))


@rule("maori_wars:12.0", "maori_wars:14.0.4", "maori_wars:R38")
def upgrades(game: MaoriWars, state: State, seat: int) -> list[tuple[int, int, int]]:
    """Return what may be upgraded: a good Village to a Pa; a good Settlement or a Town to a Fort, for a Victory Point.

    The designated area does not bind upgrades, and no unit is needed. A scenario may limit the Forts that are built.
    """
    found: list[tuple[int, int, int]] = []
    limit = game.scenario(state).forts
    forts = spare(game, state, BRITISH, FORT) > 0 and (limit < 0 or state.forts < limit)
    for at, kind, side, disrupted in state.sites:
        if CAMP[side] != seat or disrupted:
            continue
        if kind == VILLAGE and spare(game, state, side, PA) > 0:
            found.append((PA, side, at))
        elif kind == SETTLEMENT and forts:
            found.append((FORT, BRITISH, at))
    if seat == BRITISH_SEAT and forts:
        found += [
            (FORT, BRITISH, at)
            for at in game.units.towns
            if site_at(game, state, at) is None and town_owner(game, state, at) == seat
        ]
    if not found:
        return found
    shut = hindered(game, state, seat)
    return [(kind, side, at) for kind, side, at in found if not shut >> at & 1]


@rule("maori_wars:12.0", "maori_wars:R7", "maori_wars:2.0")
class Construction(Procedure, frozen=True, tag="construction"):
    """12.0: once a turn a side creates or upgrades one Structure, or repairs one: British and Queenites together."""

    seat: int

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask what is built."""
        cat, seat = game.cat, self.seat
        options: list[Action] = [
            Build(STRUCTURES[kind], cat.label[at])
            for kind, _, at in (*foundations(game, state, seat), *upgrades(game, state, seat))
        ]
        options += [Repair(cat.label[site[0]]) for site in state.sites if CAMP[site[2]] == seat and site[3]]
        if not options:
            return None
        options.append(Done())
        prompt = "Construction: create or upgrade one Structure, or remove one Disrupted Marker from a Structure?"
        return Decide(seat, prompt, "maori_wars:12.0", tuple(options), waiting="Something may be built.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Build | Repair | Done) -> None:
        """Build it, repair it, or leave it."""
        step.pop()
        if isinstance(choice, Done):
            return
        at = game.cat.hex_of[choice.to]
        site = site_at(game, step.state, at)
        if isinstance(choice, Repair):
            assert site is not None
            set_site(step, at, site[1], site[2])
            step.say(Rallied("maori_wars:12.0", "", game.label_of(at)))
            return
        kind = STRUCTURES.index(choice.what)
        if site is not None:
            side = site[2]
        else:
            side = BRITISH if kind != VILLAGE else QUEENITE if self.seat == BRITISH_SEAT else MAORI
        raise_site(game, step, at, kind, side, "maori_wars:12.0")
        if kind == FORT:
            step.set(forts=step.state.forts + 1)
            # Expending a point is gaining it for the opponent: possible at any place of the marker (R2).
            award(game, step, 1 - self.seat, -game.cat.vp["fort_built"], "maori_wars:12.0")

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nothing can be built."""
        step.pop()
