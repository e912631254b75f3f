"""Snapshots: a live game cut to what one seat may know. Nothing else of a game ever leaves the server."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from kemu.core.game import Game
from kemu.core.pending import Chance, Decide, Over
from kemu.core.record import Drawn, Leave, left, outcome_named
from kemu.core.registry import games
from kemu.core.table import Past
from kemu.parts.decks import Draw
from kemu.scene import Scene

from .bases import Bases
from .dragging import taken_up
from .kits import title_of
from .levels import LEVELS
from .live import Live
from .plain import scene_of
from .storage.rows import Line
from .wire import (
    ChatLine,
    DecideState,
    FreeState,
    LogEntry,
    OptionState,
    OverState,
    ReachState,
    SceneState,
    SeatState,
    Snapshot,
    Thrown,
)

MOST_PIPS = 9
"""Numbers up to this are shown as a die."""


def snapshot(
    live: Live, seat: int | None, present: Collection[int], chat: Sequence[Line], bases: Bases, stuck: bool = False
) -> Snapshot:
    """Return the table as `seat` (None: a spectator) may see it now. `stuck`: the computer has given up."""
    table, game = live.table, live.game
    pending = table.pending
    own = isinstance(pending, Decide) and pending.seat == seat
    scene = scene_of(game, table.view(seat), pending if isinstance(pending, Decide) and own else None)
    deciding = live.deciding
    return Snapshot(
        ply=table.ply,
        pending=_pending(live, pending, seat),
        scene=_cut(scene),
        base=bases.digest(scene),
        log=log(live, seat),
        secret=table.dealer.secret.hex() if live.over else None,
        can_undo=own and table.can_undo(seat) is None,
        draw_offer=None if live.draw_offer is None else game.seats[live.draw_offer],
        thinking=deciding is not None and deciding.computer and not stuck,
        stuck=stuck,
        **_fixed(live, seat, present, chat),
    )


def moment(live: Live, ply: int, seat: int | None, present: Collection[int], bases: Bases) -> Snapshot:
    """Return the table as `seat` might have seen it after `ply`: without choices, and without what came later."""
    game = live.game
    if ply == live.table.ply:
        told = _without_choices(snapshot(live, seat, present, (), bases))
        # A picture drawn for somebody who must choose shows more than where everything stands: lines of sight, say.
        return msgspec.structs.replace(told, scene=_cut(scene_of(game, live.table.view(seat), None)))
    past = live.table.past[ply]
    scene = scene_of(game, game.view(past.before, seat), None)
    pending = game.pending(past.before)
    if isinstance(pending, Decide):
        told = _decide(live, pending, past.before, seat)
    else:
        # Only chance can be pending inside a record; no seat decides, and the outcome is the next entry.
        prompt = "Chance comes next."
        told = DecideState(seat="", yours=False, prompt=prompt, clause=pending.clause, options=[], free=None)
    return _without_choices(
        Snapshot(
            ply=ply,
            pending=told,
            scene=_cut(scene),
            base=bases.digest(scene),
            log=[entry for entry in log(live, seat) if entry.ply <= ply],
            secret=None,
            can_undo=False,
            draw_offer=None,
            thinking=False,
            stuck=False,
            **_fixed(live, seat, present, ()),
        )
    )


def scene_at(live: Live, ply: int, seat: int | None) -> Scene:
    """Return the whole picture after `ply`, cut to a seat."""
    state = live.table.state if ply == live.table.ply else live.table.past[ply].before
    return scene_of(live.game, live.game.view(state, seat), None)


def _fixed(live: Live, seat: int | None, present: Collection[int], chat: Sequence[Line]) -> dict[str, Any]:
    header, names = live.table.header, live.game.seats
    about = games().get(live.game.id)
    colours = () if about is None else about.colours
    return {
        "table": live.id,
        "game": header.game,
        "title": title_of(live.game),
        "options": header.options,
        "revision": live.revision,
        "seat": None if seat is None else names[seat],
        "seats": [
            SeatState(
                name=names[s.index],
                player=s.name or _called(s.level),
                kind=s.kind,
                level=s.level,
                colour=colours[s.index] if s.index < len(colours) else "",
                present=s.computer or s.index in present,
            )
            for s in live.seats
        ],
        "draws": draws(live),
        "private": live.private,
        "commitment": header.commitment or "",
        "created_at": stamp(live.created),
        "chat": [chat_line(live.game, line) for line in chat],
    }


def draws(live: Live) -> bool:
    """Return whether a draw can be agreed on: the rules must know one, and two people sit at the table."""
    about = games().get(live.game.id)
    return about is not None and about.draws and len(live.seats) == 2 and not any(s.computer for s in live.seats)


def _called(level: str) -> str:
    return LEVELS[level].label if level in LEVELS else level


def _without_choices(told: Snapshot) -> Snapshot:
    pending = told.pending
    if isinstance(pending, DecideState):
        pending = msgspec.structs.replace(pending, yours=False, options=[], free=None)
    return msgspec.structs.replace(
        told, pending=pending, can_undo=False, scene=msgspec.structs.replace(told.scene, choices=())
    )


def _pending(live: Live, pending: Decide | Over, seat: int | None) -> DecideState | OverState:
    if isinstance(pending, Decide):
        return _decide(live, pending, live.table.state, seat)
    named = outcome_named(live.game, pending)
    return OverState(named.winner, named.reason, named.clause, named.scores, named.text)


def _decide(live: Live, decide: Decide, state: Any, seat: int | None) -> DecideState:
    game = live.game
    name = game.seats[decide.seat]
    if seat != decide.seat:
        others = decide.for_others()
        prompt = others.prompt or f"The decision lies with {name.capitalize()}."
        return DecideState(seat=name, yours=False, prompt=prompt, clause=others.clause, options=[], free=None)
    view = game.view(state, seat)
    free = decide.free
    return DecideState(
        seat=name,
        yours=True,
        prompt=decide.prompt,
        clause=decide.clause,
        options=[
            OptionState(msgspec.to_builtins(action), game.notation(action), game.label(view, action))
            for action in decide.options
        ],
        free=None
        if free is None
        else FreeState([ReachState(reach.path, reach.label) for reach in free.reach()], taken_up(game, view, decide)),
    )


def _cut(scene: Scene) -> SceneState:
    return SceneState(
        title=scene.title,
        width=scene.width,
        height=scene.height,
        layers=scene.layers,
        zones=tuple(zone for zone in scene.zones if not zone.fixed),
        pieces=scene.pieces,
        panels=scene.panels,
        choices=scene.choices,
        text=scene.text,
    )


def log(live: Live, seat: int | None) -> list[LogEntry]:
    """Return all that a seat has been told, in order. Lines are made once and kept with the live game."""
    told = live.logs.setdefault(seat, [])
    done = live.logged.get(seat, 0)
    for past in live.table.past[done:]:
        told.extend(_told(live.game, past, seat))
    live.logged[seat] = live.table.ply
    return list(told)


def _told(game: Game[Any, Any], past: Past, seat: int | None) -> list[LogEntry]:
    entry = past.entry
    who = None if isinstance(entry, Drawn) else entry.seat
    if isinstance(entry, Leave):
        over = left(game, past.before, game.seats.index(entry.seat), entry.ends)
        return [LogEntry(entry.ply, who, over.text, over.clause)]
    seen = [event for event in (event.seen_by(seat) for event in past.events) if event is not None]
    told = [
        LogEntry(
            entry.ply,
            who if event.whose is None else game.seats[event.whose],
            event.tell(game),
            event.clause,
            matters=event.matters,
        )
        for event in seen
    ]
    if told and isinstance(entry, Drawn):
        told[0] = msgspec.structs.replace(told[0], thrown=_thrown(game, past.before, entry, seat))
    return told


def _thrown(game: Game[Any, Any], before: Any, entry: Drawn, seat: int | None) -> Thrown | None:
    """Return the dice or cards of a draw as they are shown, if this seat may see them."""
    chance = game.pending(before)
    assert isinstance(chance, Chance)
    if chance.seen is not None and seat not in chance.seen:
        return None
    if isinstance(chance, Draw):
        return Thrown("cards", entry.out)
    if entry.out and all(type(value) is int and 1 <= value <= MOST_PIPS for value in entry.out):
        return Thrown("dice", entry.out)
    return None


def chat_line(game: Game[Any, Any], line: Line) -> ChatLine:
    """Return a line of chat as it travels."""
    return ChatLine(line.line, game.seats[line.seat], line.text, stamp(line.said))


def stamp(milliseconds: int) -> str:
    """Return a moment as ISO 8601 in UTC.

    >>> stamp(0)
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(milliseconds // 1000, UTC).isoformat()
