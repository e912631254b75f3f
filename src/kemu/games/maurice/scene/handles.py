"""What a hand takes hold of: corners to wheel by, a gun's facing, changes before a move, the force's arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Decide
from kemu.parts.tabletop.oriented import ahead
from kemu.scene import Disc, Path, Piece, Shape

from ..model.moves import ABOUT, FROM_COLUMN_TO_LINE, FROM_COLUMN_TO_MASSED
from ..model.names import name
from ..model.scale import to_scene
from ..model.units import ART, BW, CAV, COLUMN, DRAWN_UP, LINE, MASSED, Unit
from ..rules.charging import ChargeOrders
from ..rules.command import CinCMove, Displacement
from ..rules.deployment import Deploying, DeployingCinC, LastSpots
from ..rules.forces import ForceChoice
from ..rules.orders import Moves
from ..rules.setup import TerrainSetup

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

TURNS = {"turn": "turn it", "face": "turn it", "form": "another formation"}
CORNERS = {"left": "wheel to the left", "right": "wheel to the right"}
SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "handle": (
        Disc(x=0, y=0, r=9, fill="#fff3a8", stroke="#20180f", width=2),
        Path(d="M-4 0H4M0 -4V4", stroke="#20180f", width=1.8),
    ),
    "turn": (
        Disc(x=0, y=0, r=9, fill="#ffffff", stroke="#20180f", width=2),
        Path(d="M-4 2a4.5 4.5 0 1 1 4 3M-4 2l-2 -4M-4 2l4 -1.5", stroke="#20180f", width=1.6),
    ),
    "advance": (
        Path(d="M0 -26L15 -6H6V14H-6V-6H-15z", fill="#fff3a8", stroke="#20180f", width=2.2),
    ),
}  # fmt: skip


def moving(decide: Decide | None) -> tuple[int, ...]:
    """Return the units that a decision moves."""
    free = decide.free if decide is not None else None
    if isinstance(free, Moves):
        return free.units
    if isinstance(free, ChargeOrders):
        return tuple(sorted({*free.able, *free.others}))
    return ()


def changes_before(unit: Unit) -> tuple[str, ...]:
    """Return the changes after which a unit may still move: out of column, and the about-face of cavalry."""
    found: tuple[str, ...] = ()
    if unit.formation == COLUMN:
        found += FROM_COLUMN_TO_LINE
        if unit.arm == CAV:
            found += FROM_COLUMN_TO_MASSED
    return (*found, ABOUT) if unit.arm == CAV else found


def handles(game: Maurice, state: State, decide: Decide | None) -> tuple[Piece, ...]:
    """Return the handles of the units that may move now."""
    field = game.field(state)
    table = game.cat.table
    units = moving(decide)
    found: list[Piece] = []
    for uid in units:
        unit, body = state.unit(uid), field.body(uid)
        if unit.formation in (LINE, MASSED):
            for corner, side in (("left", -1), ("right", 1)):
                x, y = to_scene(table, ahead(body.at, body.facing, 0, side * body.half))
                label = f"{name(unit)}: {CORNERS[corner]}"
                found.append(
                    Piece(id=f"u{uid}-{corner}", symbol="handle", x=x, y=y, label=label, scale=0.8, z=4, handle=True)
                )
        elif unit.arm == ART:
            x, y = to_scene(table, ahead(body.at, body.facing, 350))
            found.append(
                Piece(id=f"u{uid}-face", symbol="handle", x=x, y=y, label=f"{name(unit)}: face", z=4, handle=True)
            )
        if decide is not None and isinstance(decide.free, Moves):
            for i, change in enumerate(changes_before(unit)):
                x, y = to_scene(table, ahead(body.rear, body.facing, -350, (2 * i - 1) * 300))
                label = f"{name(unit)}: {change.replace('_', ' ')} first"
                found.append(
                    Piece(id=f"u{uid}~{change}", symbol="turn", x=x, y=y, label=label, scale=0.7, z=4, handle=True)
                )
    if decide is not None and isinstance(decide.free, Moves) and len(units) > 1:
        body = field.body(units[0])
        x, y = to_scene(table, ahead(body.at, body.facing, 900))
        turn = body.facing / 100
        found.append(
            Piece(id="force", symbol="advance", x=x, y=y, label="the whole force ahead", rotate=turn, z=4, handle=True)
        )
    return tuple(found)


def turners(game: Maurice, state: State, seat: int | None) -> tuple[Piece, ...]:
    """Return what turns the piece of terrain, or the unit, that `seat` has set up last: handles of a draft."""
    top, table = state.stack[-1], game.cat.table
    if seat is None or not isinstance(top, TerrainSetup | Deploying | DeployingCinC) or top.seat != seat:
        return ()
    if isinstance(top, TerrainSetup):
        if not state.pieces:
            return ()
        _, middle, turn = game.cat.form_of(state.pieces[-1])
        places = {f"laid{len(state.pieces) - 1}-turn": (ahead(middle, round(turn * 100), 2 * BW), "handle")}
    else:
        if not state.side(seat):
            return ()
        moved = state.find(top.moved) if isinstance(top, DeployingCinC) else None
        unit = moved or max(state.side(seat), key=lambda one: one.id)
        body = game.field(state).body(unit.id)
        places = {f"u{unit.id}-face": (ahead(body.at, body.facing, BW), "handle")}
        if len(DRAWN_UP[unit.arm]) > 1:
            places[f"u{unit.id}-form"] = (ahead(body.rear, body.facing, -BW), "turn")
    found = ((name_, *to_scene(table, at), symbol) for name_, (at, symbol) in places.items())
    return tuple(
        Piece(id=name_, symbol=symbol, x=x, y=y, label=TURNS[name_.rpartition("-")[2]], scale=2, z=4, handle=True)
        for name_, x, y, symbol in found
    )


def drags(game: Maurice, state: State, decide: Decide) -> tuple[str, ...]:
    """Return what a hand may take hold of: units and their handles, those of a force, the commander."""
    free = decide.free
    if isinstance(free, Moves | ChargeOrders):
        return (*(f"u{uid}" for uid in moving(decide)), *(piece.id for piece in handles(game, state, decide)))
    if isinstance(free, ForceChoice):
        return tuple(f"u{unit.id}" for unit in state.side(state.active))
    if isinstance(free, CinCMove | Displacement):
        return (f"cinc{decide.seat}",)
    if isinstance(free, LastSpots):
        return tuple(f"u{unit.id}" for unit in state.side(decide.seat))
    return ()
