"""9.0: who is stronger. Strength is counted anew at each roll (R25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule

from ..model.catalogue import EQUAL, FORT, GREATER, LEAST, LESSER, MILITIA, MOST, PA
from .board import CAMP, closed_to, fighters, good, site_at, troops

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

FORT_STRENGTH = 2


def compare(ours: int, theirs: int) -> int:
    """Return the column of the side that rolls: lesser, equal or greater force."""
    return GREATER if ours > theirs else EQUAL if ours == theirs else LESSER


def read(game: MaoriWars, column: int, roll: int) -> str:
    """Read the Combat Results Table."""
    return game.cat.crt[column][max(LEAST, min(MOST, roll))]


def stronghold(game: MaoriWars, state: State, at: int, seat: int) -> int:
    """Return FORT or PA if a seat has one in a hex, else 0."""
    site = site_at(game, state, at)
    return site[1] if site is not None and CAMP[site[2]] == seat and site[1] in (FORT, PA) else 0


@rule("maori_wars:9.0.2", "maori_wars:R26")
def spared(state: State, seat: int) -> int:
    """Return who of a side has evaded in this phase and is not attacked, as bits.

    A side that attacks or raids itself is struck back at, evaders too.
    """
    if not state.evaded:
        return 0
    from .combat import SingleCombat
    from .raids import RaidFight

    fight = next((frame for frame in reversed(state.stack) if isinstance(frame, SingleCombat | RaidFight)), None)
    return 0 if fight is not None and fight.seat == seat else state.evaded


def defenders(game: MaoriWars, state: State, at: int, seat: int) -> list[int]:
    """Return the combat units of a hex that can be attacked: those who evaded into it are left out (R26)."""
    out = spared(state, seat)
    return [unit for unit in fighters(game, state, at, seat) if not out >> unit & 1]


def targets_of_hits(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return who may suffer a combat result in a place: combat units and Artillery, not those who evaded into it."""
    out = spared(state, seat)
    return [unit for unit in troops(game, state, place, seat) if not out >> unit & 1]


@rule("maori_wars:9.0.8", "maori_wars:R24", "maori_wars:R25")
def defence(game: MaoriWars, state: State, at: int, seat: int) -> int:
    """Return the strength of a defending hex: all its combat units, Disrupted too, a Fort never less than 2."""
    strength = len(defenders(game, state, at, seat))
    return max(strength, FORT_STRENGTH) if stronghold(game, state, at, seat) == FORT else strength


@rule("maori_wars:9.0.6", "maori_wars:9.0.8", "maori_wars:R24", "maori_wars:R25")
def counter_column(game: MaoriWars, state: State, at: int, seat: int, against: int) -> int:
    """Return the column of a counter-attack, or -1 if there can be none.

    Good defenders roll; a Fort always may, never below 2; an unoccupied Pa rolls as the lesser force, an occupied one
    does not roll itself. They are compared with all combat units in the hex they strike at, Disrupted or not.
    """
    strength = sum(good(state, unit) for unit in defenders(game, state, at, seat))
    theirs = len(fighters(game, state, against, 1 - seat))
    kind = stronghold(game, state, at, seat)
    if kind == FORT:
        return compare(max(strength, FORT_STRENGTH), theirs)
    if strength:
        return compare(strength, theirs)
    if kind == PA and not targets_of_hits(game, state, at, seat):
        return LESSER
    return -1


@rule("maori_wars:9.0.7", "maori_wars:3.0.8", "maori_wars:R32")
def attack_drm(game: MaoriWars, state: State, at: int, seat: int, units: list[int]) -> int:
    """Return what is added to an attack: -2 on an occupied Fort or Pa, -1 on an empty one, else the terrain's -1.

    Militia that attacks without Infantry loses another point: British or Australian Infantry, Naval or Constabulary.
    """
    cat, table = game.cat, game.units
    if stronghold(game, state, at, 1 - seat):
        occupied = bool(targets_of_hits(game, state, at, 1 - seat))
        drm = cat.drm["attack_occupied_fort" if occupied else "attack_empty_fort"]
    else:
        drm = cat.attack_drm[at]
    if any(cat.kind[unit] == MILITIA for unit in units) and not any(table.infantry[unit] for unit in units):
        drm += cat.drm["militia_alone"]
    return drm


def beside(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a hex is next to a unit or Structure of the enemy of a seat, on foot."""
    return any(closed_to(game, state, to, seat) for to in game.cat.walks[at])
