"""A position in words, for those who do not see the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .layout import OUTSIDE
from .names import figures, name_of
from .pieces import ATTACKERS, GARRISON, Group
from .rules.cards import CARDS
from .rules.winning import Finished

if TYPE_CHECKING:
    from . import Siege
    from .state import State


def rifle_words(state: State) -> str:
    """Return what is known of the rifle counters."""
    if state.rifle == -1:
        return "more than five"
    if state.rifle == -2:
        return "low"
    return str(state.rifle)


def where(game: Siege, state: State, group: Group) -> str:
    """Return where a group stands, in inches from the west and from the south, or its room."""
    if group.room != OUTSIDE:
        return f"in {game.ground(state).layout.rooms[group.room].name}"
    if not group.men:
        return "without crew"
    x, y = group.men[0]
    return f"at {x / 1000:.1f}, {y / 1000:.1f}"


def describe(game: Siege, state: State) -> str:
    """Return the position in words."""
    told = [f"{game.ground(state).layout.name}."]
    if state.card >= 0:
        told.append(f"Card {state.drawn}: {CARDS[state.card]}.")
    told.append("The relief column is sighted." if state.sighted else "The relief column is not in sight.")
    told.append(f"Rifle counters: {rifle_words(state)}; gun counters: {state.shells}.")
    for side, title in ((GARRISON, "Garrison"), (ATTACKERS, "Attackers")):
        groups = [g for g in state.groups if g.side == side]
        listed = "; ".join(
            f"{name_of(game, g)}, {figures(len(g.men))}, {where(game, state, g)}"
            + (", in melee" if state.melee_of(g.id) else "")
            for g in groups
        )
        told.append(f"{title}: {listed or 'nobody'}.")
    pool = ", ".join(f"{n} {kind.name}" for kind, n in zip(game.armies.kind, state.pool, strict=True) if n)
    told.append(f"In the pool: {pool or 'nobody'}.")
    last = state.stack[-1]
    if isinstance(last, Finished):
        told.append(last.reason)
    return " ".join(told)
