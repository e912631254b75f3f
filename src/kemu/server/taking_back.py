"""Taking back past dice and other seats' turns: against the computer as far as one likes, asked of a friend.

The record says so and keeps what was taken back; draws have their numbers again: dice that fell fall the same.
What is offered to the other seat stands in one place: a draw as its seat, a wish to take back as `ASKS` + its seat.
"""

from __future__ import annotations

from kemu.core.refusal import Refusal

from .live import Live

ASKS = 100
"""Added to a seat that asks to take back."""


def draw_offered(live: Live) -> int | None:
    """Return the seat that offers a draw."""
    return live.draw_offer if live.draw_offer is not None and live.draw_offer < ASKS else None


def back_asked(live: Live) -> int | None:
    """Return the seat that asks to take back."""
    return live.draw_offer - ASKS if live.draw_offer is not None and live.draw_offer >= ASKS else None


def own_seats(live: Live, seat: int) -> set[int]:
    """Return the seats whose choices a seat takes back: its own, and those that were opened at the same screen."""
    here = live.seats[seat]
    return {seat} | {other.index for other in live.seats if other.kind == here.kind == "you"}


def needs_leave(live: Live, seat: int) -> bool:
    """Return whether somebody else sits there who must agree: a friend, or whoever opened the table."""
    own = own_seats(live, seat)
    return any(not other.computer and other.index not in own for other in live.seats)


def back_to(live: Live, seat: int) -> int | Refusal:
    """Return the ply that a seat goes back to, where it last had a choice; or why there is none."""
    over = live.table.outcome
    if over is not None:
        return Refusal("The game is over: what was played stands.", over.clause)
    to = next(iter(live.table.decisions(own_seats(live, seat))), None)
    return Refusal("You have chosen nothing yet that could be taken back.") if to is None else to


def standing(live: Live, seat: int | None) -> tuple[str, str]:
    """Return what a seat may do about its last choice (`undo`, `back`, `ask` or nothing), and why nothing."""
    if seat is None:
        return "", ""
    if live.table.can_undo(seat) is None:
        return "undo", ""
    to = back_to(live, seat)
    if isinstance(to, Refusal):
        return "", to.reason
    return ("ask" if needs_leave(live, seat) else "back"), ""
