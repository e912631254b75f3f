"""4: who stands where. Questions about the map that every chapter asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action
from kemu.parts.bits import bits

from ..model.battle_events import Withdrew
from ..model.catalogue import Catalogue
from ..model.offers import PerCounter

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


altered = cast("Callable[..., State]", replace)
"""Return a state with some fields changed: what `step.set` does, without the way through it, for steps taken often."""


def own(game: Hawaii, state: State, seat: int) -> int:
    """Return every counter of this seat, those of Kauaʻi too if it has joined it."""
    return game.cat.owned[state.kauai + 1][seat]


@rule("hawaii:R17", "hawaii:R23")
def strangers(game: Hawaii, state: State, seat: int) -> int:
    """Return every counter that this seat cannot walk or sail in on freely: the enemy's, and neutral Kauaʻi's."""
    return game.cat.foreign[state.kauai + 1][seat]


@rule("hawaii:R2")
def occupied(game: Hawaii, state: State, seat: int) -> list[int]:
    """Return the spaces that a seat occupies: it has a fighting unit there now. Canoes alone hold nothing."""
    cat = game.cat
    fighting = cat.owned[state.kauai + 1][seat] & cat.fighters
    return [at for at, here in enumerate(state.places[: cat.n]) if here & fighting]


def shifted(places: tuple[int, ...], units: int, to: int) -> tuple[int, ...]:
    """Return the places with these counters in place `to`, wherever they were."""
    kept = ~units
    now = [there & kept for there in places]
    now[to] |= units
    return tuple(now)


@rule("hawaii:R18", "hawaii:3.1")
def removed(cat: Catalogue, places: tuple[int, ...], units: int) -> tuple[int, ...]:
    """Return the places with these counters eliminated.

    They go to their side's Recruit Box; leaders and Kauaʻi counters leave the game.
    """
    for unit in bits(units):
        places = shifted(places, 1 << unit, cat.grave[unit])
    return places


@rule("hawaii:R6")
def boxed(cat: Catalogue, places: tuple[int, ...], units: int) -> tuple[int, ...]:
    """Return the places with these counters sent to the box by an event: nobody is eliminated by that."""
    for unit in bits(units):
        places = shifted(places, 1 << unit, cat.box[unit])
    return places


def by_space(offer: PerCounter, places: tuple[int, ...], spaces: range, units: int) -> tuple[Action, ...]:
    """Return the actions for these counters, equal ones in the same space once."""
    actions: tuple[Action, ...] = ()
    for at in spaces:
        here = places[at] & units
        if here:
            actions += offer[here]
    return actions


def moved(places: tuple[int, ...], unit: int, at: int, to: int) -> tuple[int, ...]:
    """Return the places with this one counter, given as a bit, moved from place `at` to place `to`."""
    now = list(places)
    now[at] ^= unit
    now[to] |= unit
    return tuple(now)


def place_of(places: tuple[int, ...], unit: int) -> int:
    """Return the place of this one counter, given as a bit."""
    at = 0
    while not places[at] & unit:
        at += 1
    return at


def withdraw(game: Hawaii, step: Step[State], units: int, to: int, clause: str) -> None:
    """Move counters out of a fight to a space."""
    if units:
        step.set(places=shifted(step.state.places, units, to))
        step.say(Withdrew(game.cat.ids[units], game.cat.spaces[to].id, clause))


def with_seat(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """Return the pair with this seat's value."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
