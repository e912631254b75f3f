"""The levels of the computer: ids, words for the page, and a player for each. The lab takes them as players too."""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True):
    """One strength of opponent; `player` is how `kemu.players` spells it."""

    id: str
    label: str
    explanation: str
    player: str


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level("beginner", "Beginner", "Plays any legal move: a first game to learn the rules by.", "random"),
        Level("casual", "Casual", "Takes what looks best right now and does not look ahead.", "greedy"),
        Level("club", "Club", "Looks ahead, two seconds a turn.", "mcts:2s"),
        Level("strong", "Strong", "Looks ahead, five seconds a turn.", "mcts:5s"),
    )
}

HINT = LEVELS["club"]
"""Who is asked for a hint."""
