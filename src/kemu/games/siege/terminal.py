"""The table in letters, for a terminal: a column an inch, a row two inches, north at the top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.polygons import contains

from .describe import describe
from .pieces import GARRISON, SQUAD

if TYPE_CHECKING:
    from . import Siege
    from .state import State

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


def picture(game: Siege, state: State) -> Text:
    """Return the table as coloured letters, and the position in words below it."""
    layout = game.ground(state).layout
    columns, rows = layout.width // 1000, layout.height // 2000
    grid: list[list[tuple[str, str]]] = [[("·", "dim")] * columns for _ in range(rows)]

    def put(p: Point, letter: str, style: str) -> None:
        column, row = min(p[0] // 1000, columns - 1), min(p[1] // 2000, rows - 1)
        grid[max(row, 0)][max(column, 0)] = (letter, style)

    for row in range(rows):
        for column in range(columns):
            middle = (column * 1000 + 500, row * 2000 + 1000)
            for area in layout.areas:
                if contains(area.outline, middle):
                    put(middle, *GROUND[area.kind])
            for house in layout.houses:
                if contains(house.outline, middle):
                    put(middle, "H", "red" if not state.ruins >> house.index & 1 else "dim")
    for line in layout.lines:
        if state.down >> line.index & 1:
            continue
        letter = "#" if line.high and line.kind == "wall" else WORKS.get(line.kind, "~")
        (ax, ay), (bx, by) = line.a, line.b
        for i in range(41):
            put((ax + (bx - ax) * i // 40, ay + (by - ay) * i // 40), letter, "yellow")
    for gun in state.guns:
        put(gun.at, "*", "bold cyan" if gun.side == GARRISON else "bold magenta")
    for group in state.groups:
        for i, man in reversed(list(enumerate(group.men))):
            if group.side == GARRISON:
                put(man, ("o" if i else "O") if group.kind == SQUAD else "c", "bold blue")
            else:
                put(man, LETTERS.get(group.kind, "x"), "bold bright_red")
    text = Text()
    for line_of in reversed(grid):
        for letter, style in line_of:
            text.append(letter, style)
        text.append("\n")
    return text.append(f"{LEGEND}\n", "dim").append(describe(game, state))
