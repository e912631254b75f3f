"""A battle in words, for readers and terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.names import SIDES, name
from ..model.units import ART, BW, FORMATIONS

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def lines(game: Maurice, state: State) -> list[str]:
    """Return a line for each side, each unit, and the cards."""
    found = [f"Round {state.round}: {SIDES[state.active]} is active." if state.round else "The battle is being set up."]
    for seat in (0, 1):
        at = state.cinc[seat]
        where = f", commander at {at[0] / BW:.1f}, {at[1] / BW:.1f}" if at else ""
        found.append(
            f"{SIDES[seat]}: morale {state.morale[seat]} of {state.start_morale[seat]},"
            f" {len(state.hands[seat])} cards{where}."
        )
        for unit in state.side(seat):
            facing = COMPASS[(unit.facing + 2_250) // 4_500 % 8]
            words = [f"  {name(unit)} at {unit.x / BW:.1f}, {unit.y / BW:.1f} facing {facing}"]
            if unit.arm != ART:
                words.append(FORMATIONS[unit.formation])
            if unit.disr:
                words.append(f"{unit.disr} DISR")
            if unit.smoke:
                words.append("smoke")
            found.append(", ".join(words))
    for piece in state.pieces:
        x = sum(p[0] for p in piece.points) / len(piece.points) / BW
        y = sum(p[1] for p in piece.points) / len(piece.points) / BW
        found.append(f"{game.cat.table.kinds[piece.kind].title} round {x:.1f}, {y:.1f}.")
    found.append(f"Deck {len(state.deck)}, discards {len(state.discards)}.")
    return found


def describe(game: Maurice, state: State) -> str:
    """Return the picture in words."""
    return "\n".join(lines(game, state))
