"""Fires and fire-fighting (FI): matchsticks count the time; smoke says how much of it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide
from kemu.parts.dice import AVERAGE, Dice
from kemu.parts.tabletop.points import Point, mean, square
from kemu.parts.tabletop.polygons import near_outline

from ..model.actions import FightFire, Next, SetFire
from ..model.events import Special
from ..model.ground import RADIUS
from ..model.layout import OUTSIDE, House
from ..model.names import name_of
from ..model.pieces import ATTACKERS, GARRISON, Blaze, Group
from .changes import changed, tidy_melees
from .losses import AfterLosses, Lose
from .offers import Offer, sure
from .retreat.fall_back import FallBack
from .retreat.order import able, which

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

TOUCHING = RADIUS + 50
FIGHTING = RADIUS + 2000
BURN = 12
NEAR_ENEMY = 12_000
"""An enemy farther than this from the middle of those who flee does not turn them."""


def _at_house(group: Group, house: House) -> bool:
    """Return whether a group is in a house or touches it from outside."""
    if group.room != OUTSIDE:
        return group.room in house.rooms
    return any(near_outline(house.outline, man, TOUCHING) for man in group.men)


def _within_reach(group: Group, house: House) -> bool:
    """Return whether a group is in a house or near it, perhaps in the house next door."""
    return group.room in house.rooms or any(near_outline(house.outline, man, FIGHTING) for man in group.men)


@rule("siege:FI.1", "siege:FI.5", "siege:R24", "siege:R53")
def tinder(game: Siege, state: State, group: Group) -> list[Offer]:
    """Attackers in or touching a house that is not yet on fire may set fire to it."""
    if not state.settings.fires or group.side != ATTACKERS:
        return []
    burning = {blaze.house for blaze in state.fires}
    return [
        sure(SetFire(house.index))
        for house in game.ground(state).layout.houses
        if house.index not in burning and not state.ruins >> house.index & 1 and _at_house(group, house)
    ]


@rule("siege:FI.4", "siege:R53")
def buckets(game: Siege, state: State, group: Group) -> list[Offer]:
    """Garrison figures inside or within two inches fight the fire: a matchstick away, or smoke back into one."""
    if not state.settings.fires or group.side != GARRISON or not group.men:
        return []
    found: list[Offer] = []
    for blaze in state.fires:
        if _within_reach(group, game.ground(state).layout.houses[blaze.house]):
            if blaze.sticks:
                found.append(sure(FightFire(blaze.house, "stick")))
            if blaze.smoke:
                found.append(sure(FightFire(blaze.house, "smoke")))
    return found


@rule("siege:FI.1")
class Kindle(Frame, frozen=True, tag="kindle"):
    """An average die says how many actions it takes until the house burns."""

    house: int

    def ask(self, game: Siege, state: State) -> Dice:
        return Dice(1, "siege:FI.1", "How many matchsticks?", faces=AVERAGE)

    def answer(self, game: Siege, step: Step[State], choice: tuple[int]) -> None:
        step.pop()
        sticks = choice[0]
        step.set(fires=(*step.state.fires, Blaze(self.house, sticks, 0, sticks)))
        name = game.ground(step.state).layout.houses[self.house].name
        step.say(Special(f"Fire in {name}: {sticks} matchsticks.", "siege:FI.1"))


@rule("siege:FI.4", "siege:R53")
def fight_fire(game: Siege, step: Step[State], choice: FightFire) -> None:
    """One matchstick less, or one smoke turned back; with none of either left the fire is out."""
    fires: list[Blaze] = []
    name = game.ground(step.state).layout.houses[choice.house].name
    for blaze in step.state.fires:
        if blaze.house == choice.house:
            if choice.take == "stick":
                blaze = changed(blaze, sticks=blaze.sticks - 1)
            else:
                blaze = changed(blaze, sticks=blaze.sticks + 1, smoke=blaze.smoke - 1)
            if not blaze.sticks and not blaze.smoke:
                step.say(Special(f"The fire in {name} is out.", "siege:FI.4"))
                continue
            step.say(Special(f"The fire in {name} is fought.", "siege:FI.4"))
        fires.append(blaze)
    step.set(fires=tuple(fires))


@rule("siege:FI.2", "siege:R53")
def tick(game: Siege, step: Step[State]) -> None:
    """After each garrison action but fire-fighting, a stick of every fire turns to smoke; all smoke is engulfed."""
    fires: list[Blaze] = []
    engulfed: list[Blaze] = []
    for blaze in step.state.fires:
        smoking = changed(blaze, sticks=blaze.sticks - 1, smoke=blaze.smoke + 1) if blaze.sticks else blaze
        (fires if smoking.sticks else engulfed).append(smoking)
    step.set(fires=tuple(fires))
    for blaze in reversed(engulfed):
        step.push(Engulfed(blaze.house, blaze.laid))


@rule("siege:FI.3", "siege:R54")
class Engulfed(Frame, frozen=True, tag="engulfed"):
    """The house is given up: a die for each matchstick first laid, a casualty for each 12, and all flee."""

    house: int
    laid: int

    def _inside(self, game: Siege, state: State) -> list[Group]:
        rooms = game.ground(state).layout.houses[self.house].rooms
        return [group for group in state.groups if group.room in rooms and group.men]

    def ask(self, game: Siege, state: State) -> Dice | None:
        if any(group.side == GARRISON for group in self._inside(game, state)):
            return Dice(self.laid, "siege:FI.3", f"The house is in flames: a casualty for each {BURN}.")
        return None

    def run(self, game: Siege, step: Step[State]) -> None:
        self.answer(game, step, ())

    def answer(self, game: Siege, step: Step[State], choice: tuple[int, ...]) -> None:
        state = step.state
        inside = self._inside(game, state)
        name = game.ground(state).layout.houses[self.house].name
        step.say(Special(f"{name.capitalize()} is in flames.", "siege:FI.3"))
        step.swap(AfterLosses(state.count(ATTACKERS) > 0), Fled(self.house, tuple(group.id for group in inside)))
        own = tuple(group.id for group in inside if group.side == GARRISON)
        if own and sum(choice) >= BURN:
            step.push(Lose(GARRISON, own, sum(choice) // BURN))


@rule("siege:FI.3", "siege:R54")
class Fled(Frame, frozen=True, tag="fled"):
    """Everybody in or on the burning house leaves it, the garrison first, in the order it likes; then it is a ruin."""

    house: int
    groups: tuple[int, ...]

    def _falls(self, game: Siege, state: State) -> list[FallBack]:
        inside = [g for g in state.groups if g.id in self.groups and g.men and g.room != OUTSIDE]
        falls = [FallBack(group.id, near_enemy(state, group), burning=True) for group in inside]
        return able(game, state, falls) if len(falls) > 1 else falls

    def ask(self, game: Siege, state: State) -> Decide | None:
        return which(state, self._falls(game, state), "siege:R54")

    def answer(self, game: Siege, step: Step[State], choice: Next) -> None:
        step.push(next(fall for fall in self._falls(game, step.state) if fall.group == choice.group))

    def run(self, game: Siege, step: Step[State]) -> None:
        state = step.state
        falls = self._falls(game, state)
        if not falls:
            step.pop()
            step.set(ruins=state.ruins | 1 << self.house)
            tidy_melees(step)
            name = game.ground(state).layout.houses[self.house].name
            step.say(Special(f"{name.capitalize()} is a ruin.", "siege:R54"))
            return
        step.push(falls[0])


def near_enemy(state: State, group: Group) -> Point | None:
    """Return the middle of the enemies near a group, or None if there are none near."""
    here = mean(list(group.men))
    foes = [m for g in state.groups if g.side != group.side for m in g.men if square(m, here) <= NEAR_ENEMY**2]
    return mean(foes) if foes else None


def kindle(game: Siege, step: Step[State], group: Group, house: int) -> None:
    """Set fire to a house."""
    name = game.ground(step.state).layout.houses[house].name
    step.say(Special(f"{name_of(game, group)} set fire to {name}.", "siege:FI.1"))
    step.push(Kindle(house))
