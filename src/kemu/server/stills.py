"""Stills: positions at which nobody plays, as a table's page shows them. Lessons and records are shown so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kemu.core.game import Game
from kemu.core.pending import Chance, Decide, Over, Pending
from kemu.core.registry import games
from kemu.core.table import Past
from kemu.scene import Selectable

from .bases import Bases
from .drawings import nearness, travelling
from .kits import title_of
from .plain import scene_of
from .snapshot import COMES, decide_state, over_state, sent, told_of
from .wire import DecideState, OverState, SeatState, Snapshot
from .wire_seats import RematchState


def pending_state(
    game: Game[Any, Any], pending: Pending, state: Any, seat: int | None, choices: Sequence[Selectable] = ()
) -> DecideState | OverState:
    """Return what a position waits for, as a seat may know it."""
    if isinstance(pending, Over):
        return over_state(game, pending, game.view(state, seat))
    if isinstance(pending, Chance):
        return DecideState(seat="", yours=False, prompt=COMES, clause=pending.clause, options=[], free=None)
    return decide_state(game, pending, state, seat, choices)


def still(
    game: Game[Any, Any],
    state: Any,
    pending: Pending,
    past: Sequence[Past],
    seat: int | None,
    bases: Bases,
    *,
    revision: int = 0,
    choices: bool = False,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[SeatState] = (),
    commitment: str = "",
    secret: str | None = None,
    salts: Mapping[str, str | None] | None = None,
) -> Snapshot:
    """Return a position as a seat (None: a spectator) may see it, with what led to it."""
    view = game.view(state, seat)
    own = pending if choices and isinstance(pending, Decide) and pending.seat == seat else None
    drawing = travelling(scene_of(game, view, own), bases)
    return Snapshot(
        ply=len(past),
        revision=revision,
        pending=pending_state(game, pending, state, seat if choices else None, drawing.selectable),
        scene=sent(drawing),
        base=drawing.base,
        salts=dict(salts or {}),
        secret=secret,
        can_undo=False,
        draw_offer=None,
        back_asked=None,
        take_back="",
        take_back_why="",
        thinking=False,
        stuck=False,
        private=False,
        moved=None,
        near=nearness(game, view),
        table="",
        game=game.id,
        title=title_of(game),
        options=dict(options or {}),
        seat=None if seat is None else game.seats[seat],
        seats=list(seats),
        log=[line for one in past for line in told_of(game, one, seat)],
        commitment=commitment,
        draws=False,
        created_at="",
        rematch=RematchState([], None, {}),
        listed=False,
        hints=[],
        places=0 if seat is None else 1,
        chat=[],
    )


def colours(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the seats' colours, one for each."""
    about = games().get(game.id)
    known = () if about is None else about.colours
    return (*known, *("",) * (len(game.seats) - len(known)))
