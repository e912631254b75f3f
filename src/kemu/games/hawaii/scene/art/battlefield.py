"""The battle map beside the islands, while a battle is fought: two lines, the dice of each unit, who has panicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.parts.bits import bits
from kemu.scene import Box, Disc, Layer, Piece, Shape, Use, Words

from ...model.catalogue import ELIMINATION, PANIC
from ...rules.board import own
from ...rules.fight import Fight
from ...rules.stages import Battle
from ..describe import WHOSE
from .counters import HALF, symbol_of

if TYPE_CHECKING:
    from ... import Hawaii
    from ...model.state import State

X, Y, W, H = 14.0, 452.0, 584.0, 390.0
LINE = 158.0
HEAD = 30.0
"""The names of the ground and of its side stand over a line: no ring that marks a counter reaches them."""
SIZES = ((5, 1.5, 100.0), (7, 1.3, 77.0), (8, 1.08, 67.5), (9, 0.96, 60.0), (10, 0.86, 54.0))
"""A line of so many stands in one row, its counters and dice so large and so far apart: phones are small."""
TWO_ROWS = (0.74, 66.0)
ROW = 62.0
"""How far apart two rows are: the dice of the first have room between them."""
GROUND = {
    "Sea": ("#3f87a6", "#ffffff"),
    "Beach": ("#ead9a8", "#4b3a14"),
    "Inland": ("#9dbf83", "#22380f"),
    "Cliff": ("#a9a49b", "#2a2622"),
    "Fort": ("#c4a27c", "#33200f"),
    "Earthworks": ("#c4a27c", "#33200f"),
}
SIDES = ("Kamehameha", "Allied Chiefs")


class Field(Struct, frozen=True):
    """What the battle map shows: the defender's line above, the attacker's below."""

    at: int
    attacker: int
    grounds: tuple[str, str]
    lines: tuple[int, int]
    """The counters of defender and attacker, at sea their canoes too."""
    fight: Fight | None
    """None when the fight is over and its losers are still at sea."""


def field_of(game: Hawaii, state: State) -> Field | None:
    """Return the battle map of a state, if a battle is being fought or forces are at sea."""
    battle = next((frame for frame in state.stack if isinstance(frame, Battle)), None)
    if battle is None:
        return None
    afloat = state.places[game.cat.sea]
    top = state.stack[-1]
    fight = top if isinstance(top, Fight) else None
    if fight is None and not afloat:
        return None
    attacker = battle.attacker
    if afloat:
        lines = afloat & own(game, state, 1 - attacker), afloat & own(game, state, attacker)
        return Field(battle.at, attacker, ("Sea", "Sea"), lines, fight)
    assert fight is not None
    return Field(
        battle.at, attacker, _grounds(game, battle, fight), (fight.lines[1 - attacker], fight.lines[attacker]), fight
    )


def _grounds(game: Hawaii, battle: Battle, fight: Fight) -> tuple[str, str]:
    """Return where the defender and the attacker stand."""
    walled = "Fort" if game.cat.fort[fight.at] else "Earthworks" if fight.wall >= 0 else "Inland"
    if battle.beach:
        return (walled, "Beach") if fight.stage == 1 else ("Cliff", "Inland")
    return (walled, "Cliff") if fight.stage == 1 else ("Beach", "Inland")


def _size(units: int) -> tuple[float, float]:
    """Return how large the counters of a line are, and how far apart: each line by itself."""
    number = units.bit_count()
    return next(((scale, pitch) for most, scale, pitch in SIZES if number <= most), TWO_ROWS)


def _places(units: int, top: float) -> dict[int, tuple[float, float, float]]:
    """Return where the units of a line stand, and how large: in one row, over their dice, or in two."""
    line = bits(units)
    scale, apart = _size(units)
    rows = 1 if len(line) <= SIZES[-1][0] else 2
    per = -(-len(line) // rows)
    pitch = min(apart, (W - 40) / max(per, 1))
    spots: dict[int, tuple[float, float, float]] = {}
    for i, unit in enumerate(line):
        row, column = divmod(i, per)
        in_row = min(per, len(line) - row * per)
        x = X + W / 2 + (column - (in_row - 1) / 2) * pitch
        y = top + HEAD + HALF * scale + (4 if rows == 1 else 0) + ROW * row
        spots[unit] = (x, y, scale)
    return spots


def _spots(field: Field) -> dict[int, tuple[float, float, float]]:
    return {**_places(field.lines[0], Y + 50), **_places(field.lines[1], Y + 50 + LINE + 8)}


def joined(game: Hawaii, state: State, unit: int) -> str:
    """Say with whom a unit of Kauaʻi is."""
    if not game.cat.kauai >> unit & 1:
        return ""
    return f", with {WHOSE[state.kauai]}" if state.kauai >= 0 else ", neutral"


def on_battlefield(game: Hawaii, state: State) -> dict[int, Piece]:
    """Return the counters that stand on the battle map; who has panicked lies on his side and shows his back."""
    field = field_of(game, state)
    if field is None:
        return {}
    pieces: dict[int, Piece] = {}
    panicked, fired = (field.fight.panicked, field.fight.fired) if field.fight else (0, 0)
    where = "at sea" if field.grounds[0] == "Sea" else "in battle"
    for unit, (x, y, scale) in _spots(field).items():
        counter = game.cat.counters[unit]
        shaken, has_fired = panicked >> unit & 1, fired >> unit & 1
        done = ", panicked" if shaken else ", has fired" if has_fired else ""
        pieces[unit] = Piece(
            id=counter.id,
            symbol=symbol_of(counter, state.kauai) + ("-back" if shaken else ""),
            x=x,
            y=y,
            rotate=90.0 if shaken else 0.0,
            label=f"{game.cat.shown(unit)}, {where}{joined(game, state, unit)}{done}",
            scale=scale,
            opacity=0.78 if has_fired and not shaken else 1.0,
            z=500,
            area=game.cat.spaces[field.at].id,
        )
    return pieces


def battlefield(game: Hawaii, state: State) -> tuple[Layer, ...]:
    """Return the battle map, under its units, and the dice over it."""
    field = field_of(game, state)
    if field is None:
        return ()
    where = game.cat.spaces[field.at].name
    fight = field.fight
    if fight is None:
        title, line = f"After the sea battle off {where}", "The beaten retreat."
    else:
        title = f"{('Sea battle off', 'Battle of', 'Second battle of')[fight.stage]} {where}"
        line = f"Round {fight.round}" + ("" if fight.first < 0 else f" · advantage: {SIDES[fight.first]}")
    under: list[Shape] = [
        Box(x=X + 4, y=Y + 6, w=W, h=H, r=14, fill="#0c1a22", opacity=0.4, blur=6),
        Box(x=X, y=Y, w=W, h=H, r=14, fill="@paper", stroke="#5b3a22", width=2.5),
        Words(x=X + 16, y=Y + 25, text=title, size=25, bold=True, anchor="start", fill="#3a2412"),
        Words(x=X + 16, y=Y + 45, text=line, size=20, anchor="start", fill="#3a2412"),
    ]
    sides = ((field.grounds[0], "defends", 1 - field.attacker), (field.grounds[1], "attacks", field.attacker))
    for row, (ground, does, seat) in enumerate(sides):
        fill, ink = GROUND[ground]
        top = Y + 50 + row * (LINE + 8)
        verb = does if seat == 0 else does[:-1]
        under += [
            Box(x=X + 8, y=top, w=W - 16, h=LINE, r=9, fill=fill, stroke="#5b3a22", width=1.2),
            Words(x=X + 18, y=top + 20, text=ground, size=21, bold=True, anchor="start", fill=ink),
            Words(x=X + W - 18, y=top + 20, text=f"{SIDES[seat]} {verb}", size=21, anchor="end", fill=ink),
        ]
    over: list[Shape] = []
    if fight is not None:
        under += _legend(game)
        for unit, (x, y, scale) in _spots(field).items():
            if fight.shooter == unit:
                under.append(Disc(x=x, y=y, r=33 * scale, fill="#ffd24a", opacity=0.8, blur=3))
            over += _dice(game, fight, unit, x, y, scale)
    return (Layer(name="battle", shapes=tuple(under), above=False), Layer(name="dice", shapes=tuple(over)))


def _legend(game: Hawaii) -> list[Shape]:
    """Return which faces of a die panic and which eliminate, for units without a plus and with one.

    A dagger marks a table that is reconstructed; the map says what it means.
    """
    shapes: list[Shape] = []
    mark = "†" if game.cat.brt_reconstructed else ""
    for row, who in enumerate((mark, "with +")):
        right, y = X + W - 14, Y + 14 + 22 * row
        for result, word in ((ELIMINATION, "lost"), (PANIC, "panic")):
            for face in (face for face in range(6, 0, -1) if game.cat.brt[row][face] == result):
                shapes.append(Use(symbol=f"die-{face}-{result}", x=right - 9, y=y, scale=0.85))
                right -= 19
            shapes.append(Words(x=right - 3, y=y + 6, text=word, size=17, anchor="end", fill="#3a2412"))
            right -= 14 + 8 * len(word)
        shapes.append(Words(x=right, y=y + 6, text=who, size=17, bold=True, anchor="end", fill="#3a2412"))
    return shapes


def _dice(game: Hawaii, fight: Fight, unit: int, x: float, y: float, scale: float) -> list[Shape]:
    """Return a unit's dice of this round, under it: those that have fallen with their faces, then those to come."""
    cat = game.cat
    fallen = [face for who, face in fight.thrown if who == unit]
    column = cat.brt[(cat.elites | fight.gilt) >> unit & 1]
    symbols = [f"die-{face}-{column[face]}" for face in fallen]
    steady = not fight.panicked >> unit & 1
    if fight.shooter == unit:
        symbols += ["die-left"] * fight.dice
    elif steady and not fight.fired >> unit & 1 and not fallen:
        symbols += ["die-left"] * cat.strength[unit]
    # Below the ring that marks a unit which may be chosen.
    pitch = min(21.0, 62.0 / max(len(symbols), 1)) * scale
    size = scale * min(1.0, pitch / scale / 20.0)
    y += (HALF + 9.5) * scale + 11 * min(scale, 1)
    return [
        Use(symbol=symbol, x=x + (i - (len(symbols) - 1) / 2) * pitch, y=y, scale=size)
        for i, symbol in enumerate(symbols)
    ]
