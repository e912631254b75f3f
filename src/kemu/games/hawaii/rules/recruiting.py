"""9: recruiting. The card's recruits come from the box to a leader or to their home island."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide

from ..model.actions import Place
from ..model.effects import Muster
from ..model.events import UnitPlaced
from .board import altered, moved, occupied, own, strangers
from .victory import alarm

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

PROMPT = "Recruit: place a unit from your box with a leader or on its home island; {} left."


@rule("hawaii:9.0", "hawaii:7.2", "hawaii:R14", "hawaii:R15", "hawaii:R16")
class Recruiting(Frame, frozen=True, tag="recruiting"):
    """9.0: the owner takes all that the card gives, in any order; what his box lacks is lost, not owed."""

    seat: int
    left: tuple[int, ...] | None = None
    """For each recruit still to come, the counters from which its owner picks; None before the first."""

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Offer every counter that a recruit can be, in every space where it may stand."""
        if self.left is None:
            return None
        options = self._options(game, state)
        if not options:
            return None
        danger = alarm(game, state, self.seat)
        clause = "hawaii:5.1" if danger else "hawaii:9.0"
        box = state.places[game.cat.boxes[self.seat]]
        prompt = PROMPT.format(sum(units & box != 0 for units in self.left))
        return Decide(self.seat, danger + prompt, clause, options, None, "Recruits are placed.")

    def _options(self, game: Hawaii, state: State) -> tuple[Action, ...]:
        wanted = 0
        for units in self.left or ():
            wanted |= units
        cat = game.cat
        wanted &= state.places[cat.boxes[self.seat]]
        if not wanted:
            return ()
        options: tuple[Action, ...] = ()
        safe, led = open_spaces(game, state, self.seat)
        musters = "recruit" in cat.cards[state.card].moments
        for unit in cat.distinct(wanted):
            options += cat.place_in[unit][safe & (cat.home_in[unit] | led)]
            at = muster_at(game, state, self.seat, unit) if musters else None
            if at is not None:
                options += (cat.place[unit][at],)
        return options

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Begin with the card's recruit line; end when nothing more can be placed, after checking who stands where."""
        state = step.state
        if self.left is None and state.card >= 0:
            step.state = altered(state, stack=(*state.stack[:-1], Recruiting(self.seat, entitled(game, state))))
            return
        stood = 0
        for at in occupied(game, state, self.seat):
            stood |= 1 << at
        step.state = altered(state, stack=state.stack[:-1], stood=stood)

    def answer(self, game: Hawaii, step: Step[State], choice: Place) -> None:
        """Place it; what a card musters elsewhere comes together."""
        cat, state, left = game.cat, step.state, list(self.left or ())
        unit, at = cat.index[choice.unit], cat.space[choice.at]
        placed = [unit]
        box = cat.boxes[self.seat]
        if "recruit" in cat.cards[state.card].moments and at == muster_at(game, state, self.seat, unit):
            placed = [
                other
                for other in mustered(game, state)
                if state.places[box] >> other & 1 and any(u >> other & 1 for u in left)
            ]
        places = state.places
        for one in placed:
            places = moved(places, 1 << one, box, at)
            step.say(UnitPlaced(cat.counters[one].id, choice.at, "hawaii:9.0"))
            # The narrowest entry that the counter fits: a chief uses up his own, not "any special".
            left.remove(min([units for units in left if units >> one & 1], key=int.bit_count))
        step.state = altered(state, places=places, stack=(*state.stack[:-1], Recruiting(self.seat, tuple(left))))


@rule("hawaii:6.1", "hawaii:R9")
def entitled(game: Hawaii, state: State) -> tuple[int, ...]:
    """Return the recruits of the card of this part. What it recruits once does not come a second time."""
    recruits = game.cat.cards[state.card].recruits
    return tuple([recruit.units for recruit in recruits if not (recruit.once and state.again)])


@rule("hawaii:9.0", "hawaii:R15")
def open_spaces(game: Hawaii, state: State, seat: int) -> tuple[int, int]:
    """Return, as bits, the spaces without an enemy, where recruits may stand, and those with an own leader.

    A recruit stands in one of the first that is at home or one of the second.
    """
    cat = game.cat
    leaders, others = own(game, state, seat) & cat.leaders, strangers(game, state, seat)
    safe = led = 0
    bit = 1
    for here in state.places[: cat.n]:
        if not here & others:
            safe |= bit
            if here & leaders:
                led |= bit
        bit <<= 1
    return safe, led


@rule("hawaii:8.2", "hawaii:R9")
def mustered(game: Hawaii, state: State) -> list[int]:
    """Return the counters that the card of this part musters in a space of its own; what comes once, only that once."""
    effect = game.cat.cards[state.card].effect("recruit")
    if not isinstance(effect, Muster):
        return []
    recruits = entitled(game, state)
    units = [game.cat.index[unit] for unit in effect.units]
    return [unit for unit in units if 1 << unit in recruits]


@rule("hawaii:8.2")
def muster_at(game: Hawaii, state: State, seat: int, unit: int) -> int | None:
    """Return the space where the card of this part lets this recruit stand beyond the usual ones, if it does.

    All whom it names come there together: once one of them stands elsewhere on the map, none does.
    """
    effect, together = game.cat.cards[state.card].effect("recruit"), mustered(game, state)
    if not isinstance(effect, Muster) or unit not in together:
        return None
    on_map = sum(state.places[: game.cat.n])
    if any(on_map >> other & 1 for other in together):
        return None
    at = game.cat.space[effect.at]
    safe, led = open_spaces(game, state, seat)
    usual = led | game.cat.home_in[unit]
    return at if safe >> at & 1 and not usual >> at & 1 else None
