"""A position in words, for those who do not see the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.layout import OUTSIDE
from ..model.names import card_name, figures, name_of
from ..model.pieces import ATTACKERS, GARRISON, Group
from ..rules.cards import CARDS
from ..rules.facing import compass
from ..rules.winning import Finished

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State


GUNS = ("The garrison's gun", "The attackers' gun")


def rifle_words(state: State) -> str:
    """Return what is known of the rifle counters."""
    if state.rifle == -1:
        return "over 5"
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


def _things(game: Siege, state: State) -> list[str]:
    """Return what has become of guns, gates, barricades and houses."""
    layout = game.ground(state).layout
    told = [
        f"{GUNS[gun.side]} is at {gun.at[0] / 1000:.1f}, {gun.at[1] / 1000:.1f} and faces {compass(gun.face)}."
        for gun in state.guns
    ]
    fallen = [line for line in layout.lines if state.down >> line.index & 1]
    forced = [line.id for line in fallen if line.kind == "gate"]
    pulled = [line.id for line in fallen if line.kind != "gate"]
    if forced:
        told.append(f"Forced: {', '.join(forced)}.")
    if pulled:
        told.append(f"Pulled down: {', '.join(pulled)}.")
    told += [
        f"{layout.houses[blaze.house].name.capitalize()} is on fire: matchsticks {blaze.sticks}, smoke {blaze.smoke}."
        for blaze in state.fires
    ]
    ruins = [house.name for house in layout.houses if state.ruins >> house.index & 1]
    return [*told, f"Ruins: {', '.join(ruins)}."] if ruins else told


def describe(game: Siege, state: State) -> str:
    """Return the position in words."""
    told = [f"{game.ground(state).layout.name}."]
    if state.card >= 0:
        told.append(f"Card {state.drawn}: {card_name(CARDS[state.card])}.")
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
    counted = zip(game.armies.kind, state.pool, strict=True)
    pool = ", ".join(f"{n} {kind.one if n == 1 else kind.name}" for kind, n in counted if n)
    pool = ", ".join(part for part in (pool, *(f"a field gun, crew of {gun.crew}" for gun in state.pool_guns)) if part)
    told.append(f"In the pool: {pool or 'nobody'}.")
    told += _things(game, state)
    last = state.stack[-1]
    if isinstance(last, Finished):
        told.append(last.reason)
    return " ".join(told)
