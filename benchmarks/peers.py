"""What Kemu is measured against."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

from catanatron import Color, Game, RandomPlayer

COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def catanatron_actions(seconds: float) -> tuple[int, float]:
    """Play Catan between four random players until the time is up; return the actions and the seconds they took.

    What is timed is `play` alone: making the board and the players is not.
    """
    random.seed(1)
    actions, taken = 0, 0.0
    while taken < seconds:
        game: Any = Game([RandomPlayer(colour) for colour in COLOURS])
        begun = process_time()
        game.play()
        taken += process_time() - begun
        # Releases after 3.2 call the log of actions by another name.
        log = getattr(game.state, "action_records", None)
        actions += len(game.state.actions if log is None else log)
    return actions, taken
