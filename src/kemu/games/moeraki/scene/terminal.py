"""The board in a terminal: in colour where there is colour, in signs alone where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

from kemu.core.game import View
from kemu.parts.bits import bits

from ..model.board import Board, name_of
from ..model.state import SEATS
from ..rules.tane import barred
from ..rules.tiles import halves, points
from .describe import GAMES, half_points, result_of, turn_of

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State

WOOD, FIELD, RIM, RIM_INK, GROOVE = "#c48f56", "#dfb985", "#3a2113", "#e9cfa4", "#7a4d22"
LAST, GOLD, OCHRE, BARRED, OPEN = "#b8661b", "#ffd21f", "#b5391f", "#b3270a", "#00664b"
INKS = ("#000000", "#ffffff")
TILES = (("#f2e3c0", "#20262d"), ("#2a1a12", "#fffaf0"))
"""Ink and ground of each tribe's tiles."""
SIDE_BY_SIDE = 78


class Signs(Struct, frozen=True):
    """The signs of a board; a pair is black's and white's."""

    stone: tuple[str, str]
    tile: tuple[str, str]
    tane: tuple[str, str]
    hollow: str
    field: str
    ball: str
    barred: str
    opened: str
    half: str
    looks: dict[str, str]


ARROWS = {"ne": "↗", "se": "↘", "sw": "↙", "nw": "↖"}
COLOUR = Signs(("●", "●"), ("◆", "◆"), ("♞", "♞"), "○", "○", "◉", "×", "+", "½", ARROWS)
PLAIN = Signs(("●", "○"), ("◆", "◇"), ("♞", "♘"), "·", "∘", "◉", "×", "+", "½", ARROWS)
ASCII = Signs(("X", "O"), ("#", "%"), ("T", "t"), ".", ",", "@", "x", "+", "/", {k: k for k in ARROWS})


class Picture:
    """A view of the game as rich prints it: the board, and beside it (below, if the terminal is narrow) the score."""

    def __init__(self, game: MoerakiKemu, state: State) -> None:
        self.game, self.state = game, state

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw with what this terminal has."""
        # Sixteen colours have no wood among them: there the signs alone read better.
        coloured = not console.no_color and console.color_system in ("256", "truecolor")
        signs = ASCII if options.ascii_only else COLOUR if coloured else PLAIN
        board, side = _board(self.game, self.state, signs), _side(self.game, self.state, signs)
        if not coloured:
            board, side = Text(board.plain, no_wrap=True), Text(side.plain)
        if options.max_width < SIDE_BY_SIDE:
            yield Group(board, Text(), side)
        else:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(min_width=8 + 3 * self.game.board.width)
            grid.add_row(board, side)
            yield grid


def picture(game: MoerakiKemu, view: View[State]) -> Picture:
    """Return the view for a terminal."""
    return Picture(game, view.state)


def _board(game: MoerakiKemu, state: State, signs: Signs) -> Text:
    board = game.board
    cells = _cells(game, state, signs)
    rim = f"{RIM_INK} on {RIM}"
    files = Text("    " + "".join(f" {name_of((x, 0))[0]} " for x in range(board.width)) + "    ", style=f"bold {rim}")
    lines = [files]
    for y in reversed(range(board.height)):
        line = Text(f" {y + 1:2} ", style=f"bold {rim}")
        for x in range(board.width):
            text, style = cells.get(name_of((x, y)), ("   ", f"on {RIM}"))
            line.append(text, style=f"not bold {style}" if "bold" not in style else style)
        line.append(f" {y + 1:<2} ", style=f"bold {rim}")
        lines.append(line)
    whole = Text("\n").join([*lines, files])
    whole.no_wrap = True
    return whole


def _cells(game: MoerakiKemu, state: State, signs: Signs) -> dict[str, tuple[str, str]]:
    """Return three letters and a style for every hollow and every beach, by name."""
    board = game.board
    grounds = _grounds(board)
    cells = {name: (f" {signs.hollow} ", f"{GROOVE} on {grounds[name]}") for name in board.hollows}
    cells |= {name: (f" {signs.field} ", f"{GROOVE} on {grounds[name]}") for name in board.field}
    cells |= {name: ("   ", f"on {grounds[name]}") for name in board.beaches}
    for seat, stones in enumerate(state.stones):
        for hollow in bits(stones):
            name, lit = board.hollows[hollow], state.pattern >> hollow & 1
            ground = GOLD if lit else LAST if hollow == state.last else grounds[name]
            text = f"[{signs.stone[seat]}]" if lit else f" {signs.stone[seat]} "
            if hollow == state.last:
                text = f"({signs.stone[seat]})"
            cells[name] = (text, f"bold {INKS[seat]} on {ground}")
    if state.ball >= 0:
        cells[board.hollows[state.ball]] = (f" {signs.ball} ", f"bold #4d4d4d on {FIELD}")
    for name, (sign, ink) in _sight(board, state, signs).items():
        cells[name] = (f" {sign} ", f"bold {ink} on {grounds[name]}")
    for seat, tiles in enumerate(state.tiles):
        for beach in bits(tiles):
            half = halves(board, state.stones, beach) == 1
            ink, ground = TILES[seat]
            text = f" {signs.tile[seat]}{signs.half if half else ' '}"
            cells[board.beaches[beach]] = (text, f"{ink} on {ground}")
    for tane in state.tanes:
        text = f"{signs.tane[tane.seat]}{signs.looks[tane.look]}"
        cells[board.beaches[tane.beach]] = (f"{text:>3}", f"bold {INKS[tane.seat]} on {OCHRE}")
    return cells


def _grounds(board: Board) -> dict[str, str]:
    """Return the colour of the wood at every hollow and beach: lighter inside the white circle."""
    field = sum(1 << board.hollow[name] for name in board.field)
    inside = {*board.field}
    inside |= {name for name, mask in zip(board.beaches, board.round, strict=True) if (mask & field).bit_count() > 1}
    return {name: FIELD if name in inside else WOOD for name in (*board.hollows, *board.beaches)}


def _sight(board: Board, state: State, signs: Signs) -> dict[str, tuple[str, str]]:
    """Return the mark on each beach that the Tane see: barred, or open again where two lines cross."""
    closed = barred(board, state.tanes)
    seen = [set(board.sight(tane.beach, tane.look)) for tane in state.tanes]
    crossed = seen[0] & seen[1] if len(seen) == 2 else set[int]()
    marks = {board.beaches[beach]: (signs.barred, BARRED) for beach in bits(closed)}
    return marks | {board.beaches[beach]: (signs.opened, OPEN) for beach in crossed if not closed >> beach & 1}


def _side(game: MoerakiKemu, state: State, signs: Signs) -> Text:
    """Return the score, whose turn it is, the scale, and what the signs mean."""
    board, settings = game.board, state.settings
    lines = [Text.assemble((game.title, "bold"), f", {GAMES[settings.variant]}"), Text()]
    turn, score = turn_of(state), points(board, state)
    for seat, colour in enumerate(SEATS):
        left = len(board.hollows) // 2 - state.stones[seat].bit_count()
        counted = f"{_points(score[seat], signs):>11} " if settings.variant != "beginner" else ""
        stone = Text(f" {signs.stone[seat]} ", style=f"bold {INKS[seat]} on {WOOD}")
        line = Text.assemble(stone, f" {colour.capitalize():5}{counted} {left:2} stones")
        if turn == seat:
            line.append(" <" if signs is ASCII else " ◂", style="bold")
        lines.append(line)
    if settings.kemu > 1:
        lines += [Text(), *_scale(game, state, signs)]
    if result := result_of(state):
        lines += [Text(), Text(result, style="bold")]
    lines += [Text(), *_legend(state, signs)]
    return Text("\n").join(lines)


def _points(score: int, signs: Signs) -> str:
    number = f"{score / 2:g}" if signs is ASCII else half_points(score)
    return f"{number} point{'' if score in (1, 2) else 's'}"


def _scale(game: MoerakiKemu, state: State, signs: Signs) -> list[Text]:
    target, won = state.settings.kemu, state.victories()
    lines = [Text(f"Kemu to {target} ({game.board.scales[target].name})")]
    for seat, colour in enumerate(SEATS):
        stones = Text(f" {f'{signs.stone[seat]} ' * won[seat]}", style=f"bold {INKS[seat]} on {WOOD}")
        stones.append(f"{signs.hollow} " * (target - won[seat]), style=f"not bold {GROOVE} on {WOOD}")
        lines.append(Text.assemble(stones, f" {colour.capitalize()} {won[seat]}"))
    return lines


def _legend(state: State, signs: Signs) -> list[Text]:
    told: list[str] = []
    black = signs.stone[0]
    if state.last >= 0:
        told.append(f"({black}) last stone" + (f"  [{black}] winning pattern" if state.pattern else ""))
    if state.settings.variant != "beginner":
        tiles = f"{signs.tile[0]} {signs.tile[1]} tiles, black and white"
        told.append(f"{tiles}  {signs.tile[0]}{signs.half} half a tile  {signs.ball} ball")
    if state.tanes:
        ne = signs.looks["ne"]
        tanes = f"{signs.tane[0]}{ne} {signs.tane[1]}{ne} Tane"
        told.append(f"{tanes}  {signs.barred} no tile here  {signs.opened} open again")
    return [Text(line, style="dim") for line in told]
