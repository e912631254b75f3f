"""The table in letters, for a terminal: a column an inch, a row two inches, north at the top."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rich.text import Text

from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.polygons import contains

from ..model.pieces import GARRISON, SQUAD
from .describe import describe

if TYPE_CHECKING:
    from .. import Siege
    from ..model.ground import Ground
    from ..model.state import State

GROUND = {"trees": ("T", "green"), "rocks": ("^", "white"), "scrub": ('"', "green")}
WORKS = {
    "wall": "=",
    "prepared": "%",
    "hasty": "%",
    "gate": "+",
    "fence": "-",
    "hedge": "-",
    "carcass": "-",
    "ditch": "~",
}
LETTERS = {"boxers": "x", "muskets": "m", "tigers": "t", "riders": "r", "gun": "g", "jingals": "j"}
LEGEND = (
    "O officer, o man, c crew, * gun; x Boxers, m muskets, t Tiger Men, r riders, g gunners, j jingals;"
    ' # high wall, = low wall, % barricade, + gate, H house, T trees, ^ rocks, " scrub.'
)


Cell = tuple[str, str]
"""A letter and its style."""


def picture(game: Siege, state: State) -> Text:
    """Return the table as coloured letters, and the position in words below it."""
    ground = game.ground(state)
    grid = [list(row) for row in _works(ground, state)]
    for gun in state.guns:
        _put(grid, gun.at, ("*", "bold cyan" if gun.side == GARRISON else "bold magenta"))
    for group in state.groups:
        for i, man in reversed(list(enumerate(group.men))):
            if group.side == GARRISON:
                _put(grid, man, (("o" if i else "O") if group.kind == SQUAD else "c", "bold blue"))
            else:
                _put(grid, man, (LETTERS.get(group.kind, "x"), "bold bright_red"))
    text = Text()
    for row in reversed(grid):
        for style, cells in groupby(row, key=itemgetter(1)):
            text.append("".join(letter for letter, _ in cells), style)
        text.append("\n")
    return text.append(f"{LEGEND}\n", "dim").append(describe(game, state))


def _put(grid: list[list[Cell]], p: Point, cell: Cell) -> None:
    row = grid[max(min(p[1] // 2000, len(grid) - 1), 0)]
    row[max(min(p[0] // 1000, len(row) - 1), 0)] = cell


def _works(ground: Ground, state: State) -> list[list[Cell]]:
    """Return the table without figures: woods, houses, walls. The last one is kept."""
    kept = ground.drawn.get("letters")
    if kept is not None and kept[0] == (state.down, state.ruins):
        return kept[1]
    layout = ground.layout
    columns, rows = layout.width // 1000, layout.height // 2000
    grid: list[list[Cell]] = [[("·", "dim")] * columns for _ in range(rows)]
    for row in range(rows):
        for column in range(columns):
            middle = (column * 1000 + 500, row * 2000 + 1000)
            for area in layout.areas:
                if contains(area.outline, middle):
                    _put(grid, middle, GROUND[area.kind])
            for house in layout.houses:
                if contains(house.outline, middle):
                    _put(grid, middle, ("H", "red" if not state.ruins >> house.index & 1 else "dim"))
    for line in ground.standing(state.down):
        letter = "#" if line.high and line.kind == "wall" else WORKS.get(line.kind, "~")
        (ax, ay), (bx, by) = line.a, line.b
        for i in range(41):
            _put(grid, (ax + (bx - ax) * i // 40, ay + (by - ay) * i // 40), (letter, "yellow"))
    ground.drawn["letters"] = ((state.down, state.ruins), grid)
    return grid
