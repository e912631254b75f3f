"""How near each side is to a decisive victory: the Victory Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.winning import Near

from ..rules.board import BRITISH_SEAT, MAORI_SEAT

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def near(game: MaoriWars, state: State) -> tuple[Near, ...]:
    """Return, for each side, the points that it is ahead by; so many win at once."""
    most = game.cat.vp["decisive"]
    ahead = {BRITISH_SEAT: max(0, state.vp), MAORI_SEAT: max(0, -state.vp)}
    return tuple(Near(seat, f"{points} of {most} Victory Points", points / most) for seat, points in ahead.items())
