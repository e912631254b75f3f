"""Sealed orders: a decision whose answer only its seat may know, until all are opened together."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from kemu import Action, Decide, Event, Frame, Game, Over, Rng, Step, View, rule

ORDERS = ("charge", "volley", "square")
"""Each beats the next; the last beats the first."""
EACH, ROUNDS = 2, 4
SEALED = "?"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Write(Action, tag="write", frozen=True):
    """Write an order and seal it."""

    order: str


class Opened(Event, frozen=True, tag="opened"):
    """The orders of both seats lie open."""

    reveals: ClassVar[bool] = True
    orders: tuple[tuple[str, ...], tuple[str, ...]]
    under: ClassVar[str] = "sealed:2"

    def tell(self, game: Game[Any, Any]) -> str:
        return "; ".join(f"{seat}: {', '.join(orders)}" for seat, orders in zip(game.seats, self.orders, strict=True))


@rule("sealed:1")
class Round(Frame, frozen=True, tag="round"):
    """1: first one seat writes its orders, then the other; nobody sees what the other has written."""

    left: int

    def ask(self, game: Any, state: State) -> Decide | Over | None:
        if not self.left:
            one, other = state.points
            best = None if one == other else int(other > one)
            return Over(best, "all orders are out", "sealed:2", (float(one), float(other)))
        for seat, written in enumerate(state.orders):
            if len(written) < EACH:
                return Decide(
                    seat, "Write an order.", "sealed:1", tuple(Write(order) for order in ORDERS), seen=(seat,)
                )
        return None

    @rule("sealed:2")
    def run(self, game: Any, step: Step[State]) -> None:
        """2: all are written: they are opened, and each that beats its opposite counts a point."""
        points = list(step.state.points)
        for one, other in zip(*step.state.orders, strict=True):
            ahead = (ORDERS.index(other) - ORDERS.index(one)) % 3
            if ahead:
                points[0 if ahead == 1 else 1] += 1
        step.say(Opened(step.state.orders))
        step.set(points=tuple(points), orders=((), ()))
        step.swap(Round(self.left - 1))

    def answer(self, game: Any, step: Step[State], choice: Write) -> None:
        orders = list(step.state.orders)
        seat = 0 if len(orders[0]) < EACH else 1
        orders[seat] = (*orders[seat], choice.order)
        step.set(orders=tuple(orders))


class State(Struct, frozen=True):
    stack: tuple[Round, ...]
    orders: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int]


class SealedGame(Game[State, Settings]):
    """Orders in envelopes."""

    id: ClassVar[str] = "sealed"
    title: ClassVar[str] = "Sealed orders"
    seats: ClassVar[tuple[str, ...]] = ("north", "south")
    hides: ClassVar[bool] = True
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Write
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, settings: Settings) -> int:
        return 2 * EACH * ROUNDS

    def opening(self, settings: Settings) -> State:
        return State((Round(ROUNDS),), ((), ()), (0, 0))

    def view(self, state: State, seat: int | None) -> View[State]:
        """The other's orders are sealed."""
        orders = tuple(own if s == seat else (SEALED,) * len(own) for s, own in enumerate(state.orders))
        return View(seat, replace(state, orders=orders))

    def redeal(self, view: View[State], rng: Rng) -> State:
        """Any orders may be in the envelopes that are not one's own."""
        orders = tuple(
            tuple(ORDERS[rng.below(3)] if order == SEALED else order for order in own) for own in view.state.orders
        )
        return replace(view.state, orders=orders)
