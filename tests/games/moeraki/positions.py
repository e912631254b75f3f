"""Positions for tests: name the stones that matter, and the tiles come by themselves."""

from __future__ import annotations

from typing import Any

import kemu
from kemu import Event, Over
from kemu.games.moeraki import MoerakiKemu, Settings, State
from kemu.games.moeraki.model.state import SEATS, Played, TaneAt
from kemu.games.moeraki.rules.stones import LayStone

from .oracle import Naive, point
from .oracle import name as name_of

GAME = kemu.game("moeraki")
assert isinstance(GAME, MoerakiKemu)
BOARD = GAME.board


def hollows(names: str) -> int:
    """The set of hollows that these names stand for."""
    return sum(1 << BOARD.hollow[name] for name in names.split())


def beaches(names: str) -> int:
    """The set of beaches that these names stand for."""
    return sum(1 << BOARD.beach[name] for name in names.split())


def names(mask: int, of: tuple[str, ...] = BOARD.beaches) -> set[str]:
    """The names in a set of beaches (or of hollows)."""
    return {name for i, name in enumerate(of) if mask >> i & 1}


def position(
    variant: str = "basic",
    *,
    ball: str = "f6",
    black: str = "",
    white: str = "",
    turn: str = "black",
    placer: str = "black",
    tanes: str = "",
    kemu: int = 1,
    played: tuple[Played, ...] = (),
) -> State:
    """A game under way, `turn` to lay a stone.

    `tanes` lists those who came, in order: "white e6 sw, black h3 nw". Tiles lie where the stones and the Tane put
    them, as the oracle counts.
    """
    naive = Naive(variant)
    naive.ball = point(ball)
    naive.stones = {point(at): colour for colour, where in (("black", black), ("white", white)) for at in where.split()}
    came = [tuple(tane.split()) for tane in tanes.split(",") if tane]
    for colour, at, look in came:
        naive.step_out(colour, point(at), look)
    lying = {name_of(beach): owner for beach, owner in naive.recount().items()} if variant != "beginner" else {}
    return State(
        settings=Settings(variant=variant, kemu=kemu),  # type: ignore[arg-type]
        stack=(LayStone(SEATS.index(turn)),),
        ball=BOARD.hollow[ball],
        placer=SEATS.index(placer),
        stones=(hollows(black), hollows(white)),
        tiles=tuple(sum(1 << BOARD.beach[at] for at, owner in lying.items() if owner == seat) for seat in SEATS),  # type: ignore[arg-type]
        tanes=tuple(TaneAt(SEATS.index(colour), BOARD.beach[at], look) for colour, at, look in came),  # type: ignore[arg-type]
        played=played,
    )


def drawn(picture: str, variant: str = "basic", **facts: Any) -> State:
    """A position as a picture, rank 11 first: `x` black, `o` white, `@` the ball, `_` an open hollow, `.` no hollow."""
    where: dict[str, list[str]] = {"x": [], "o": [], "@": []}
    ranks = picture.split()
    for rank, row in zip(range(len(ranks), 0, -1), ranks, strict=True):
        for file, mark in zip("abcdefghijk", row, strict=True):
            if mark in where:
                where[mark].append(f"{file}{rank}")
    return position(variant, ball=where["@"][0], black=" ".join(where["x"]), white=" ".join(where["o"]), **facts)


def choose(state: State, notation: str) -> tuple[State, tuple[Event, ...]]:
    """Make one choice, named as in a record; return the next state and what happened."""
    pending = GAME.pending(state)
    assert not isinstance(pending, Over), "the game is over"
    for option in pending.options:
        if GAME.notation(option) == notation:
            return GAME.apply(state, option)
    raise AssertionError(f"{notation} is not among {[GAME.notation(option) for option in pending.options]}")


def after(state: State, *notations: str) -> State:
    """Make choices one after the other."""
    for notation in notations:
        state, _ = choose(state, notation)
    return state


def choices(state: State) -> list[str]:
    """What can be chosen, as in a record; nothing when the game is over."""
    pending = GAME.pending(state)
    return [] if isinstance(pending, Over) else [GAME.notation(option) for option in pending.options]


def over(state: State) -> Over:
    """How the game ended: it must be over."""
    pending = GAME.pending(state)
    assert isinstance(pending, Over), pending
    return pending


def tiles(state: State, colour: str) -> set[str]:
    """The beaches on which this colour's tiles lie."""
    return names(state.tiles[SEATS.index(colour)])
