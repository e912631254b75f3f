"""9.0: what the letters of the Combat Results Table do to those who are struck."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Absorb, Disrupt, Lose
from ..model.catalogue import CANOE, FORT
from ..model.events import Rolled
from .board import boats, occupied, site_at
from .frame import Procedure
from .retreat import GiveWay
from .stacking import distinct
from .strength import spared, stronghold, targets_of_hits
from .units import disrupt, disrupt_site, eliminate, lose_canoe, step_down

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

ABSORBS_ON = 4
DIE = Dice(1, "maori_wars:9.0.12", "A die: does the Fort or Pa take the hit?")
WORDS = {
    "-": "no effect",
    "R": "retreat",
    "D": "one unit Disrupted",
    "A": "all Disrupted",
    "E": "one unit eliminated",
    "X": "one unit eliminated, all others Disrupted",
}


@rule("maori_wars:9.0.7", "maori_wars:9.0.9", "maori_wars:9.0.10", "maori_wars:R24", "maori_wars:R31")
def strike(
    game: MaoriWars,
    step: Step[State],
    place: int,
    seat: int,
    letter: str,
    *,
    attack: bool = False,
    raid: bool = False,
    of: tuple[int, ...] = (),
) -> None:
    """Apply a result to a seat's units in a place, at once.

    `attack`: a Fort or Pa may absorb it. A raid makes nobody retreat.
    `of` are those who may suffer, if not all who are there: one unit raided in the bush.
    """
    there = of or tuple(targets_of_hits(game, step.state, place, seat))
    if letter == "R" and there and not raid:
        out = spared(step.state, seat)
        canoes = tuple(boat for boat in boats(game, step.state, place, seat) if not out >> boat & 1)
        # Gunboats go by themselves when nobody is left with them.
        walking = tuple(unit for unit in canoes if not game.units.shells[unit])
        step.push(GiveWay(place, seat, (*there, *walking)))
    elif letter == "D":
        step.push(OneDisrupted(place, seat, of))
    elif letter == "A":
        step.push(AllDisrupted(place, seat, of))
    elif letter in ("E", "X"):
        if letter == "X":
            step.push(AllDisrupted(place, seat, of))
        if there:
            step.push(OneLost(place, seat, of, may_absorb=attack))
        elif site_at(game, step.state, place) is not None:
            step_down(game, step, place, "maori_wars:R24")


def may_suffer(game: MaoriWars, state: State, place: int, seat: int, of: tuple[int, ...]) -> list[int]:
    """Return who may suffer a result: all who can in the place, or those of some who are still there."""
    return [unit for unit in of if state.where[unit] == place] if of else targets_of_hits(game, state, place, seat)


@rule("maori_wars:11.0", "maori_wars:R37")
class OneDisrupted(Procedure, frozen=True, tag="one-disrupted"):
    """11.0: one unit of the owner's choice is Disrupted; the Structure only if nobody is in it."""

    place: int
    seat: int
    of: tuple[int, ...] = ()

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        return may_suffer(game, state, self.place, self.seat, self.of)

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask the owner which."""
        units = distinct(game, state, self._units(game, state))
        if len(units) < 2:
            return None
        options = tuple(Disrupt(game.cat.counters[unit].id) for unit in units)
        prompt = f"Which unit at {game.named(self.place)} is Disrupted? One that is already may panic."
        return Decide(self.seat, prompt, "maori_wars:R37", options, waiting="A unit is Disrupted.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Disrupt) -> None:
        """It is Disrupted."""
        step.pop()
        disrupt(game, step, game.cat.index[choice.unit], "maori_wars:11.0", pays=True)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """The only unit, or the Structure."""
        step.pop()
        units = self._units(game, step.state)
        if units:
            disrupt(game, step, units[0], "maori_wars:11.0", pays=True)
        elif self.place >= 0 and not self.of and not occupied(game, step.state, self.place, self.seat):
            disrupt_site(game, step, self.place, "maori_wars:11.0", may_panic=True)


@rule("maori_wars:11.0", "maori_wars:R37")
class AllDisrupted(Procedure, frozen=True, tag="all-disrupted"):
    """11.0: all units, boats too, and the Structure are Disrupted; occupied or not is judged before any panic."""

    place: int
    seat: int
    of: tuple[int, ...] = ()

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Mark them all; those who are Disrupted already roll, one after the other."""
        step.pop()
        there = targets_of_hits(game, step.state, self.place, self.seat)
        if self.of:
            struck = [unit for unit in there if unit in self.of]
        else:
            afloat = boats(game, step.state, self.place, self.seat) if self.place >= 0 else []
            out = spared(step.state, self.seat)
            struck = [*there, *(boat for boat in afloat if not out >> boat & 1)]
        if self.place >= 0 and not self.of and site_is(game, step.state, self.place, self.seat):
            empty = not occupied(game, step.state, self.place, self.seat)
            disrupt_site(game, step, self.place, "maori_wars:11.0", may_panic=empty)
        for unit in reversed(struck):
            disrupt(game, step, unit, "maori_wars:11.0", pays=True)


def site_is(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether the Structure of a hex belongs to a seat."""
    from .board import CAMP

    site = site_at(game, state, at)
    return site is not None and CAMP[site[2]] == seat


@rule("maori_wars:9.0.9", "maori_wars:9.0.12", "maori_wars:R31")
class OneLost(Procedure, frozen=True, tag="one-lost"):
    """9.0: one unit of its owner's choice is eliminated, or a good Fort or Pa tries to take the hit. Boats never do."""

    place: int
    seat: int
    of: tuple[int, ...] = ()
    may_absorb: bool = False
    absorbing: bool = False

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        return may_suffer(game, state, self.place, self.seat, self.of)

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask the owner who is lost, or for the die of the Fort or Pa."""
        if self.absorbing:
            return DIE
        units = distinct(game, state, self._units(game, state))
        options: list[Action] = []
        if self.may_absorb and units and absorbs(game, state, self.place, self.seat):
            options.append(Absorb())
        options += [Lose(game.cat.counters[unit].id) for unit in units]
        if len(options) < 2:
            return None
        prompt = f"A hit at {game.named(self.place)}: which unit is eliminated?"
        if isinstance(options[0], Absorb):
            prompt = f"A hit at {game.named(self.place)}: which unit is eliminated, or may the walls take it (4 to 6)?"
        return Decide(self.seat, prompt, "maori_wars:9.0.9", tuple(options), waiting="A loss is taken.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Absorb | Lose | Outcome) -> None:
        """Lose it, or let the walls try; whoever has tried in vain loses a unit."""
        if isinstance(choice, Absorb):
            step.swap(OneLost(self.place, self.seat, self.of, may_absorb=False, absorbing=True))
        elif isinstance(choice, Lose):
            step.pop()
            lose(game, step, game.cat.index[choice.unit])
        else:
            die = cast(int, choice[0])
            taken = die >= ABSORBS_ON
            what = "the Fort" if stronghold(game, step.state, self.place, self.seat) == FORT else "the Pa"
            result = "it takes the hit" if taken else "no: a unit is lost"
            step.say(Rolled("maori_wars:9.0.12", self.seat, f"{what} against the hit", die, 0, result))
            if taken:
                step.pop()
                step_down(game, step, self.place, "maori_wars:9.0.12")
            else:
                step.swap(OneLost(self.place, self.seat, self.of))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """There is only one."""
        step.pop()
        units = self._units(game, step.state)
        if units:
            lose(game, step, units[0])


@rule("maori_wars:9.0.9", "maori_wars:9.0.4")
def lose(game: MaoriWars, step: Step[State], unit: int) -> None:
    """A unit is eliminated by a hit; a Canoe, which only guns can hit, is destroyed."""
    if game.cat.kind[unit] == CANOE:
        lose_canoe(game, step, unit, "destroyed by guns", "maori_wars:9.0.4", pays=True)
    else:
        eliminate(game, step, unit, "maori_wars:9.0.9", pays=True)


@rule("maori_wars:9.0.12")
def absorbs(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a Fort or Pa that is not Disrupted stands there to take a hit."""
    site = site_at(game, state, at)
    return bool(stronghold(game, state, at, seat)) and site is not None and not site[3]
