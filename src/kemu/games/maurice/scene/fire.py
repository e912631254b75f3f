"""Fire zones, drawn before they are confirmed, and where forces and charges could go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.game import View
from kemu.core.pending import Decide
from kemu.scene import Box, Layer, Path, Shape, Words

from ..model.actions import HoldFire
from ..model.scale import outline_path, to_scene
from ..rules.shooting import Shooting, modifier, needed, zones
from .clip import clipped

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

OPEN, COVER = "#e69f00", "#6f6f6f"


def fire_zones(game: Maurice, view: View[State], decide: Decide | None) -> tuple[Layer, ...]:
    """The zones of the unit that is asked to fire: one for each base and target, and the roll that is needed."""
    state = view.state
    frame = state.stack[-1]
    if decide is None or not isinstance(frame, Shooting):
        return ()
    asked = next((option for option in decide.options if isinstance(option, HoldFire)), None)
    if asked is None:
        return ()
    shapes: list[Shape] = []
    unit = state.unit(asked.unit)
    table = game.cat.table
    size = to_scene(table, (table.width, 0))
    best: dict[int, tuple[int, bool]] = {}
    for base in zones(game, state, unit.id, long=frame.long):
        for shot in base:
            colour = COVER if shot.cover else OPEN
            d = clipped(outline_path(table, shot.zone), *size)
            if not d:
                continue
            shapes.append(Path(d=d, fill=colour, opacity=0.22 if len(base) == 1 else 0.12))
            shapes.append(Path(d=d, stroke=colour, width=2, dash="" if len(base) == 1 else "6 5", opacity=0.9))
            need = needed(4, modifier(game, state, unit, shot))
            best[shot.target] = (min(need, best.get(shot.target, (9, False))[0]), shot.cover)
    field = game.field(state)
    shapes.append(Path(d=outline_path(table, field.body(unit.id).corners), stroke="#14201c", width=4))
    for target, (need, cover) in sorted(best.items()):
        body = field.body(target)
        shapes.append(Path(d=outline_path(table, body.corners), stroke="#cc3311", width=4))
        shapes += _roll(to_scene(table, body.centre), f"{need}+" + (" cover" if cover else ""))
    return (Layer(name="fire", shapes=tuple(shapes)),)


def _roll(middle: tuple[float, float], text: str) -> list[Shape]:
    """The roll that is needed, on a label beside its target: what is marked on the unit itself stays in sight."""
    x, y = middle
    y += -40 if y > 70 else 40
    wide = 14 + 12 * len(text)
    return [
        Box(x=x - wide / 2, y=y - 14, w=wide, h=28, r=8, fill="#fff8e6", stroke="#cc3311", width=2),
        Words(x=x, y=y + 7, text=text, size=20, bold=True, fill="#7a1408"),
    ]
