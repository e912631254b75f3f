"""What a player can do in Moeraki-Kemu."""

from __future__ import annotations

from typing import Literal

from kemu.core.pending import Action

Look = Literal["ne", "se", "sw", "nw"]


class Ball(Action, tag="ball", frozen=True):
    """Place the Moeraki ball."""

    at: str


class Stone(Action, tag="stone", frozen=True):
    """Lay a stone of one's own colour."""

    at: str


class Tile(Action, tag="tile", frozen=True):
    """Lay the tribal tile, or tiles, and leave the Tane in his cave."""


class Tane(Action, tag="tane", frozen=True):
    """Lay the Tane in place of a full tile, looking along a diagonal."""

    at: str
    look: Look


AnyAction = Ball | Stone | Tile | Tane
