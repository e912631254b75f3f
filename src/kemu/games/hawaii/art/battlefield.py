"""The battle map beside the islands, while a battle is fought: two lines, the dice of each unit, who has panicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.scene import Box, Disc, Layer, Piece, Shape, Use, Words

from ..catalogue import bits
from ..rules.fight import Fight
from ..rules.stages import Battle
from .counters import symbol_of

if TYPE_CHECKING:
    from .. import Hawaii
    from ..state import State

X, Y, W, H = 18.0, 452.0, 616.0, 386.0
LINE = 156.0
GROUND = {
    "Sea": ("#3f87a6", "#ffffff"),
    "Beach": ("#ead9a8", "#4b3a14"),
    "Inland": ("#9dbf83", "#22380f"),
    "Cliff": ("#a9a49b", "#2a2622"),
    "Fort": ("#c4a27c", "#33200f"),
    "Earthworks": ("#c4a27c", "#33200f"),
}


def _fight(state: State) -> Fight | None:
    top = state.stack[-1]
    return top if isinstance(top, Fight) else None


def _grounds(game: Hawaii, state: State, fight: Fight) -> tuple[str, str]:
    """Return where the defender and the attacker stand."""
    battle = next(frame for frame in state.stack if isinstance(frame, Battle))
    if fight.stage == 0:
        return "Sea", "Sea"
    walled = "Fort" if game.cat.fort[fight.at] else "Earthworks" if fight.wall >= 0 else "Inland"
    if battle.beach:
        return (walled, "Beach") if fight.stage == 1 else ("Cliff", "Inland")
    return (walled, "Cliff") if fight.stage == 1 else ("Beach", "Inland")


def _places(units: int, top: float) -> dict[int, tuple[float, float]]:
    """Return where the units of a line stand: in one row, or in two."""
    line = bits(units)
    rows = 1 if len(line) <= 8 else 2
    per = -(-len(line) // rows)
    pitch = min(72.0, (W - 40) / max(per, 1))
    spots: dict[int, tuple[float, float]] = {}
    for i, unit in enumerate(line):
        row, column = divmod(i, per)
        in_row = min(per, len(line) - row * per)
        x = X + W / 2 + (column - (in_row - 1) / 2) * pitch
        y = top + (LINE / 2 + 4 if rows == 1 else 44 + 74 * row)
        spots[unit] = (x, y)
    return spots


def _spots(fight: Fight) -> dict[int, tuple[float, float]]:
    defender = 1 - fight.attacker
    return {
        **_places(fight.lines[defender], Y + 50),
        **_places(fight.lines[fight.attacker], Y + 50 + LINE + 8),
    }


def on_battlefield(game: Hawaii, state: State) -> dict[int, Piece]:
    """Return the units that stand on the battle map; who has panicked lies on his side and shows his back."""
    fight = _fight(state)
    if fight is None:
        return {}
    pieces: dict[int, Piece] = {}
    for unit, (x, y) in _spots(fight).items():
        counter = game.cat.counters[unit]
        shaken = fight.panicked >> unit & 1
        pieces[unit] = Piece(
            id=counter.id,
            symbol=symbol_of(counter) + ("-back" if shaken else ""),
            x=x,
            y=y,
            rotate=90.0 if shaken else 0.0,
            label=f"{game.cat.name(unit)}, in battle" + (", panicked" if shaken else ""),
            opacity=0.72 if fight.fired >> unit & 1 and not shaken else 1.0,
            z=500,
        )
    return pieces


def battlefield(game: Hawaii, state: State) -> tuple[Layer, ...]:
    """Return the battle map, under its units, and the dice over it."""
    fight = _fight(state)
    if fight is None:
        return ()
    upper, lower = _grounds(game, state, fight)
    where = game.cat.spaces[fight.at].name
    what = ("Sea battle off", "Battle of", "Second battle of")[fight.stage]
    first = "" if fight.first < 0 else f" · advantage: {('Kamehameha', 'Allied Chiefs')[fight.first]}"
    under: list[Shape] = [
        Box(x=X + 4, y=Y + 6, w=W, h=H, r=14, fill="#0c1a22", opacity=0.4, blur=6),
        Box(x=X, y=Y, w=W, h=H, r=14, fill="@paper", stroke="#5b3a22", width=2.5),
        Words(x=X + 16, y=Y + 24, text=f"{what} {where}", size=22, bold=True, anchor="start", fill="#3a2412"),
        Words(x=X + 16, y=Y + 43, text=f"Round {fight.round}{first}", size=15, anchor="start", fill="#3a2412"),
    ]
    sides = ((upper, "defends", 1 - fight.attacker), (lower, "attacks", fight.attacker))
    for row, (ground, does, seat) in enumerate(sides):
        fill, ink = GROUND[ground]
        top = Y + 50 + row * (LINE + 8)
        name = ("Kamehameha", "Allied Chiefs")[seat]
        verb = does if seat == 0 else does[:-1]
        under += [
            Box(x=X + 8, y=top, w=W - 16, h=LINE, r=9, fill=fill, stroke="#5b3a22", width=1.2),
            Words(x=X + 18, y=top + 18, text=ground, size=15, bold=True, anchor="start", fill=ink),
            Words(x=X + W - 18, y=top + 18, text=f"{name} {verb}", size=15, anchor="end", fill=ink),
        ]
    over: list[Shape] = []
    for unit, (x, y) in _spots(fight).items():
        dice = game.cat.strength[unit]
        if fight.shooter == unit:
            under.append(Disc(x=x, y=y, r=38, fill="#ffd24a", opacity=0.75, blur=3))
            left = fight.dice
        elif fight.panicked >> unit & 1:
            continue
        else:
            left = 0 if fight.fired >> unit & 1 else dice
        for die in range(dice):
            symbol = "die-left" if die < left else "die-thrown"
            over.append(Use(symbol=symbol, x=x + (die - (dice - 1) / 2) * 15, y=y + 37))
    return (Layer(name="battle", shapes=tuple(under), above=False), Layer(name="dice", shapes=tuple(over)))
