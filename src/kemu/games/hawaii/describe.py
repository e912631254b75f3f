"""A game of Hawaii, 1795 in words, for those who do not see the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .catalogue import MONTHS
from .events import SIDES
from .rules.board import own
from .rules.fight import Fight

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State


def describe(game: Hawaii, state: State) -> str:
    """Return what stands where, and what is being fought."""
    cat = game.cat
    told = [f"{MONTHS[state.month - 1]}."]
    for at, space in enumerate(cat.spaces):
        for seat in (0, 1):
            here = state.places[at] & own(game, state, seat)
            if here:
                told.append(f"{space.name}: {SIDES[seat]} with {cat.list(here)}.")
        loose = state.places[at] & cat.kauai if state.kauai < 0 else 0
        if loose:
            told.append(f"{space.name}: neutral, with {cat.list(loose)}.")
    top = state.stack[-1]
    if isinstance(top, Fight):
        panicked = f" Panicked: {cat.list(top.panicked)}." if top.panicked else ""
        told.append(f"A battle for {cat.spaces[top.at].name}, round {top.round}.{panicked}")
    return " ".join(told)
