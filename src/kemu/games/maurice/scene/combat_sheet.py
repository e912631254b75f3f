"""Combat scores laid out unit by unit: every modifier and its clause, the die and what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.scene import Box, Item, Layer, Panel, Path, Shape, Words

from ..model.names import name
from ..model.scale import to_scene
from ..rules.cards import Window
from ..rules.combat import Combat, engaged, lines_of, value_of
from .art.tokens import COLOURS, PALE

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

WIDE, LINE_HIGH = 400.0, 31.0
DICE = 230.0
"""So far down the left corner of the table the dice of the moment are shown."""


def fought(state: State) -> Combat | None:
    """Return the combat that is being fought, if one is."""
    for frame in reversed(state.stack):
        if isinstance(frame, Combat):
            return frame
        if not isinstance(frame, Window):
            return None
    return None


def combat_sheet(game: Maurice, state: State) -> tuple[Layer, ...]:
    """Return lines between those who are engaged, and a slip beside each with its score."""
    combat = fought(state)
    if combat is None or not combat.pairs:
        return ()
    field = game.field(state)
    table = game.cat.table
    shapes: list[Shape] = []
    for pair in combat.pairs:
        a, b = (to_scene(table, field.body(uid).centre) for uid in (pair.attacker, pair.defender))
        shapes.append(Path(d=f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}", stroke="#ffffff", width=6, opacity=0.7))
        dash = "8 6" if pair.cover else ""
        shapes.append(Path(d=f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}", stroke="#cc3311", width=3, dash=dash))
    scores = dict(combat.scores)
    everybody = engaged(combat.pairs)
    order = sorted(everybody, key=lambda one: (state.unit(one).side, one))
    left, y = _corner(game, state, combat, order)
    for uid in order:
        high, slip = _slip(game, state, combat, uid, left, y, scores.get(uid))
        shapes += slip
        y += high + 8
    return (Layer(name="combat", shapes=tuple(shapes)),)


def _corner(game: Maurice, state: State, combat: Combat, order: list[int]) -> tuple[float, float]:
    """Return where the slips stand in a column: at whichever place by the edge they hide the fewest units."""
    field, table = game.field(state), game.cat.table
    width, height = to_scene(table, (table.width, 0))
    high = sum(_height(game, state, combat, uid) + 8 for uid in order)
    middles = [(to_scene(table, field.body(unit.id).centre), 3 if unit.id in order else 1) for unit in state.units]
    places = [
        (x, y)
        for x in (width - WIDE - 20, 20.0, (width - WIDE) / 2)
        for y in (20.0 if x > width / 2 else DICE, max(20.0, height - high - 50), max(20.0, (height - high) / 2))
    ]
    return min(
        places,
        key=lambda p: sum(
            weight
            for (x, y), weight in middles
            if p[0] - 60 < x < p[0] + WIDE + 60 and p[1] - 40 < y < p[1] + high + 40
        ),
    )


def _height(game: Maurice, state: State, combat: Combat, uid: int) -> float:
    return LINE_HIGH * (len(lines_of(game, state, combat.pairs, uid)) + 2) + 18


def _slip(
    game: Maurice, state: State, combat: Combat, uid: int, x: float, y: float, score: int | None
) -> tuple[float, list[Shape]]:
    unit = state.unit(uid)
    lines = lines_of(game, state, combat.pairs, uid)
    total = _total(value_of(lines), score)
    high = LINE_HIGH * (len(lines) + 2) + 18
    shapes: list[Shape] = [
        Box(x=x + 3, y=y + 4, w=WIDE, h=high, r=8, fill="#1d2412", opacity=0.35, blur=4),
        Box(x=x, y=y, w=WIDE, h=high, r=8, fill="#fffaf0", stroke=COLOURS[unit.side], width=2.5, opacity=0.96),
        Box(x=x, y=y, w=WIDE, h=LINE_HIGH + 8, r=8, fill=PALE[unit.side]),
        Words(x=x + 10, y=y + 28, text=name(unit), size=25, bold=True, anchor="start"),
    ]
    at = y + LINE_HIGH + 8
    for line in lines:
        at += LINE_HIGH
        text = f"{line.why}"
        shapes.append(Words(x=x + 10, y=at - 5, text=text, size=24, anchor="start"))
        shapes.append(
            Words(x=x + WIDE - 52, y=at - 6, text=line.clause.partition(":")[2], size=19, anchor="end", fill="#6b6150")
        )
        sign = "" if line.clause == "maurice:8.score" else "+" if line.n > 0 else ""
        shapes.append(Words(x=x + WIDE - 12, y=at - 5, text=f"{sign}{line.n}", size=25, bold=True, anchor="end"))
    at += LINE_HIGH
    shapes.append(Path(d=f"M{x + 8:g} {at - LINE_HIGH + 4:g}H{x + WIDE - 8:g}", stroke="#b9a888", width=1))
    shapes.append(Words(x=x + WIDE - 12, y=at + 1, text=total, size=27, bold=True, anchor="end"))
    return high, shapes


def _total(value: int, score: int | None) -> str:
    return f"{value} + {score - value} = {score}" if score is not None else f"{value} + die"


def combat_panel(game: Maurice, state: State) -> tuple[Panel, ...]:
    """Return the same scores beside the table, where they can be read on the smallest screen."""
    combat = fought(state)
    if combat is None or not combat.pairs:
        return ()
    scores = dict(combat.scores)
    items: list[Item] = []
    for uid in sorted(engaged(combat.pairs), key=lambda one: (state.unit(one).side, one)):
        unit = state.unit(uid)
        lines = lines_of(game, state, combat.pairs, uid)
        entries = [f"{line.why} {line.n} (§ {line.clause.partition(':')[2]})" for line in lines]
        total = _total(value_of(lines), scores.get(uid))
        items.append(Item(id=f"score{uid}", label=name(unit), value=total, detail=", ".join(entries), seat=unit.side))
    return (Panel(id="combat", title="Combat", kind="text", items=tuple(items)),)
