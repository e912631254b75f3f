"""1.0: Victory Points, and how to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..model.catalogue import MAORI, PA, SETTLEMENT, VILLAGE
from ..model.events import GameEnded, Scored
from .board import BRITISH_SEAT, BUSH, MAORI_SEAT

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def end(step: Step[State], winner: int, reason: str, clause: str) -> None:
    """Decide the game; the first decision stands."""
    if step.state.ended is None:
        step.set(ended=(winner, reason, clause))
        step.say(GameEnded(clause, winner, reason))


@rule("maori_wars:1.0.1", "maori_wars:R2", "maori_wars:R6")
def award(game: MaoriWars, step: Step[State], seat: int, points: int, clause: str) -> None:
    """Move the marker towards a side: it gains points, or its opponent loses them. At 9 it has won decisively.

    The track has 9 spaces a side, so nothing beyond is counted (R2).
    """
    if not points or step.state.ended is not None:
        return
    most = game.cat.vp["decisive"]
    total = step.state.vp + (points if seat == BRITISH_SEAT else -points)
    total = max(-most, min(most, total))
    step.set(vp=total)
    step.say(Scored(clause, seat, points, total))
    if abs(total) == most:
        end(step, BRITISH_SEAT if total > 0 else MAORI_SEAT, f"{most} Victory Points", "maori_wars:1.0")


@rule("maori_wars:1.0", "maori_wars:R5")
def eliminated_structures(game: MaoriWars, step: Step[State], kind: int, side: int) -> None:
    """End the game if this elimination took the last Village and Pa of the Maori, or the last Settlement.

    Forts do not matter; neither do Villages of Queenites and Neutrals. Upgrading eliminates nothing.
    """
    state = step.state
    if side == MAORI:
        left = any(site[2] == MAORI and site[1] in (VILLAGE, PA) for site in state.sites)
        if not left:
            end(step, BRITISH_SEAT, "the Maori have no Village and no Pa left", "maori_wars:1.0")
    elif kind == SETTLEMENT and game.scenario(state).settlements_win:
        left = any(site[1] == SETTLEMENT for site in state.sites)
        if not left:
            end(step, MAORI_SEAT, "there is no Settlement left", "maori_wars:1.0")


@rule("maori_wars:1.0.2")
def final(game: MaoriWars, step: Step[State]) -> None:
    """After the last turn, the lead in points says who has won, and how well."""
    for stake in game.scenario(step.state).leader_vp:
        place = step.state.where[stake.leader]
        if stake.when == "at-end" and (place >= 0 or place <= BUSH):
            award(game, step, stake.seat, stake.points, "maori_wars:14.0.5")
    state = step.state
    if state.ended is not None:
        return
    lead = abs(state.vp)
    level = max((level for level in game.cat.levels if level.points <= lead), key=lambda level: level.points)
    winner = -1 if level.points == 0 else BRITISH_SEAT if state.vp > 0 else MAORI_SEAT
    end(step, winner, level.name, "maori_wars:1.0.2")


def staked(game: MaoriWars, step: Step[State], leader: int) -> None:
    """A leader is eliminated on whom the scenario has put points."""
    for stake in game.scenario(step.state).leader_vp:
        if stake.when == "eliminated" and stake.leader == leader:
            award(game, step, stake.seat, stake.points, "maori_wars:14.0.5")
