"""10: movement. Units walk between an island's two spaces; canoes make fleet moves; a storm may follow."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.bits import bits

from ..model.actions import Done, Drown, Land, Load, Sail, Walk, Wreck
from ..model.die import Die
from ..model.effects import Capacity, Storm
from ..model.events import DieRolled, Sailed, SentHome, Walked
from .board import altered, boxed, moved, place_of, shifted
from .victory import alarm

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

DONE = (Done(),)
WHOM = "Whom do the canoes take on board? Or sail empty: where to?"
MORE = "Take more on board, or sail: where to?"
FULL = "Sail: where to?"


@cache
def _prompt(fleet: int) -> str:
    left = f" ({fleet} fleet {'move' if fleet == 1 else 'moves'} left)" if fleet else ""
    return f"Move: walk to an island's other space,{f' send canoes{left},' if fleet else ''} or be done."


@rule("hawaii:10.0", "hawaii:10.1", "hawaii:10.2", "hawaii:10.3", "hawaii:R19", "hawaii:R20")
class Moving(Frame, frozen=True, tag="moving"):
    """10: walks and fleet moves in any order, until the player is done. Stacking is unlimited."""

    seat: int

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Offer every walk and, while fleet moves are left, every canoe that has not sailed.

        A unit walks once a turn, and not after it was landed; canoes only to a space without enemies.
        """
        cat, places, seat = game.cat, state.places, self.seat
        mine, others = cat.owned[state.kauai + 1][seat], cat.foreign[state.kauai + 1][seat]
        still = mine & ~(state.walked | state.rode | state.sailed)
        options: tuple[Action, ...] = DONE
        for at, other in cat.crossings:
            here = places[at] & still
            if here:
                options += cat.walk[here & ~cat.canoes if places[other] & others else here]
        if state.fleet:
            options += self._canoes(game, state, mine & cat.canoes & ~state.sailed)
        if len(options) == 1:
            return None
        prompt = _prompt(state.fleet)
        danger = alarm(game, state, seat)
        if danger:
            return Decide(seat, danger + prompt, "hawaii:5.1", options, None, "Units are moved.")
        return Decide(seat, prompt, "hawaii:10.0", options, None, "Units are moved.")

    def _canoes(self, game: Hawaii, state: State, canoes: int) -> tuple[Action, ...]:
        """A canoe sails if there is something to load, or a space without enemies to go to."""
        cat = game.cat
        options: tuple[Action, ...] = ()
        spaces = state.places[: cat.n]
        walked = state.walked & canoes
        cargo = -1
        for at, there in enumerate(spaces):
            here = there & canoes
            if here:
                if cargo < 0:
                    cargo = loadable(game, state, self.seat)
                if cargo or _open(game, state, self.seat, at):
                    options += cat.sail.apart(here, walked) if walked else cat.sail[here]
        return options

    def answer(self, game: Hawaii, step: Step[State], choice: Done | Walk | Sail) -> None:
        """Walk, begin a fleet move, or end the movement."""
        cat, state = game.cat, step.state
        if type(choice) is Walk:
            bit = 1 << cat.index[choice.unit]
            at = place_of(state.places, bit)
            to = cat.other[at]
            step.state = altered(state, places=moved(state.places, bit, at, to), walked=state.walked | bit)
            step.say(Walked(choice.unit, cat.spaces[to].id))
        elif type(choice) is Sail:
            canoe = cat.index[choice.canoe]
            at = place_of(state.places, 1 << canoe)
            step.state = altered(state, stack=(*state.stack, Loading(self.seat, canoe, at, 0)))
        else:
            self.run(game, step)

    @rule("hawaii:8.2")
    def run(self, game: Hawaii, step: Step[State]) -> None:
        """The movement is over; a storm, if the card brings one, comes now."""
        state = step.state
        effect = game.cat.cards[state.card].effect("storm") if state.card >= 0 else None
        if isinstance(effect, Storm) and state.sailed:
            step.swap(StormBreaks(self.seat, effect.canoes, effect.units, rolled=not effect.die))
        else:
            step.state = altered(state, stack=state.stack[:-1])


def loadable(game: Hawaii, state: State, seat: int) -> int:
    """Return who can be taken on board, anywhere: nobody rides twice, or out from an enemy."""
    cat = game.cat
    others = cat.foreign[state.kauai + 1][seat]
    found = 0
    for there in state.places[: cat.n]:
        if not there & others:
            found |= there
    return found & cat.fighters & ~state.rode


@rule("hawaii:R23")
def _open(game: Hawaii, state: State, seat: int, at: int) -> tuple[Action, ...]:
    """Return where an empty canoe may go from this space: wherever no enemy is."""
    cat = game.cat
    others = cat.foreign[state.kauai + 1][seat]
    spaces, bit = 0, 1
    for there in state.places[: cat.n]:
        if not there & others:
            spaces |= bit
        bit <<= 1
    return cat.land_in[spaces & ~(1 << at)]


@rule("hawaii:R21")
def capacity(game: Hawaii, state: State) -> int:
    """Return how many units a canoe carries, beside leaders: two, if no card says otherwise."""
    effect = game.cat.cards[state.card].moments.get("move") if state.card >= 0 else None
    return effect.units if isinstance(effect, Capacity) else 2


@rule("hawaii:10.3", "hawaii:R20", "hawaii:R21")
class Loading(Frame, frozen=True, tag="loading"):
    """10.3: a fleet move. The canoe goes where it picks up, loads, goes to one other space and unloads all."""

    seat: int
    canoe: int
    at: int
    """Where it picks up: where it lies, until the first unit is taken on board."""
    load: int

    def ask(self, game: Hawaii, state: State) -> Decide:
        """Offer who can still come on board, and where to go."""
        cat = game.cat
        load = self.load
        if not load:
            ready = loadable(game, state, self.seat)
            walked = state.walked & ready
            options: tuple[Action, ...] = ()
            for there in state.places[: cat.n]:
                if there & ready:
                    options += cat.load.apart(there & ready, walked) if walked else cat.load[there & ready]
            options += _open(game, state, self.seat, self.at)
            return Decide(self.seat, WHOM, "hawaii:10.3", options, None, "A fleet move is made.")
        ready = state.places[self.at] & cat.owned[state.kauai + 1][self.seat] & cat.fighters & ~state.rode & ~load
        if (load & ~cat.leaders).bit_count() >= capacity(game, state):
            ready &= cat.leaders
        options = cat.load.apart(ready, state.walked) + cat.land_from[self.at]
        prompt = f"On board: {cat.words[load]}. {MORE if ready else FULL}"
        return Decide(self.seat, prompt, "hawaii:10.3", options, None, "A fleet move is made.")

    def answer(self, game: Hawaii, step: Step[State], choice: Load | Land) -> None:
        """Load a unit, or sail and unload."""
        cat, state = game.cat, step.state
        stack = state.stack
        if type(choice) is Load:
            bit = 1 << cat.index[choice.unit]
            at = self.at if self.load else place_of(state.places, bit)
            step.state = altered(state, stack=(*stack[:-1], Loading(self.seat, self.canoe, at, self.load | bit)))
            return
        to = cat.space[cast(Land, choice).at]
        canoe = 1 << self.canoe
        step.state = altered(
            state,
            stack=stack[:-1],
            places=shifted(state.places, self.load | canoe, to),
            rode=state.rode | self.load,
            sailed=state.sailed | canoe,
            cargo=(*state.cargo, (self.canoe, self.load)),
            fleet=state.fleet - 1,
        )
        spaces = cat.spaces
        step.say(Sailed(cat.counters[self.canoe].id, cat.ids[self.load], spaces[self.at].id, spaces[to].id))


STORM_DIE = Die("hawaii:8.2", "A die for the storm.")


@rule("hawaii:8.2", "hawaii:R6", "hawaii:R13")
class StormBreaks(Frame, frozen=True, tag="storm"):
    """8.2, Storm: on some faces a canoe that moved is lost, with units that it carried, all of its owner's choice."""

    seat: int
    canoes: int
    units: int
    """How many units go down with a canoe."""
    rolled: bool = False
    canoe: int = -1
    drowned: int = 0

    def _canoes(self, game: Hawaii, state: State) -> tuple[Action, ...]:
        """The canoes that made a fleet move and are still afloat: each with its own cargo."""
        afloat = sum(state.places[: game.cat.n])
        return tuple(game.cat.wreck.actions[canoe] for canoe, _ in state.cargo if afloat >> canoe & 1)

    def _aboard(self, game: Hawaii, state: State) -> int:
        """Who went with this canoe, leaders apart, and is still on the map."""
        load = next(load for canoe, load in state.cargo if canoe == self.canoe)
        return load & ~game.cat.leaders & sum(state.places[: game.cat.n])

    def ask(self, game: Hawaii, state: State) -> Chance | Decide | None:
        """Roll; then ask for the canoe, then for whom it takes down."""
        if not self.rolled:
            return STORM_DIE
        if self.canoe >= 0:
            options = game.cat.drown[self._aboard(game, state)] if self.drowned < self.units else ()
            if len(options) < 2:
                return None
            return Decide(
                self.seat, "The storm: who is lost with it?", "hawaii:8.2", options, waiting="A storm breaks."
            )
        options = self._canoes(game, state) if self.canoes else ()
        if len(options) < 2:
            return None
        return Decide(self.seat, "The storm: which canoe is lost?", "hawaii:8.2", options, waiting="A storm breaks.")

    def answer(self, game: Hawaii, step: Step[State], choice: Outcome | Wreck | Drown) -> None:
        """Take the die, the canoe, or the unit."""
        if isinstance(choice, tuple):
            die = cast(int, choice[0])
            title = game.cat.cards[step.state.card].title
            step.say(DieRolled(self.seat, die, title, "hawaii:8.2"))
            effect = cast(Storm, game.cat.cards[step.state.card].effect("storm"))
            step.swap(StormBreaks(self.seat, self.canoes if die in effect.die else 0, self.units, True))
        elif isinstance(choice, Wreck):
            self._wreck(game, step, game.cat.index[choice.canoe])
        else:
            self._drown(game, step, game.cat.index[choice.unit])

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Go on where there is no choice."""
        state = step.state
        if self.canoe >= 0:
            aboard = self._aboard(game, state) if self.drowned < self.units else 0
            if aboard:
                self._drown(game, step, bits(aboard)[0])
            else:
                step.swap(StormBreaks(self.seat, self.canoes - 1, self.units, True))
        else:
            canoes = self._canoes(game, state) if self.canoes else ()
            if canoes:
                self._wreck(game, step, game.cat.index[cast(Wreck, canoes[0]).canoe])
            else:
                step.pop()

    def _wreck(self, game: Hawaii, step: Step[State], canoe: int) -> None:
        step.set(places=boxed(game.cat, step.state.places, 1 << canoe))
        step.say(SentHome(game.cat.ids[1 << canoe], "hawaii:8.2"))
        step.swap(StormBreaks(self.seat, self.canoes, self.units, True, canoe))

    def _drown(self, game: Hawaii, step: Step[State], unit: int) -> None:
        step.set(places=boxed(game.cat, step.state.places, 1 << unit))
        step.say(SentHome(game.cat.ids[1 << unit], "hawaii:8.2"))
        step.swap(StormBreaks(self.seat, self.canoes, self.units, True, self.canoe, self.drowned + 1))
