"""14.0.2: what one answer has set up is changed piece by piece.

A changed set-up is always one that could have been given answer by answer. So a change goes back to where the seat
began, and sets up everything again: the changed piece in its new place, the others where they stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Done, Place, Raise, Roam, Take, Uproot
from ..model.catalogue import NEUTRAL, SEAT_OF_SIDE, STRUCTURES
from ..model.events import Stood, StructureStood
from .board import AWAY, BOX, DUE, GONE, bush
from .frame import Procedure
from .setup import SettingUp, seat_of
from .setup_plan import Item, plan

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Entry
    from ..model.state import State

MOST_CHANGES = 8
"""How often a seat may think better of where something stands."""


class Run:
    """The lines that a seat has set up one after the other: what belongs to them, and how they were set up."""

    __slots__ = ("_choices", "counters", "first", "game", "items", "states")

    def __init__(self, game: MaoriWars, state: State, first: int, stood: tuple[int, ...]) -> None:
        drawn = plan(game, game.scenario(state))
        self.game, self.first = game, first
        self.items: list[tuple[Entry, Item]] = []
        self.counters: list[int] = []
        """By item: its counter; -1: it is a Structure."""
        found = drawn.line(first, 0)
        for _ in stood:
            assert found is not None
            i, j = found
            self.items.append((drawn.entries[i], drawn.listed[i][j]))
            found = drawn.line(i, j + 1)
        step = Step(self._taken_off(state, stood))
        states = [step.state]
        for n, at in enumerate(stood):
            self._put(step, n, at)  # It has been legal there, and is still.
            states.append(step.state)
        self.states = tuple(states)
        """Before each item, and when all of them stand."""
        self._choices: dict[int, bool] = {}
        """By item: whether it has a choice of places, once that has been asked."""

    def _taken_off(self, state: State, stood: tuple[int, ...]) -> State:
        """Return the state before anything of the run stood.

        Counters are taken from the front of their pool: it has the last ones.
        """
        where, sites, beside = list(state.where), set[int](), 0
        for (entry, (kind, which)), at in zip(reversed(self.items), reversed(stood), strict=True):
            counter = -1
            if kind == "structure":
                sites.add(at)
                beside += entry.beside and at >= 0
            elif kind == "leader":
                counter = which
            else:
                pool = self.game.cat.pool[entry.side, which]
                counter = next(unit for unit in reversed(pool) if where[unit] not in (AWAY, DUE))
            self.counters.insert(0, counter)
            if counter >= 0 and where[counter] != GONE:
                where[counter] = AWAY
        *below, after, _ = state.stack
        assert isinstance(after, SettingUp)
        free = after.free[: len(after.free) - beside]
        return replace(
            state,
            where=tuple(where),
            sites=tuple(site for site in state.sites if site[0] not in sites),
            stack=(*below, replace(after, entry=self.first, item=0, free=free, first=self.first)),
        )

    @property
    def before(self) -> State:
        """Return the state before the run."""
        return self.states[0]

    @property
    def stood(self) -> tuple[int, ...]:
        """Return where the items stand."""
        return setting_up(self.states[-1]).stood

    def led_to(self, state: State, first: int, stood: tuple[int, ...]) -> bool:
        """Tell whether it is this run that has led to a state in which it may be changed."""
        game, end, after = self.game, self.states[-1], state.stack[-2]
        return (
            (first, stood) == (self.first, self.stood)
            and state.where == end.where
            and state.sites == end.sites
            and isinstance(after, SettingUp)
            and after.free == setting_up(end).free
            and game.scenario(state) is game.scenario(end)
        )

    def changed(self, item: int, to: int) -> Run:
        """Return the run with one item put somewhere else. If it is a Structure, it takes along what stood in it.

        Whatever comes before it stays. What can no longer stand where it stood goes where a set-up that goes by itself
        would put it.
        """
        stood, structure = self.stood, self.items[item][1][0] == "structure"
        choices = {n: choice for n, choice in self._choices.copy().items() if n <= item}
        step = Step(self.states[item])
        states = [*self.states[:item], step.state]
        self._put(step, item, to)
        states.append(step.state)
        for n in range(item + 1, len(stood)):
            at = stood[n]
            wishes = (at,) if at != stood[item] else (to, at) if structure else (at, to)
            place, choices[n] = self._legal(step.state, wishes)
            self._put(step, n, place)
            states.append(step.state)
        run = copy(self)
        run.states, run._choices = tuple(states), choices
        return run

    def _put(self, step: Step[State], n: int, place: int | None) -> None:
        frame = setting_up(step.state)
        if place is None or place == BOX:
            frame.put_off(self.game, step)
        else:
            frame.put(self.game, step, self._choice(n, place), tell=False)

    def _legal(self, state: State, wishes: tuple[int, ...]) -> tuple[int | None, bool]:
        """Return the first wish that is legal for the next item, or else the first legal one; and if it has two."""
        options = setting_up(state).options(self.game, state)
        seen = [place_of(self.game, option) for option in islice(options, 2)]
        choice = len(seen) == 2
        for wish in wishes:
            if wish in seen:
                return wish, choice
            for option in options:
                seen.append(place_of(self.game, option))
                if seen[-1] == wish:
                    return wish, choice
        return (seen[0] if seen else None), choice

    def _choice(self, n: int, place: int) -> Action:
        """Return the answer that puts an item into a place."""
        cat, (_, (kind, which)) = self.game.cat, self.items[n]
        if kind == "structure":
            return Raise(STRUCTURES[which], cat.label[place])
        id_ = cat.counters[self.counters[n]].id
        return Place(id_, cat.label[place]) if place >= 0 else Roam(id_, self.game.label_of(place))

    def options(self, n: int) -> Iterator[Action]:
        """Yield the places of an item, the present one among them."""
        state = self.states[n]
        return setting_up(state).options(self.game, state)

    def _has_choice(self, n: int) -> bool:
        found = self._choices.get(n)
        if found is None:
            found = self._choices[n] = len(tuple(islice(self.options(n), 2))) == 2
        return found

    def movable(self) -> tuple[Action, ...]:
        """Return the answers that take up what has a choice of places.

        Of counters that are alike and stand together one is enough: the last one, for it is the freest.
        """
        cat, found = self.game.cat, dict[object, Action]()
        for n, ((entry, item), at) in enumerate(zip(self.items, self.stood, strict=True)):
            if not self._has_choice(n):
                continue
            if item[0] == "structure":
                found[n] = Uproot(cat.label[at])
            else:
                found[entry, item, at] = Take(cat.counters[self.counters[n]].id)
        return tuple(found.values())

    def number(self, taken: Take | Uproot) -> int:
        """Return which item an answer takes up."""
        cat = self.game.cat
        if isinstance(taken, Take):
            return self.counters.index(cat.index[taken.unit])
        here = cat.hex_of[taken.at]
        return next(n for n, at in enumerate(self.stood) if at == here and self.counters[n] < 0)

    def name(self, n: int) -> str:
        """Return what an item is called."""
        entry, (kind, which) = self.items[n]
        if kind == "structure":
            return f"the {STRUCTURES[which].capitalize()} at {self.game.named(self.stood[n])}"
        cat = self.game.cat
        if kind == "leader":
            return cat.counters[which].name
        whose = "the " if entry.side == NEUTRAL else "your "
        return whose + cat.counters[cat.pool[entry.side, which][0]].name


def setting_up(state: State) -> SettingUp:
    """Return where a set-up stands."""
    frame = state.stack[-1]
    assert isinstance(frame, SettingUp)
    return frame


def run_of(game: MaoriWars, state: State, first: int, stood: tuple[int, ...]) -> Run:
    """Return the run that a seat may change. The last one is kept: one change comes after the other."""
    last = game.last_run
    if last is not None and last.led_to(state, first, stood):
        return last
    game.last_run = found = Run(game, state, first, stood)
    return found


def place_of(game: MaoriWars, choice: Action) -> int:
    """Return the place that an answer of the set-up names."""
    assert isinstance(choice, Place | Raise | Roam)
    return bush(game.cat.territories.index(choice.to)) if isinstance(choice, Roam) else game.cat.hex_of[choice.to]


@rule("maori_wars:14.0.2")
class Changing(Procedure, frozen=True, tag="changing"):
    """14.0.2: a seat whose set-up went by itself changes where something stands, before the other side goes on."""

    first: int
    """The line with which it began."""
    stood: tuple[int, ...]
    """Where its items stand, in their order."""
    changes: int = 0
    item: int = -1
    """The item that is set up anew, by its number; -1: none."""

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask what shall stand somewhere else, or where."""
        run = run_of(game, state, self.first, self.stood)
        seat = seat_of(run.items[0][0])
        if self.item >= 0:
            prompt = f"Where does {run.name(self.item)} stand instead?"
            return self._decide(seat, prompt, tuple(run.options(self.item)))
        movable = run.movable() if self.changes < MOST_CHANGES else ()
        prompt = "This is your set-up. Begin, or choose what shall stand somewhere else."
        return self._decide(seat, prompt, (Done(), *movable))

    def _decide(self, seat: int, prompt: str, options: tuple[Action, ...]) -> Decide:
        return Decide(seat, prompt, "maori_wars:14.0.2", options, waiting="The set-up goes on.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Action) -> None:
        """It is changed; or that is the set-up."""
        if isinstance(choice, Done):
            step.pop()
            return
        run = run_of(game, step.state, self.first, self.stood)
        if isinstance(choice, Take | Uproot):
            step.swap(replace(self, item=run.number(choice), changes=self.changes + 1))
            return
        game.last_run = run = run.changed(self.item, place_of(game, choice))
        before, done = step.state, run.states[-1]
        *below, after, _ = before.stack
        free = setting_up(done).free
        step.set(
            where=done.where,
            sites=done.sites,
            stack=(*below, replace(after, free=free), replace(self, stood=run.stood, item=-1)),
        )
        self._tell(game, step, before)

    def _tell(self, game: MaoriWars, step: Step[State], before: State) -> None:
        """Say what stands somewhere else now."""
        for at, kind, side, _ in step.state.sites:
            if (at, kind, side, 0) not in before.sites:
                step.say(StructureStood("maori_wars:14.0.2", STRUCTURES[kind], game.label_of(at), SEAT_OF_SIDE[side]))
        for unit, (was, now) in enumerate(zip(before.where, step.state.where, strict=True)):
            if was != now:
                id_, seat = game.cat.counters[unit].id, SEAT_OF_SIDE[game.cat.side[unit]]
                step.say(Stood("maori_wars:14.0.2", id_, game.label_of(now), seat))
