"""Short builders: units on an empty table, cards by their titles, and choices one after another."""

from __future__ import annotations

from functools import cache
from typing import Any

from kemu.core.frames import Frame
from kemu.core.pending import Chance, Decide, Over
from kemu.games.maurice import Maurice, Settings, State
from kemu.games.maurice.model.units import ART, CAV, GUNS, INF, LINE, MASSED, Piece, Unit
from kemu.games.maurice.rules.round import Round

NORTH, EAST, SOUTH, WEST = 0, 9_000, 18_000, 27_000


@cache
def game() -> Maurice:
    """The game with its own kit."""
    return Maurice()


def card(title: str) -> int:
    """Return a card by its title."""
    return next(i for i, entry in enumerate(game().cat.cards) if entry.title == title)


def cards(*titles: str) -> tuple[int, ...]:
    """Return cards by their titles, sorted as hands are."""
    return tuple(sorted(card(title) for title in titles))


def inf(uid: int, x: float, y: float, facing: int = NORTH, formation: int = LINE, disr: int = 0) -> Unit:
    """Return infantry by the middle of its front in BW; ids from 20 on are Blue's."""
    return Unit(uid, int(uid >= 20), INF, round(x * 1000), round(y * 1000), facing, formation, disr)


def cav(uid: int, x: float, y: float, facing: int = NORTH, formation: int = MASSED, disr: int = 0) -> Unit:
    """Return cavalry."""
    return Unit(uid, int(uid >= 20), CAV, round(x * 1000), round(y * 1000), facing, formation, disr)


def gun(uid: int, x: float, y: float, facing: int = NORTH, disr: int = 0, smoke: bool = False) -> Unit:
    """Return artillery."""
    return Unit(uid, int(uid >= 20), ART, round(x * 1000), round(y * 1000), facing, GUNS, disr, smoke)


def piece(kind: str, *points: tuple[float, float]) -> Piece:
    """Return terrain of a kind by its points in BW."""
    number = next(i for i, entry in enumerate(game().cat.table.kinds) if entry.id == kind)
    return Piece(number, tuple((round(x * 1000), round(y * 1000)) for x, y in points))


def box(kind: str, west: float, south: float, east: float, north: float) -> Piece:
    """Return a rectangle of terrain."""
    return piece(kind, (west, south), (east, south), (east, north), (west, north))


def battle(units: list[Unit], *stack: Frame, pieces: tuple[Piece, ...] = (), **more: Any) -> State:
    """Return a state with these units, whose top frames are `stack` (the last one on top) over the round."""
    facts: dict[str, Any] = {
        "cinc": ((22_500, 2_000), (22_500, 28_000)),
        "morale": (10, 10),
        "start_morale": (10, 10),
        "round": 1,
        "deck": game().cat.full,
        "settings": Settings(),
    }
    facts.update(more)
    ordered = tuple(sorted(units, key=lambda unit: unit.id))
    return State(stack=(Round(), *stack), units=ordered, pieces=pieces, **facts)


def settled(state: State) -> State:
    """Return the state after whatever goes on by itself."""
    from kemu.core.frames import Step, settle

    step = Step(state)
    settle(game(), step)
    return step.state


def go(state: State, *choices: Any) -> State:
    """Return the state after these choices; a number or tuple is what the dice, or the deck, gave."""
    state = settled(state)
    for choice in choices:
        if isinstance(choice, int):
            choice = (choice,)
        state, _ = game().apply(state, choice)
    return state


def asked(state: State) -> Decide:
    """Return the decision that a state waits for."""
    pending = game().pending(settled(state))
    assert isinstance(pending, Decide), pending
    return pending


def thrown(state: State) -> Chance:
    """Return the chance that a state waits for."""
    pending = game().pending(settled(state))
    assert isinstance(pending, Chance), pending
    return pending


def ended(state: State) -> Over:
    """Return how a battle has ended."""
    pending = game().pending(settled(state))
    assert isinstance(pending, Over), pending
    return pending
