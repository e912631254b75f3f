"""The front of a melee (ME.6, R30): what the side that holds a place is behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule

from ..model.layout import OUTSIDE
from ..model.pieces import Melee

if TYPE_CHECKING:
    from .. import Siege
    from ..model.ground import Ground
    from ..model.state import State

OPEN_GROUND, HASTY, PREPARED = 6, 9, 12


def behind_piece(ground: Ground, index: int) -> int:
    """Return the points that it takes to kill a man behind a piece of the layout, or (-1) behind none."""
    kind = ground.layout.lines[index].kind if index >= 0 else ""
    return PREPARED if kind in ("wall", "gate", "prepared") else HASTY if kind == "hasty" else OPEN_GROUND


@rule("siege:R30", "siege:R32")
def front(game: Siege, state: State, melee: Melee) -> int:
    """Return the points that it takes to kill one of the holder's men.

    He keeps what he had before figures fell: whose men die cannot take his cover away.
    """
    return max(front_in_contact(game, state, melee), melee.front) or OPEN_GROUND


@rule("siege:ME.6", "siege:R14", "siege:R29", "siege:R30")
def front_in_contact(game: Siege, state: State, melee: Melee) -> int:
    """Return what more than half of the holder's men in contact have, or better; 0 if nobody is in contact."""
    field = game.field(state)
    ground = field.ground
    ours = [(m, g.room) for gid in melee.groups if (g := field.group(gid)).side == melee.holder for m in g.men]
    foes = [(m, g.room) for gid in melee.groups if (g := field.group(gid)).side != melee.holder for m in g.men]
    behind: list[int] = []
    for man, room in ours:
        worst = 0
        for foe, place in foes:
            if room != OUTSIDE and place != OUTSIDE and room != place:
                # On the stairs: another floor of the same house.
                same = melee.stairs and ground.house_of(room) is ground.house_of(place)
                value = PREPARED if same else 0
            elif not field.in_contact(man, room, foe, place):
                value = 0
            elif room != place:
                value = PREPARED if room != OUTSIDE else OPEN_GROUND
            elif room != OUTSIDE:
                value = OPEN_GROUND
            else:
                value = behind_piece(ground, field.across(man, foe))
            if value and (not worst or value < worst):
                worst = value
        if worst:
            behind.append(worst)
    if not behind:
        return 0
    if 2 * sum(value == PREPARED for value in behind) > len(behind):
        return PREPARED
    return HASTY if 2 * sum(value >= HASTY for value in behind) > len(behind) else OPEN_GROUND
