"""What is printed in the empty sea: the title, the scale and the wind rose, and what the signs of the map mean."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from kemu.scene import Box, Disc, Path, Shape, Words
from kemu.scene.letters import broken

from ...model.scenario import Scenario
from .counters import SIDE
from .ground import UNIT
from .plate import PLAIN, RIVER

TITLE = (40.0, 40.0, 540.0)
KEY = (40.0, 1990.0, 430.0, 510.0)
ROSE = (640.0, 2390.0)


def shapes(scenario: Scenario) -> Iterator[Shape]:
    """Yield all of them."""
    yield from _title(scenario)
    yield from _key()
    yield from _rose(*ROSE)
    yield from _scale(760, 2486)


def _panel(x: float, y: float, w: float, h: float) -> Iterator[Shape]:
    yield Box(x=x + 4, y=y + 5, w=w, h=h, r=12, fill="#0b2a36", opacity=0.25)
    yield Box(x=x, y=y, w=w, h=h, r=12, fill="@paper", stroke="#7a5a34", width=2.4)
    yield Box(x=x + 7, y=y + 7, w=w - 14, h=h - 14, r=8, stroke="#b99a66", width=1.2)


def _title(scenario: Scenario) -> Iterator[Shape]:
    x, y, w = TITLE
    lines = broken(scenario.title, 56, w - 60, bold=True)
    blurb = broken(scenario.blurb, 27, w - 70)
    yield from _panel(x, y, w, 150 + 58 * len(lines) + 34 * len(blurb))
    yield Words(x=x + w / 2, y=y + 48, text="Te Ika-a-Māui · the North Island", size=25, fill="#7a5a34")
    yield Path(d=f"M{x + 60} {y + 62}H{x + w - 60}", stroke="#b99a66", width=1.4)
    at = y + 64
    for line in lines:
        at += 56
        yield Words(x=x + w / 2, y=at, text=line, size=56, bold=True, fill="#3b2a18")
    at += 38
    yield Words(x=x + w / 2, y=at, text=scenario.years.replace("-", "–"), size=30, bold=True, fill="#7a2f3a")
    at += 8
    for line in blurb:
        at += 33
        yield Words(x=x + w / 2, y=at, text=line, size=27, fill="#4b3a25")


def _key() -> Iterator[Shape]:
    x, y, w, h = KEY
    yield from _panel(x, y, w, h)
    yield Words(x=x + 26, y=y + 44, text="Signs of the map", size=27, bold=True, anchor="start", fill="#3b2a18")
    at = y + 84
    for name, sample in (
        ("clear", _ground(x + 56, at, PLAIN, False)),
        ("rough: bush and hills", _ground(x + 56, at + 50, "#a9c087", True)),
        ("mountain: closed", _peak(x + 56, at + 100)),
    ):
        yield from sample
        yield Words(x=x + 100, y=at + 7, text=name, size=21, anchor="start", fill="#2b2013")
        at += 50
    for name, paths in (
        ("river: Canoes", (Path(d=_line(x, at), stroke=RIVER, width=2.4),)),
        (
            "navigable: Gunboats too",
            (
                Path(d=_line(x, at + 40), stroke=RIVER, width=5.6),
                Path(d=_line(x, at + 40), stroke="#e8f6fb", width=1.8, dash="0.2 5"),
            ),
        ),
        ("dashed lake hexside", (Path(d=_line(x, at + 80, False), stroke="#124a63", width=2.6, dash="5 5"),)),
        ("all-water hexside", (Path(d=_line(x, at + 120, False), stroke="#124a63", width=3.6),)),
        (
            "edge of a territory",
            (Path(d=_line(x, at + 160, False), stroke="#7a2f3a", width=2.2, dash="9 4 2 4"),),
        ),
    ):
        yield from paths
        yield Words(x=x + 100, y=at + 7, text=name, size=21, anchor="start", fill="#2b2013")
        at += 40
    for i, (side, name) in enumerate(((0, "British"), (1, "Queenite"), (2, "Maori"), (3, "Neutral"))):
        fill, border, _ = SIDE[side]
        px, py = x + 42 + 180 * (i % 2), at + 6 + 34 * (i // 2)
        yield Box(x=px - 12, y=py - 12, w=24, h=24, r=4, fill=fill, stroke=border, width=2)
        yield Words(x=px + 22, y=py + 7, text=name, size=21, anchor="start", fill="#2b2013")


def _line(x: float, y: float, wavy: bool = True) -> str:
    return f"M{x + 28} {y}q14 -9 28 0t28 0" if wavy else f"M{x + 28} {y}h56"


def _hex(x: float, y: float, r: float) -> str:
    return "M" + "L".join(f"{x + r * cos(i * pi / 3):.1f} {y + r * sin(i * pi / 3):.1f}" for i in range(6)) + "Z"


def _ground(x: float, y: float, fill: str, bush: bool) -> Iterator[Shape]:
    yield Path(d=_hex(x, y, 26), fill=fill, stroke="#3b2d1c", width=0.9)
    if bush:
        for dx, dy in ((-10, -7), (4, -10), (11, 2), (-3, 4), (-12, 8), (4, 12)):
            yield Disc(x=x + dx + 1, y=y + dy + 1, r=3.6, fill="#26351f", opacity=0.4)
            yield Disc(x=x + dx, y=y + dy, r=3.4, fill="#5d8150")


def _peak(x: float, y: float) -> Iterator[Shape]:
    yield Path(d=_hex(x, y, 26), fill="#cbbb97", stroke="#3b2d1c", width=0.9)
    yield Path(d=f"M{x} {y - 17}L{x - 13} {y + 12}L{x} {y + 10}Z", fill="#a8977c")
    yield Path(d=f"M{x} {y - 17}L{x + 13} {y + 12}L{x} {y + 10}Z", fill="#665845")
    yield Path(d=f"M{x} {y - 17}l5 11l-3 -2l-2 4l-2 -4l-3 2Z", fill="#fdfdf8")


def _rose(x: float, y: float) -> Iterator[Shape]:
    yield Disc(x=x, y=y, r=64, fill="#fbf4e0", opacity=0.55, stroke="#7a5a34", width=1.6)
    yield Disc(x=x, y=y, r=54, stroke="#b99a66", width=1)
    for i in range(8):
        a = i * pi / 4
        long, wide = (58.0, 11.0) if i % 2 == 0 else (36.0, 7.0)
        tip = (x + long * sin(a), y - long * cos(a))
        left = (x + wide * sin(a - pi / 4), y - wide * cos(a - pi / 4))
        right = (x + wide * sin(a + pi / 4), y - wide * cos(a + pi / 4))
        for side, fill in ((left, "#3b2a18"), (right, "#c9752d")):
            d = f"M{x:.1f} {y:.1f}L{side[0]:.1f} {side[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f}Z"
            yield Path(d=d, fill=fill, stroke="#3b2a18", width=0.6)
    yield Words(x=x, y=y - 72, text="N", size=24, bold=True, fill="#3b2a18", halo="#fbf4e0")


def _scale(x: float, y: float) -> Iterator[Shape]:
    for i in range(5):
        fill = "#3b2a18" if i % 2 == 0 else "#fbf4e0"
        yield Box(x=x + i * UNIT, y=y, w=UNIT, h=8, fill=fill, stroke="#3b2a18", width=1)
    for i, words in ((0, "0"), (5, "50 miles, 5 hexes")):
        yield Words(x=x + i * UNIT, y=y - 8, text=words, size=18, fill="#21303a", halo="#d9ebe4")
