"""Answers that are worked out when somebody looks at them: a move need not wait for what could have been shot at.

An offer is an answer and what must still be found out about it, a line of sight or a place to stand. A random player
draws an offer and asks about that one only; whoever looks at the list asks about all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kemu.core.pending import Action, Offers
from kemu.core.rng import Rng

Listed = tuple[Action, ...]
Offer = tuple[Callable[[Any], Action], Any, Callable[[Any], bool] | None]
"""What makes an answer of a thing, the thing, and the question whether it is legal; None if it surely is."""


class Orders(Offers):
    """The discrete answers to a decision, in place of a tuple of them; one at least, and none of the kinds in `free`.

    What `offered` returns depends on the state alone, so it does not matter when it is asked.
    """

    __slots__ = ("_drawn", "_free", "_known", "_offered")

    def __init__(self, offered: Callable[[], list[Offer]], free: tuple[type[Action], ...]) -> None:
        self._offered = offered
        self._free = free
        self._known: Listed | None = None
        self._drawn: Action | None = None

    def all(self) -> Listed:
        """Return all of them."""
        if self._known is None:
            self._known = legal(self._offered())
        return self._known

    def draw(self, rng: Rng) -> Action:
        """Return one of them, each equally likely: those that turn out not to be legal are put aside."""
        offers = self._offered()
        while True:
            at = rng.below(len(offers))
            make, thing, asked = offers[at]
            if asked is None or asked(thing):
                self._drawn = action = make(thing)
                return action
            offers[at] = offers[-1]
            offers.pop()

    def find(self, action: object) -> Action | None:
        """Return the one that equals an action, or None."""
        if action is self._drawn:
            return self._drawn
        if not isinstance(action, self._free):
            if self._known is not None:
                return next((known for known in self._known if known == action), None)
            for make, thing, asked in self._offered():
                if make(thing) == action:
                    return make(thing) if asked is None or asked(thing) else None
        return None

    def index(self, value: Action, start: int = 0, stop: int = 1 << 30) -> int:
        """Return where an order stands in the list. A move stands nowhere, and nothing is listed to find that out."""
        if isinstance(value, self._free):
            raise ValueError("it is not listed")
        return self.all().index(value, start, stop)


def sure(action: Action) -> Offer:
    """Return the offer of an answer that is surely legal."""
    return itself, action, None


def itself(action: Action) -> Action:
    """Return the answer, where an offer has it ready."""
    return action


def once(ask: Callable[[], bool]) -> Callable[[object], bool]:
    """Return a question that is asked once, for offers that hang on the same thing."""
    known: list[bool] = []

    def asked(_: object) -> bool:
        if not known:
            known.append(ask())
        return known[0]

    return asked


def legal(offers: list[Offer]) -> Listed:
    """Return those answers of some offers that are legal."""
    return tuple([make(thing) for make, thing, asked in offers if asked is None or asked(thing)])


def when_asked(offered: Callable[[], list[Offer]], *free: type[Action]) -> Orders:
    """Return answers that are worked out when they are looked at; those of the kinds in `free` are not among them."""
    return Orders(offered, free)
