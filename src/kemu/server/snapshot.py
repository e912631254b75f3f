"""Snapshots: a live game cut to what one seat may know. Nothing else of a game ever leaves the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
from msgspec import Raw

from kemu.core.game import Game, View
from kemu.core.pending import Action, Chance, Decide, Over
from kemu.core.record import Back, Drawn, Leave, ending_named, left
from kemu.core.registry import games
from kemu.core.table import Past
from kemu.core.winning import meaning
from kemu.parts.decks import Draw
from kemu.players.levels import LEVELS
from kemu.scene import Piece, Scene, Selectable

from .bases import Bases
from .clock import now
from .dragging import taken_up
from .drawings import LOOK_BACK, Drawing, moved, same_places
from .kits import title_of
from .live import Live
from .plain import scene_of
from .rematch import rematch_state
from .storage.rows import Line
from .taking_back import back_asked, draw_offered, standing
from .wire import (
    ChatLine,
    DecideState,
    FreeState,
    LogEntry,
    OptionState,
    OverState,
    Position,
    ReachState,
    SceneState,
    SeatState,
    Snapshot,
    Thrown,
)

CLOSED = "Whoever runs this server has ended this table."
"""How a table has ended that an admin has ended: for nobody, and its record has no end."""
MOST_PIPS = 9
"""Numbers up to this are shown as a die."""
COMES = "Chance comes next."


def snapshot(
    live: Live, seat: int | None, present: Mapping[int, int], chat: Sequence[Line], bases: Bases, stuck: bool = False
) -> Snapshot:
    """Return the table as `seat` (None: a spectator) may see it now. `stuck`: the computer has given up."""
    position = positioned(live, seat, bases, stuck)
    return _whole(live, seat, position, log(live, seat), present, chat)


def positioned(live: Live, seat: int | None, bases: Bases, stuck: bool = False) -> Position:
    """Return how the table stands now for a seat. What a move changes is made once a move, whatever else happens."""
    kept = live.positions.get(seat)
    if kept is None or kept.revision != live.revision:
        new = _now(live, seat, bases)
        if kept is not None and kept.ply > new.ply:
            # What went back to where it was is no move: what moved before it is marked again.
            new = msgspec.structs.replace(new, moved=moved_now(live, seat, bases))
        kept = live.positions[seat] = new
    deciding = None if live.closed else live.deciding
    may, why = ("", CLOSED) if live.closed else standing(live, seat)
    return msgspec.structs.replace(
        kept,
        draw_offer=_named(live, draw_offered(live)),
        back_asked=_named(live, back_asked(live)),
        take_back=may,
        take_back_why=why,
        thinking=deciding is not None and deciding.computer and not stuck,
        stuck=stuck,
    )


def _named(live: Live, seat: int | None) -> str | None:
    return None if seat is None else live.game.seats[seat]


def _now(live: Live, seat: int | None, bases: Bases) -> Position:
    table = live.table
    pending = table.pending if not live.closed else Over(None, "ended", "", live.game.scores(table.state), CLOSED)
    own = isinstance(pending, Decide) and pending.seat == seat and not table.waits_for_salt
    drawing = _drawing_now(live, seat, bases)
    return Position(
        ply=table.ply,
        revision=live.revision,
        pending=_encoded(_pending(live, pending, seat, drawing.selectable)),
        scene=sent(drawing),
        base=drawing.base,
        secret=table.dealer.secret.hex() if live.over else None,
        can_undo=own and table.can_undo(seat) is None,
        draw_offer=None,
        back_asked=None,
        take_back="",
        take_back_why="",
        thinking=False,
        stuck=False,
        private=live.private,
        salts=table.header.salts or {},
        moved=None,
        near=live.drawings.near(table.state, seat),
    )


def moment(live: Live, ply: int, seat: int | None, present: Mapping[int, int], bases: Bases) -> Snapshot:
    """Return the table as `seat` might have seen it after `ply`: without choices, and without what came later."""
    state = state_at(live, ply)
    # A picture drawn for somebody who must choose shows more than where everything stands: lines of sight, say.
    drawing = live.drawings.drawing(state, seat, None, bases)
    pending = live.table.pending if ply == live.table.ply else live.game.pending(state)
    now = ply == live.table.ply
    if isinstance(pending, Decide):
        told = msgspec.structs.replace(
            decide_state(live.game, pending, state, None), prompt=_prompt(live.game, pending, seat)
        )
    elif isinstance(pending, Over):
        told = _pending(live, pending, seat)
    else:
        # Only chance can be pending inside a record; no seat decides, and the outcome is the next entry.
        told = DecideState(seat="", yours=False, prompt=COMES, clause=pending.clause, options=[], free=None)
    deciding = live.deciding
    position = Position(
        ply=ply,
        revision=live.revision,
        pending=told,
        scene=sent(drawing, choices=False),
        base=drawing.base,
        secret=live.table.dealer.secret.hex() if now and live.over else None,
        can_undo=False,
        draw_offer=_named(live, draw_offered(live)) if now else None,
        back_asked=_named(live, back_asked(live)) if now else None,
        take_back="",
        take_back_why="",
        thinking=now and deciding is not None and deciding.computer,
        stuck=False,
        private=live.private,
        salts=live.table.header.salts or {},
        moved=moved_last(live, ply, seat, drawing, bases),
        near=live.drawings.near(state, seat),
    )
    return _whole(live, seat, position, [entry for entry in log(live, seat) if entry.ply <= ply], present, ())


def moved_now(live: Live, seat: int | None, bases: Bases) -> dict[str, Piece | None]:
    """Return what moved last at the table, for one who has not seen it."""
    return moved_last(live, live.table.ply, seat, _drawing_now(live, seat, bases), bases)


def _drawing_now(live: Live, seat: int | None, bases: Bases) -> Drawing:
    pending, waits = live.table.pending, live.table.waits_for_salt
    own = pending if isinstance(pending, Decide) and pending.seat == seat and not waits else None
    return live.drawings.drawing(live.table.state, seat, own, bases)


def moved_last(live: Live, ply: int, seat: int | None, drawing: Drawing, bases: Bases) -> dict[str, Piece | None]:
    """Return what moved last up to a ply: since the newest moment in which something lay elsewhere."""
    if drawing.marked:
        return {}
    for back in range(1, min(LOOK_BACK, ply) + 1):
        then = live.drawings.drawing(state_at(live, ply - back), seat, None, bases)
        if not same_places(then, drawing):
            return dict(moved(then, drawing))
    return {}


def state_at(live: Live, ply: int) -> Any:
    """Return the state after `ply`."""
    return live.table.state if ply == live.table.ply else live.table.past[ply].before


def scene_at(live: Live, ply: int, seat: int | None) -> Scene:
    """Return the whole picture after `ply`, cut to a seat."""
    return scene_of(live.game, live.game.view(state_at(live, ply), seat), None)


def _whole(
    live: Live,
    seat: int | None,
    position: Position,
    told: list[LogEntry],
    present: Mapping[int, int],
    chat: Sequence[Line],
) -> Snapshot:
    header, names = live.table.header, live.game.seats
    about = games().get(live.game.id)
    colours = () if about is None else about.colours
    return Snapshot(
        **msgspec.structs.asdict(position),
        table=live.id,
        game=header.game,
        title=title_of(live.game),
        options=header.options,
        seat=None if seat is None else names[seat],
        seats=[
            SeatState(
                name=names[s.index],
                title=live.game.seat_title(s.index),
                player=s.name or _called(s.level),
                kind=s.kind,
                level=s.level,
                colour=colours[s.index] if s.index < len(colours) else "",
                present=s.computer or s.index in present,
                taken=s.taken,
            )
            for s in live.seats
        ],
        log=told,
        commitment=header.commitment or "",
        draws=draws(live),
        created_at=stamp(live.created),
        places=present.get(seat, 0) if seat is not None else 0,
        chat=[chat_line(live.game, line) for line in chat],
        rematch=rematch_state(live),
        listed=live.listed > 0 and not live.over and any(not s.taken for s in live.seats),
        clock=None if live.ticking is None else live.ticking.told(names, now()),
        hints=[names[index] for index in sorted(live.hinters)],
    )


def draws(live: Live) -> bool:
    """Return whether a draw can be agreed on: the rules must know one, and two people sit at the table."""
    about = games().get(live.game.id)
    return about is not None and about.draws and len(live.seats) == 2 and not any(s.computer for s in live.seats)


def _called(level: str) -> str:
    return LEVELS[level].label if level in LEVELS else level


def _pending(
    live: Live, pending: Decide | Over, seat: int | None, choices: Sequence[Selectable] = ()
) -> DecideState | OverState:
    if isinstance(pending, Decide):
        return decide_state(live.game, pending, live.table.state, seat, choices)
    return over_state(live.game, pending, live.table.view(seat))


def over_state(game: Game[Any, Any], over: Over, view: View[Any]) -> OverState:
    """Return an ending with the seats' names, what it means, and what decided it."""
    named, means = ending_named(game, over), meaning(game, over)
    points = list(game.decided(view)) if means else []
    scores = named.scores if game.keeps_score(view.state) else {}
    return OverState(named.winner, named.reason, named.clause, scores, named.text, means, points)


def _prompt(game: Game[Any, Any], decide: Decide, seat: int | None) -> str:
    if seat == decide.seat:
        return decide.prompt
    return decide.for_others().prompt or f"Waiting for {game.seat_title(decide.seat)}."


def decide_state(
    game: Game[Any, Any], decide: Decide, state: Any, seat: int | None, choices: Sequence[Selectable] = ()
) -> DecideState:
    """Return a decision as a seat may know it."""
    name = game.seats[decide.seat]
    prompt = _prompt(game, decide, seat)
    if seat != decide.seat:
        return DecideState(seat=name, yours=False, prompt=prompt, clause=decide.clause, options=[], free=None)
    view = game.view(state, seat)
    free = decide.free
    # The scene has found words for most of the options already.
    said = {choice.option: choice for choice in choices}
    return DecideState(
        seat=name,
        yours=True,
        prompt=prompt,
        clause=decide.clause,
        options=[_option(game, view, action, said.get(number)) for number, action in enumerate(decide.options)],
        free=None
        if free is None
        else FreeState(
            [ReachState(reach.path, reach.label) for reach in free.reach()],
            taken_up(game, view, decide),
            free.by_hand,
        ),
        no=None if decide.no is None else decide.options.index(decide.no),
    )


def _option(game: Game[Any, Any], view: View[Any], action: Action, said: Selectable | None) -> OptionState:
    return OptionState(
        cast("dict[str, Any]", action),  # a struct with a tag is written as the object that it is read from
        said.notation if said is not None and said.notation else game.notation(action),
        said.label if said is not None else game.label(view, action),
    )


def _encoded(pending: DecideState | OverState) -> DecideState | OverState:
    """Return what is pending as JSON that is made once, under the type that it has when it is read."""
    return cast("DecideState | OverState", Raw(msgspec.json.encode(pending)))


def sent(drawing: Drawing, choices: bool = True) -> SceneState:
    """Return a picture's JSON, under the type that it has when it is read."""
    assert choices or not drawing.selectable, "a picture for nobody's decision offers choices"
    return cast(SceneState, drawing.body)


def log(live: Live, seat: int | None) -> list[LogEntry]:
    """Return all that a seat has been told, in order. Lines are made once and kept with the live game."""
    told = live.logs.setdefault(seat, [])
    done = live.logged.get(seat, 0)
    for past in live.table.past[done:]:
        told.extend(told_of(live.game, past, seat))
    live.logged[seat] = live.table.ply
    return list(told)


def told_of(game: Game[Any, Any], past: Past, seat: int | None) -> list[LogEntry]:
    """Return what a seat is told of one entry of the record."""
    entry = past.entry
    who = None if isinstance(entry, Drawn) else entry.seat
    if isinstance(entry, Leave):
        over = left(game, past.before, game.seats.index(entry.seat), entry.ends)
        return [LogEntry(entry.ply, who, over.text, over.clause)]
    if isinstance(entry, Back):
        title = game.seat_title(game.seats.index(entry.seat))
        told_back = f"{title} takes back: the game stands again as after move {entry.back}."
        return [LogEntry(entry.ply, who, told_back, "")]
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
        # Where there is one card to draw nothing is turned over slowly.
        return Thrown("cards", entry.out) if chance.total() > 1 else None
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
