"""9.0: what a combat is likely to come to, exactly, step by step: evasion, counter-attack, the roll and its results."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from ..model.catalogue import FORT, LESSER, PA
from ..rules.board import good, troops
from ..rules.combat import SingleCombat
from ..rules.counter_attack import counter_drm
from ..rules.evasion import NEVER, evades_on
from ..rules.results import ABSORBS_ON, absorbs
from ..rules.strength import FORT_STRENGTH, attack_drm, compare, defenders, read, stronghold, targets_of_hits

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

SIXTH = Fraction(1, 6)


class Forecast(Struct, frozen=True):
    """What a combat is likely to come to, if its chit is According to Plan and the defender fights back."""

    evades: Fraction
    """All who can evade try, and do."""
    loses: Fraction
    """The attacker loses a unit."""
    shaken: Fraction
    """How many of the attacker's units become Disrupted, on average."""
    thrown_back: Fraction
    kills: Fraction
    """The defender loses a unit."""
    shakes: Fraction
    drives_out: Fraction
    breaks: Fraction
    """A Fort or Pa goes down a step."""
    empties: Fraction
    """The hex can be advanced into."""


def letters(game: MaoriWars, column: int, drm: int) -> Iterator[tuple[str, Fraction]]:
    """Yield the result of each face, and its chance."""
    for die in range(1, 7):
        yield read(game, column, die + drm), SIXTH


def spread(game: MaoriWars, column: int, drm: int) -> dict[str, Fraction]:
    """Return the chance of each result of a roll."""
    found: dict[str, Fraction] = {}
    for letter, chance in letters(game, column, drm):
        found[letter] = found.get(letter, Fraction(0)) + chance
    return found


def evasion(game: MaoriWars, state: State, combat: SingleCombat) -> Fraction:
    """Return the chance that all good defenders evade together, 0 if some of them cannot."""
    there = defenders(game, state, combat.at, 1 - combat.seat)
    if not there or any(not good(state, unit) for unit in there):
        return Fraction(0)
    needed = max(evades_on(game, state, combat, unit) for unit in there)
    return Fraction(7 - needed, 6) if needed < NEVER else Fraction(0)


def forecast(
    game: MaoriWars, state: State, seat: int, at: int, units: tuple[int, ...], *, evade: bool = True
) -> Forecast:
    """Return what an attack by these units is likely to come to.

    The defender strikes back at the hex from which most of them attack, and lets a Fort or Pa take the hit if it can.
    """
    band = tuple((unit, state.where[unit]) for unit in units)
    combat = SingleCombat(seat, at, band, True)
    evades = evasion(game, state, combat) if evade else Fraction(0)
    stays = 1 - evades
    there = defenders(game, state, at, 1 - seat)
    kind = stronghold(game, state, at, 1 - seat)
    starts = sorted({start for _, start in band}, key=lambda start: -sum(where == start for _, where in band))
    if not starts:
        zero = Fraction(0)
        return Forecast(evades, zero, zero, zero, zero, zero, zero, zero, zero)
    against = starts[0]
    from_there = sum(where == against for _, where in band)
    crowd = len([unit for unit in troops(game, state, against, seat) if game.units.fights[unit]])
    ready = sum(good(state, unit) for unit in there)
    if kind == FORT:
        column = compare(max(ready, FORT_STRENGTH), crowd)
    elif ready:
        column = compare(ready, crowd)
    else:
        column = LESSER if kind == PA and not targets_of_hits(game, state, at, 1 - seat) else -1
    counted = ("loses", "shaken", "back", "kills", "shakes", "out", "breaks", "empties")
    totals: dict[str, Fraction] = dict.fromkeys(counted, Fraction(0))
    drm = counter_drm(game, state, at, 1 - seat)
    answers = letters(game, column, drm) if column >= 0 else iter([("-", Fraction(1))])
    for letter, chance in answers:
        weight = stays * chance
        left = len(band)
        if letter == "R":
            totals["back"] += weight
            left -= from_there
        elif letter in ("D", "E"):
            totals["shaken" if letter == "D" else "loses"] += weight
            # Who stands there and takes no part takes the loss, if there is anybody.
            left -= 1 if crowd <= from_there else 0
        elif letter in ("A", "X"):
            totals["shaken"] += weight * (crowd - (letter == "X"))
            totals["loses"] += weight if letter == "X" else 0
            left -= from_there
        if left > 0:
            _attack(game, state, seat, at, list(units)[:left], weight, totals)
    return Forecast(
        evades,
        totals["loses"],
        totals["shaken"],
        totals["back"],
        totals["kills"],
        totals["shakes"],
        totals["out"],
        totals["breaks"],
        totals["empties"] + (evades if not kind else 0),
    )


def _attack(
    game: MaoriWars, state: State, seat: int, at: int, units: list[int], weight: Fraction, totals: dict[str, Fraction]
) -> None:
    """Add what the attack roll of those who are left comes to."""
    there = defenders(game, state, at, 1 - seat)
    kind = stronghold(game, state, at, 1 - seat)
    strength = max(len(there), FORT_STRENGTH) if kind == FORT else len(there)
    drm = attack_drm(game, state, at, seat, units)
    absorbed = Fraction(7 - ABSORBS_ON, 6) if there and absorbs(game, state, at, 1 - seat) else Fraction(0)
    for letter, chance in letters(game, compare(len(units), strength), drm):
        each = weight * chance
        if not there:
            if letter in ("E", "X") and kind:
                totals["breaks"] += each
            if letter != "-":
                totals["empties"] += each
        elif letter == "R":
            if not kind:
                totals["out"] += each
                totals["empties"] += each
        elif letter == "D":
            totals["shakes"] += each
        elif letter == "A":
            totals["shakes"] += each * len(there)
        elif letter in ("E", "X"):
            totals["kills"] += each * (1 - absorbed)
            totals["breaks"] += each * absorbed
            if letter == "X":
                totals["shakes"] += each * (len(there) - 1 + absorbed)
            if len(there) == 1:
                totals["empties"] += each * (1 - absorbed)
