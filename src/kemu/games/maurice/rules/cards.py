"""Chapter 3, and chapter 4 on modifying and interrupting: cards that are played for their text, and when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide

from ..model.actions import Decline, Play
from ..model.catalogue import MODIFIERS, CardUse
from ..model.effects import INTERRUPTS, Drop, Toll, Waive
from ..model.events import CardPlayed
from ..model.names import name
from ..model.units import ARMS, FORMATIONS, Unit
from .deck import held
from .morale import with_seat

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

SYMBOL_OF = {
    "volley.before_fire": "musket",
    "march.before_moves": "bugle",
    "charge.before_scores": "swords",
    "bombard.before_fire": "cannon",
    "rally.before_dice": "flag",
}
CLAUSE_OF = {
    "volley.before_fire": "maurice:7.musket",
    "march.before_moves": "maurice:6.bugle",
    "charge.before_scores": "maurice:8.card",
    "bombard.before_fire": "maurice:7.cannon",
    "rally.before_dice": "maurice:4.modify",
    "volley.invoked": "maurice:4.interrupting",
    "force.paid": "maurice:4.interrupting",
    "charge.before_moves": "maurice:4.interrupting",
}
MOMENT = {
    "volley.before_fire": "before the fire",
    "march.before_moves": "before the march",
    "charge.before_scores": "before the combat scores",
    "bombard.before_fire": "before the bombardment",
    "rally.before_dice": "before the rally dice",
    "volley.invoked": "now that volleys are called",
    "force.paid": "now that the force is paid for",
    "charge.before_moves": "before the charge",
}


@rule("maurice:3.discard", "maurice:4.fresh", "maurice:R21")
def spend(step: Step[State], seat: int, card: int, *, text: bool = False, hold: bool = False) -> None:
    """A card leaves a hand for the discards, or for the table while it is resolved.

    Of equal cards the one just drawn is spent first, except for its text, which it may not be played for.
    """
    state = step.state
    hand = list(state.hands[seat])
    hand.remove(card)
    step.set(hands=with_seat(state.hands, seat, tuple(hand)))
    if not text and seat == state.active and card in state.fresh:
        fresh = list(state.fresh)
        fresh.remove(card)
        step.set(fresh=tuple(fresh))
    if card in state.shown[seat]:
        shown = list(state.shown[seat])
        shown.remove(card)
        step.set(shown=with_seat(state.shown, seat, tuple(shown)))
    if hold:
        step.set(played=held(step.state.played, (card,)))
    else:
        step.set(discards=held(step.state.discards, (card,)))


@rule("maurice:4.fresh", "maurice:R21")
def texts(state: State, seat: int) -> list[int]:
    """Return the titles that a seat may play for their text: not cards drawn in this round."""
    hand = state.hands[seat]
    fresh = state.fresh if seat == state.active else ()
    return [card for card in sorted(set(hand)) if hand.count(card) > fresh.count(card)]


def old_cards(state: State, seat: int) -> int:
    """Return how many cards a seat has that were not drawn in this round: everybody knows."""
    return len(state.hands[seat]) - (len(state.fresh) if seat == state.active else 0)


def total(game: Maurice, state: State, kind: type[Any], uid: int, roll: str = "") -> int:
    """Return the sum of an effect of the cards in force on one unit; how many, if they have no number."""
    found = 0
    for force in state.effects:
        if uid in force.units:
            for effect in game.cat.cards[force.card].uses[force.use].effects:
                if isinstance(effect, kind) and (not roll or getattr(effect, "roll", roll) == roll):
                    found += getattr(effect, "n", 1)
    return found


def waived(game: Maurice, state: State, what: str, uid: int) -> bool:
    """Return whether a card in force waives a rule for a unit."""
    for force in state.effects:
        if uid in force.units:
            for effect in game.cat.cards[force.card].uses[force.use].effects:
                if isinstance(effect, Waive) and what in effect.rules:
                    return True
    return False


def in_force(game: Maurice, state: State, kind: type[Any]) -> bool:
    """Return whether a card with such an effect is in force at all."""
    return any(
        isinstance(effect, kind)
        for force in state.effects
        for effect in game.cat.cards[force.card].uses[force.use].effects
    )


@rule("maurice:3.modifier", "maurice:4.modify", "maurice:4.order", "maurice:4.interrupting", "maurice:3.interrupt")
@rule("maurice:F.1", "maurice:F.2", "maurice:R26", "maurice:R27", "maurice:R28", "maurice:R20", "maurice:3.oneOfEach")
@rule("maurice:6.bugle", "maurice:7.musket", "maurice:7.cannon")
class Window(Frame, frozen=True, tag="window"):
    """A moment at which cards may be played for their text: each of `seats` plays one or declines, once.

    A seat is asked whenever it could have such a card, whatever it holds: that it is asked tells nobody anything.
    """

    windows: tuple[str, ...]
    seats: tuple[int, ...]
    action: str = ""
    units: tuple[int, ...] = ()
    """The active force, or in combat everybody engaged."""
    targets: tuple[int, ...] = ()
    """Of fire: whom it could be at."""
    shooter: int = -1

    def ask(self, game: Maurice, state: State) -> Decide | None:
        seat = self.seats[0]
        if not self._could(game, state, seat):
            return None
        window = self.windows[0]
        options: tuple[Action, ...] = (Decline(), *self._offers(game, state, seat))
        what = "Interrupt" if window in INTERRUPTS else f"Play a {SYMBOL_OF[window]} card"
        return Decide(
            seat,
            f"{what} {MOMENT[window]}?",
            CLAUSE_OF[window],
            options,
            waiting=f"A card may be played {MOMENT[window]}.",
            no=Decline(),
        )

    def run(self, game: Maurice, step: Step[State]) -> None:
        self._next(step)

    def _next(self, step: Step[State]) -> None:
        rest = self.seats[1:]
        step.swap(*((self.with_seats(rest),) if rest else ()))

    def with_seats(self, seats: tuple[int, ...]) -> Window:
        """Return the window with other seats to be asked."""
        return Window(self.windows, seats, self.action, self.units, self.targets, self.shooter)

    def _uses(self, game: Maurice, state: State, seat: int, card: int) -> Iterator[tuple[int, CardUse, list[Unit]]]:
        """Yield the uses of a card that this seat could make of it now, with the units that they could be about."""
        for index, use in enumerate(game.cat.cards[card].uses):
            if use.window not in self.windows or not self._whose(state, use, seat):
                continue
            if use.actions and self.action not in use.actions:
                continue
            fitting = self.fitting(state, use, seat)
            if use.whom is None or fitting:
                yield index, use, fitting

    def _whose(self, state: State, use: CardUse, seat: int) -> bool:
        active = seat == state.active
        return {
            "active": active,
            "passive": not active,
            "either": True,
            "shooter": seat == self.shooter,
            "target": seat == 1 - self.shooter,
        }[use.who]

    def fitting(self, state: State, use: CardUse, seat: int) -> list[Unit]:
        """Return the units that a use could be about."""
        whom = use.whom
        if whom is None:
            return []
        side = seat if whom.side == "own" else 1 - seat
        among = {"target": self.targets, "table": None}.get(whom.role, self.units)
        return [
            unit
            for unit in state.units
            if unit.side == side
            and (among is None or unit.id in among)
            and ARMS[unit.arm] in whom.arm
            and FORMATIONS[unit.formation] in whom.formation
            and (whom.role != "attacking" or side == state.active)
        ]

    def _free(self, state: State, seat: int) -> bool:
        """Return whether a seat may still modify in this way, or interrupt, in this round."""
        symbol = SYMBOL_OF.get(self.windows[0])
        if symbol is None:
            return seat != state.active and not state.interrupted
        return not state.modified[seat] >> MODIFIERS.index(symbol) & 1

    def _could(self, game: Maurice, state: State, seat: int) -> bool:
        """Return whether somebody in this seat could hold a card to play: nothing here looks at a hand."""
        if not self._free(state, seat) or old_cards(state, seat) <= 0:
            return False
        cat = game.cat
        for window in self.windows:
            for card in cat.in_window.get(window, ()):
                gone = state.discards.count(card) + state.removed.count(card) + state.played.count(card)
                if gone < cat.cards[card].copies and any(True for _ in self._uses(game, state, seat, card)):
                    return True
        return False

    def _offers(self, game: Maurice, state: State, seat: int) -> Iterator[Play]:
        for card in texts(state, seat):
            for _, use, fitting in self._uses(game, state, seat, card):
                whom = use.whom
                if whom is None or whom.count == 0:
                    yield Play(card)
                    continue
                ids = [unit.id for unit in fitting]
                for n in range(1, min(whom.count, len(ids)) + 1):
                    for units in combinations(ids, n):
                        yield Play(card, units)

    @rule("maurice:3.oneOfEach", "maurice:R20", "maurice:R28", "maurice:4.interrupting")
    def answer(self, game: Maurice, step: Step[State], choice: Play | Decline) -> None:
        """One modifier of each symbol, and one interrupt, in a round."""
        seat, state = self.seats[0], step.state
        self._next(step)
        if isinstance(choice, Decline):
            return
        index, use, fitting = next(self._uses(game, state, seat, choice.card))
        units = choice.units or tuple(unit.id for unit in fitting)
        spend(step, seat, choice.card, text=True)
        names = tuple(name(state.unit(uid)) for uid in choice.units)
        step.say(CardPlayed(seat, choice.card, names, CLAUSE_OF[use.window]))
        symbol = SYMBOL_OF.get(use.window)
        if symbol is None:
            step.set(interrupted=True)
        else:
            played = state.modified[seat] | 1 << MODIFIERS.index(symbol)
            step.set(modified=with_seat(state.modified, seat, played))
        from ..model.state import InForce

        step.set(effects=(*step.state.effects, InForce(choice.card, index, seat, units)))
        for effect in use.effects:
            if isinstance(effect, Toll):
                from .activation import Toll as PayToll

                step.push(PayToll(effect.cards))
            elif isinstance(effect, Drop):
                from .activation import Activation

                cast(Activation, step.state.stack[-1]).drop(game, step, choice.units)
