"""The picture of a battle: the table from above, units as blocks of bases, the hand, and what can be chosen."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

from kemu.core.game import View
from kemu.core.pending import Action, Decide
from kemu.scene import Layer, Path, Piece, Scene, Selectable, Shape, Words, Zone

from ..model import actions as a
from ..model.moves import Advance, Charge, ChargePlan, Displace, Move, MoveCinC, Plan
from ..model.names import SIDES, name
from ..model.scale import outline_path, to_scene
from ..model.units import ART, BW, FORMATIONS, Table, Unit
from ..model.units import Piece as TerrainPiece
from ..odds.words import odds_of
from ..rules.activation import NameForce
from ..rules.charging import Charging
from ..rules.combat import Combat
from ..rules.deployment import DeployingCinC
from ..rules.field import Field
from ..rules.marching import Marching
from ..rules.morale import Finished
from .art import ground, tokens
from .clip import clipped
from .combat_sheet import combat_panel, combat_sheet
from .describe import describe
from .fire import fire_zones
from .handles import SYMBOLS, handles, turners
from .hands import panels, shown_hand
from .terrain import terrain_zones
from .terrain import words as terrain_words
from .words import label, notation

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.catalogue import Catalogue
    from ..model.state import State

PER_BW = 40.0
RULER = 6
"""The ruler at the edge of the table shows so many BW."""


def scene(game: Maurice, view: View[State], decide: Decide | None) -> Scene:
    """Return the picture of a view."""
    state = view.state
    table = game.cat.table
    field = game.field(state)
    title = "a free set-up" if state.settings.battle == "free" else game.cat.battles[state.settings.battle].title
    hold = handles(game, state, decide) if decide else turners(game, state, view.seat)
    return Scene(
        title=f"{game.title}: {title}" + (f", round {state.round}" if state.round else ""),
        width=table.width / BW * PER_BW,
        height=table.height / BW * PER_BW,
        defs=ground.DEFS,
        symbols=tokens.symbols(state.settings.depths) | SYMBOLS | (_forms(game.cat) if _setting_up(state) else {}),
        base=_base(game, state),
        layers=(
            *(() if _setting_up(state) else (_terrain(game, state),)),
            *_reach(game, decide),
            _commanders(game, state, view.seat),
            _marks(state, field),
            *fire_zones(game, view, decide),
            *combat_sheet(game, state),
        ),
        zones=(*terrain_zones(table, state.pieces), *_zones(field, state)),
        pieces=(*_laid(game, state), *_pieces(game, state, field), *hold),
        panels=(*combat_panel(game, state), *panels(game, view, decide)),
        selectable=_choices(game, view, decide) if decide else (),
        text=describe(game, state),
    )


@lru_cache(maxsize=8)
def _base_of(width: int, height: int, thirds: bool) -> tuple[Shape, ...]:
    return ground.base(width, height, thirds=thirds)


def _base(game: Maurice, state: State) -> tuple[Shape, ...]:
    """Turf and its edge, the thirds where armies are set up, and a ruler in BW."""
    return _base_of(game.cat.table.width, game.cat.table.height, state.settings.battle == "free")


def _terrain(game: Maurice, state: State) -> Layer:
    """Pieces of terrain: hills under everything else. They may be set up in play, so they are no part of the base."""
    return _terrain_of(game.cat.table, state.pieces)


@lru_cache(maxsize=32)
def _terrain_of(table: Table, pieces: tuple[TerrainPiece, ...]) -> Layer:
    kinds = table.kinds
    ordered = sorted(pieces, key=lambda piece: (kinds[piece.kind].linear, -kinds[piece.kind].level))
    shapes = [shape for piece in ordered for shape in ground.piece_shapes(table, piece)]
    return Layer(name="terrain", shapes=tuple(shapes), above=False)


def _setting_up(state: State) -> bool:
    """Tell whether the battle has not begun: pieces of terrain are things then, which can be seen before they lie."""
    return state.settings.battle == "free" and not state.round


@cache
def _forms(cat: Catalogue) -> dict[str, tuple[Shape, ...]]:
    """Return each piece of the palette drawn round its middle."""
    bare = Table(0, 0, cat.table.kinds)
    return {f"form {form}": tuple(ground.piece_shapes(bare, cat.piece(form, 0, 0, 0))) for form in cat.palette}


def _laid(game: Maurice, state: State) -> tuple[Piece, ...]:
    """The terrain that has been set up so far, piece by piece: hills lie under the others."""
    if not _setting_up(state):
        return ()
    found: list[Piece] = []
    for n, piece in enumerate(state.pieces):
        form, middle, turn = game.cat.form_of(piece)
        x, y = to_scene(game.cat.table, middle)
        kind = game.cat.table.kinds[piece.kind]
        z = -2 if kind.level else 0 if kind.linear else -1
        found.append(Piece(id=f"laid{n}", symbol=f"form {form}", x=x, y=y, rotate=turn, label=terrain_words(kind), z=z))
    return tuple(found)


def _reach(game: Maurice, decide: Decide | None) -> tuple[Layer, ...]:
    """Where an answer of the continuum may lie."""
    if decide is None or decide.free is None:
        return ()
    shapes: list[Shape] = []
    width, height = game.cat.table.width / BW * PER_BW, game.cat.table.height / BW * PER_BW
    for reach in decide.free.reach():
        d = clipped(reach.path, width, height)
        if d:
            shapes.append(Path(d=d, stroke="#fff7c9", width=1.6, dash="7 6", opacity=0.75))
    return (Layer(name="reach", shapes=tuple(shapes), above=False),)


def _commanders(game: Maurice, state: State, seat: int | None) -> Layer:
    """Circles of 4, 8 and 12 BW round the active commander: how far a card of such a span reaches."""
    shapes: list[Shape] = []
    at = state.cinc[state.active]
    if at is not None and state.round:
        x, y = to_scene(game.cat.table, at)
        width, height = game.cat.table.width / BW * PER_BW, game.cat.table.height / BW * PER_BW
        for span in (4, 8, 12):
            r = (span + 0.5) * PER_BW
            d = _arc_on_table(x, y, r, width, height)
            if d:
                shapes.append(Path(d=d, stroke=tokens.COLOURS[state.active], width=1.8, dash="3 8", opacity=0.6))
            up = 1 if state.active == state.south else -1
            if 16 < y - up * r < height - 4:
                shapes.append(
                    Words(x=x, y=y - up * r + 5, text=str(span), size=15, fill=tokens.INK[state.active], halo="#e9efd8")
                )
    return Layer(name="command", shapes=tuple(shapes), above=False)


@lru_cache(maxsize=256)
def _arc_on_table(x: float, y: float, r: float, width: float, height: float) -> str:
    """Return the part of a circle that lies on the table, as a path."""
    parts: list[str] = []
    drawing = False
    for i in range(121):
        px, py = x + r * cos(pi * i / 60), y + r * sin(pi * i / 60)
        on = 4 <= px <= width - 4 and 4 <= py <= height - 4
        if on:
            parts.append(f"{'L' if drawing else 'M'}{px:.1f} {py:.1f}")
        drawing = on
    return "".join(parts)


def _marks(state: State, field: Field) -> Layer:
    """DISR and smoke on the units, over them; a frame round the active force."""
    shapes: list[Shape] = []
    force = acting(state)
    for unit in state.units:
        body = field.body(unit.id)
        x, y = to_scene(field.table, body.centre)
        if unit.id in force:
            d = outline_path(field.table, body.corners)
            shapes.append(Path(d=d, stroke="#fff3a8", width=7, opacity=0.9))
            shapes.append(Path(d=d, stroke="#2b2b2b", width=2))
        if unit.smoke:
            shapes += tokens.smoke(*to_scene(field.table, body.at))
        if unit.disr:
            shapes += tokens.disruption(x, y, unit.disr, unit.bases)
    return Layer(name="marks", shapes=tuple(shapes))


def acting(state: State) -> tuple[int, ...]:
    """Return the units of the force that acts now."""
    for frame in reversed(state.stack):
        units = getattr(frame, "units", None)
        if isinstance(frame, Marching | Charging) or type(frame).__name__ in ("Activation", "Paying", "Rallying"):
            return tuple(units or ())
        if isinstance(frame, Combat | NameForce):
            return ()
    return ()


def unit_words(unit: Unit) -> str:
    """Return a unit as a reader sees it: its name, formation and state."""
    words = [name(unit)]
    if unit.arm != ART:
        words.append(f"in {FORMATIONS[unit.formation]}")
    if unit.disr:
        words.append(f"{unit.disr} DISR")
    if unit.smoke:
        words.append("smoke")
    return ", ".join(words)


def _pieces(game: Maurice, state: State, field: Field) -> tuple[Piece, ...]:
    """Units by the middle of their front, and the commanders."""
    found: list[Piece] = []
    for side in (0, 1):
        at = state.cinc[side]
        if at is not None:
            x, y = to_scene(game.cat.table, at)
            label_ = f"{SIDES[side]}'s commander"
            found.append(Piece(id=f"cinc{side}", symbol=f"cinc{side}", x=x, y=y, label=label_, z=1))
    for unit in state.units:
        x, y = to_scene(game.cat.table, (unit.x, unit.y))
        found.append(
            Piece(
                id=f"u{unit.id}",
                symbol=tokens.symbol_of(unit),
                x=x,
                y=y,
                rotate=unit.facing / 100,
                label=unit_words(unit),
                z=2,
            )
        )
    top = state.stack[-1]
    if isinstance(top, Finished) and top.broken is not None:
        found.append(_broken(game, top.broken))
    return tuple(found)


def _broken(game: Maurice, unit: Unit) -> Piece:
    """The unit with which the last of an army's morale went, pale, where it stood."""
    x, y = to_scene(game.cat.table, (unit.x, unit.y))
    return Piece(
        id="broken",
        symbol=tokens.symbol_of(unit),
        x=x,
        y=y,
        rotate=unit.facing / 100,
        opacity=0.45,
        label=f"Here {name(unit)} broke, and its army has run",
        z=1,
    )


def _zones(field: Field, state: State) -> tuple[Zone, ...]:
    """Each unit's ground: for the keyboard and for readers."""
    return tuple(
        Zone(
            id=f"z{unit.id}",
            label=unit_words(unit),
            outline=Path(d=outline_path(field.table, field.body(unit.id).corners)),
            fixed=False,
        )
        for unit in state.units
    )


def _choices(game: Maurice, view: View[State], decide: Decide) -> tuple[Selectable, ...]:
    held = shown_hand(view)
    return tuple(
        Selectable(
            option=number,
            label=label(game, view.state, action),
            target=_target(action, held, view),
            notation=notation(game, action),
            ghost=_ghost(game, view.state, action),
            odds=odds_of(game, view.state, action),
            also=_also(action),
            picks=isinstance(action, a.Activate | a.Next | a.Spend),
        )
        for number, action in enumerate(decide.options)
    )


def _target(action: Action, held: tuple[int, ...], view: View[State]) -> str:
    """Return the thing that stands for an answer: a unit, a card of the hand; buttons for the rest."""
    match action:
        case a.Spend(card=card) | a.Play(card=card) | a.PlayEvent(card=card):
            return f"card{card}" if card in held else ""
        case a.Fire(targets=targets):
            # Whoever fires clicks the enemy; holding fire is a button.
            return f"u{next(uid for uid in targets if uid >= 0)}"
        case a.Next(unit=unit):
            return f"u{unit}"
        case a.Activate(units=units):
            return f"u{units[0]}"
        case Move(unit=unit) | Charge(unit=unit):
            return f"u{unit}"
        case MoveCinC() | Displace():
            return f"cinc{view.state.active}"
        case _:
            return ""


def _also(action: Action) -> tuple[str, ...]:
    """A force is chosen by any of its units, a shot at several targets by any of them."""
    if isinstance(action, a.Fire):
        return tuple(f"u{uid}" for uid in dict.fromkeys(action.targets) if uid >= 0)[1:]
    return tuple(f"u{uid}" for uid in action.units[1:]) if isinstance(action, a.Activate) else ()


def _ghost(game: Maurice, state: State, action: Action) -> Piece | None:
    """What a unit would look like after a move, or where the commander would stand."""
    if isinstance(action, Move | Charge):
        plan = planned(game, state, action)
        if plan is None:
            return None
        unit = next(unit for unit in plan.units if unit.id == action.unit)
        x, y = to_scene(game.cat.table, (unit.x, unit.y))
        return Piece(
            id=f"u{unit.id}", symbol=tokens.symbol_of(unit), x=x, y=y, rotate=unit.facing / 100, label=unit_words(unit)
        )
    if isinstance(action, MoveCinC | Displace | a.DeployCinC):
        top = state.stack[-1]
        side = top.seat if isinstance(top, DeployingCinC) else state.active
        x, y = to_scene(game.cat.table, (action.x, action.y))
        return Piece(id=f"cinc{side}", symbol=f"cinc{side}", x=x, y=y, label="the commander")
    return None


def planned(game: Maurice, state: State, action: Move | Charge | Advance) -> Plan | ChargePlan | None:
    """Return what a move comes to, or None if it is not legal."""
    from ..rules import charge_move, movement
    from ..rules.forces import leave_of

    field = game.field(state)
    units = action.units if isinstance(action, Advance) else (action.unit,)
    leave = leave_of(game, state, units)
    charging = isinstance(state.stack[-1], Charging)
    if isinstance(action, Charge):
        plan: object = charge_move.plan(field, action, leave)
    elif isinstance(action, Advance):
        plan = movement.advance(field, action, leave, charging)
    else:
        plan = movement.plan(field, action, leave, charging)
    return plan if isinstance(plan, Plan) else None
