"""Chapter 7: volley and bombardment, from the order of fire to the last roll to disrupt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Direction, Fire, HoldFire
from ..model.effects import Add, Forbid, Reroll
from ..model.effects import Dice as MoreDice
from ..model.events import Disrupted, Shot
from ..model.names import name
from ..model.units import ART, CAV, COLUMN, MASSED, Unit
from . import fire_zone
from .cards import total
from .morale import disrupt, put

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State
    from .fire_zone import Shot as Aimed

TO_HIT = 4
TO_DISRUPT = 4
TO_DISRUPT_GUNS = 6
"""Artillery hit by bombardment."""


def zones(game: Maurice, state: State, uid: int, *, long: bool) -> tuple[tuple[Aimed, ...], ...]:
    """Return for each base of a unit whom it could fire at."""
    field = game.field(state)
    return fire_zone.shots(field, uid, long)


@rule("maurice:7.who", "maurice:7.once", "maurice:7.canister", "maurice:7.column", "maurice:4.noDouble", "maurice:R51")
def shooters(game: Maurice, state: State, seat: int, *, long: bool, among: Sequence[int] | None = None) -> list[int]:
    """Infantry and artillery that have a target and have not fired in this round; columns never."""
    return list(_shooters(game, state, seat, long, among))


def _shooters(game: Maurice, state: State, seat: int, long: bool, among: Sequence[int] | None) -> Iterator[int]:
    field = game.field(state)
    for unit in state.units:
        if unit.side != seat or unit.arm == CAV or unit.formation == COLUMN or state.fired >> unit.id & 1:
            continue
        if among is not None and unit.id not in among:
            continue
        if long:
            from .forces import can_bombard

            if can_bombard(game, state, unit.id):
                yield unit.id
        elif fire_zone.any_shot(field, unit.id, False):
            yield unit.id


def anybody_fires(game: Maurice, state: State) -> bool:
    """Return whether anybody on either side could fire in a volley phase now."""
    return any(True for seat in (0, 1) for _ in _shooters(game, state, seat, False, None))


def reachable(game: Maurice, state: State, units: Sequence[int], *, long: bool) -> tuple[int, ...]:
    """Return the enemies that these units could fire at."""
    return tuple(sorted({s.target for uid in units for base in zones(game, state, uid, long=long) for s in base}))


@rule("maurice:7.hit", "maurice:7.dense", "maurice:7.enfilade", "maurice:7.disrupted", "maurice:7.vsCover")
def modifier(game: Maurice, state: State, shooter: Unit, shot: Aimed) -> int:
    """+1 for a dense target, +1 for enfilade, -1 for a disrupted shooter, -1 for cover; and what cards add."""
    found = 0
    if state.unit(shot.target).formation in (COLUMN, MASSED):
        found += 1
    if shot.enfilade:
        found += 1
    if 2 * shooter.disr >= shooter.bases:
        found -= 1
    if shot.cover:
        found -= 1
    return found + total(game, state, Add, shooter.id, "to_hit")


@rule("maurice:7.hit", "maurice:9.natural")
def needed(base: int, added: int) -> int:
    """The lowest natural roll that succeeds: a six always does, a one never.

    >>> needed(4, 1), needed(4, -3), needed(4, 5)
    (3, 6, 2)
    """
    return max(2, min(6, base - added))


@rule("maurice:7.dice", "maurice:7.hit")
def dice_of(game: Maurice, state: State, order: Fire, *, long: bool) -> list[tuple[int, int]]:
    """Return for each die of a shot its target and the roll that it needs: two dice for canister, else one a base."""
    unit = state.unit(order.unit)
    found: list[tuple[int, int]] = []
    for base, target in zip(zones(game, state, unit.id, long=long), order.targets, strict=True):
        for shot in base:
            if shot.target == target:
                each = 2 if unit.arm == ART and not long else 1
                each += total(game, state, MoreDice, unit.id, "to_hit")
                found += [(target, needed(TO_HIT, modifier(game, state, unit, shot)))] * each
                break
    return found


@rule("maurice:7.disrupt", "maurice:R62")
def disrupts_on(game: Maurice, state: State, target: Unit, *, long: bool) -> int:
    """The lowest roll to disrupt: 4, but 6 for artillery hit by bombardment; and what cards add."""
    base = TO_DISRUPT_GUNS if long and target.arm == ART else TO_DISRUPT
    return needed(base, total(game, state, Add, target.id, "to_disrupt"))


def fires(game: Maurice, state: State, uid: int, *, long: bool) -> Iterator[Fire]:
    """Yield the ways in which a unit may fire: each base that has a choice may take any of its targets."""
    bases = zones(game, state, uid, long=long)
    for targets in product(*([shot.target for shot in base] or [-1] for base in bases)):
        yield Fire(uid, tuple(targets))


@rule("maurice:7.sequence", "maurice:R51")
def in_order(game: Maurice, state: State, units: Sequence[int], seat: int, *, left: bool) -> tuple[int, ...]:
    """From the left or the right of the player, by the end of each unit on that side."""
    field = game.field(state)
    # Whoever sits at the southern edge has the west on his left.
    west = left == (seat == state.south)

    def end(uid: int) -> tuple[int, int]:
        xs = [x for x, _ in field.body(uid).corners]
        return (min(xs), uid) if west else (-max(xs), uid)

    return tuple(sorted(units, key=end))


@rule(
    "maurice:7.sequence",
    "maurice:7.notMandatory",
    "maurice:7.bombard",
    "maurice:7.notBoth",
    "maurice:R51",
    "maurice:R62",
)
class Shooting(Frame, frozen=True, tag="shooting"):
    """One side fires: unit by unit all roll to hit, then every target's hits are rolled to disrupt."""

    seat: int
    long: bool
    units: tuple[int, ...]
    ordered: bool = False
    now: int = -1
    """The unit whose dice are due."""
    throw: tuple[tuple[int, int], ...] = ()
    """The dice due: the target and the roll needed of each."""
    again: bool = False
    """Whether these are failed dice that are rolled once more."""
    earlier: tuple[int, ...] = ()
    """What the dice showed that are not rolled again."""
    hits: tuple[tuple[int, int], ...] = ()
    """Targets, and how many hits each has."""

    @property
    def clause(self) -> str:
        return "maurice:7.bombard" if self.long else "maurice:7.volley"

    def ask(self, game: Maurice, state: State) -> Decide | Dice | None:
        if self.throw:
            alike = len({*self.throw}) == 1
            return Dice(len(self.throw), "maurice:7.hit", "Dice to hit.", ordered=not alike)
        able = self._able(game, state)
        if able and not self.ordered and len(able) > 1:
            options: tuple[Action, ...] = (Direction(True), Direction(False))
            return Decide(self.seat, "Fire from left to right, or from right to left?", "maurice:7.sequence", options)
        if able:
            uid = self._next(game, state, able)
            options = (HoldFire(uid), *fires(game, state, uid, long=self.long))
            prompt = f"{name(state.unit(uid))}: click whom it fires at, or hold fire."
            return Decide(self.seat, prompt, self.clause, options)
        if self.hits:
            target, n = self.hits[0]
            return Dice(n, "maurice:7.disrupt", f"Dice to disrupt {name(state.unit(target))}.")
        return None

    def next_to_fire(self, game: Maurice, state: State) -> int | None:
        """Return the unit that is asked whether it fires; None if none is, or the order has still to be chosen."""
        able = self._able(game, state)
        return None if self.throw or not able or (not self.ordered and len(able) > 1) else self._next(game, state, able)

    def _able(self, game: Maurice, state: State) -> list[int]:
        if not self.units:
            return []
        found = shooters(game, state, self.seat, long=self.long, among=self.units)
        return [uid for uid in found if not total(game, state, Forbid, uid)]

    def _next(self, game: Maurice, state: State, able: list[int]) -> int:
        return next(uid for uid in self.units if uid in able)

    def run(self, game: Maurice, step: Step[State]) -> None:
        """All of this side's dice are thrown."""
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Direction | Fire | HoldFire | Outcome) -> None:
        if isinstance(choice, Direction):
            units = in_order(game, step.state, self.units, self.seat, left=choice.left)
            step.swap(replace(self, units=units, ordered=True))
        elif isinstance(choice, HoldFire):
            step.swap(replace(self, units=self._without(choice.unit), ordered=True))
        elif isinstance(choice, Fire):
            dice = dice_of(game, step.state, choice, long=self.long)
            step.set(fired=step.state.fired | 1 << choice.unit)
            self._smoke(step, choice.unit)
            units = self._without(choice.unit)
            step.swap(replace(self, units=units, ordered=True, now=choice.unit, throw=tuple(dice)))
        elif self.throw:
            self._hit(game, step, tuple(int(face) for face in choice))
        else:
            self._disrupt(game, step, tuple(int(face) for face in choice))

    def _without(self, uid: int) -> tuple[int, ...]:
        return tuple(other for other in self.units if other != uid)

    def _hit(self, game: Maurice, step: Step[State], faces: tuple[int, ...]) -> None:
        """Hits are counted by target; with a card the dice that failed are rolled once more."""
        failed = tuple(die for die, face in zip(self.throw, faces, strict=True) if face < die[1])
        hits = dict(self.hits)
        for (target, need), face in zip(self.throw, faces, strict=True):
            if face >= need:
                hits[target] = hits.get(target, 0) + 1
        if failed and not self.again and total(game, step.state, Reroll, self.now, "to_hit"):
            stood = tuple(sorted(face for die, face in zip(self.throw, faces, strict=True) if face >= die[1]))
            step.swap(replace(self, throw=failed, again=True, earlier=stood, hits=tuple(sorted(hits.items()))))
            return
        state = step.state
        unit = state.unit(self.now)
        shown = (*self.earlier, *faces)
        scored = len(self.earlier) + len(faces) - len(failed)
        # Who was fired at with all the dice, those that were not rolled again included.
        targets = tuple(name(state.unit(uid)) for uid in sorted({t for t, _ in self.throw}))
        step.say(Shot(self.seat, name(unit), targets, shown, scored))
        step.swap(replace(self, now=-1, throw=(), again=False, earlier=(), hits=tuple(sorted(hits.items()))))

    @rule("maurice:4.smoke", "maurice:7.canister", "maurice:6.smoke")
    def _smoke(self, step: Step[State], uid: int) -> None:
        """A gun that fires is marked with smoke."""
        unit = step.state.unit(uid)
        if unit.arm == ART and not unit.smoke:
            put(step, replace(unit, smoke=True))

    def _disrupt(self, game: Maurice, step: Step[State], faces: tuple[int, ...]) -> None:
        target, _ = self.hits[0]
        step.swap(replace(self, hits=self.hits[1:]))
        unit = step.state.unit(target)
        need = disrupts_on(game, step.state, unit, long=self.long)
        n = sum(face >= need for face in faces)
        step.say(Disrupted(self.seat, name(unit), faces, n))
        disrupt(step, target, n, "by fire")
