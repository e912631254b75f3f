"""The computer opponents that a table offers: ids for the wire, words for the page, a player for each."""

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
        Level("club", "Club", "Looks ahead for half a second before each choice.", "mcts:0.5s"),
        Level("strong", "Strong", "Looks ahead for two seconds before each choice.", "mcts:2s"),
    )
}

HINT = LEVELS["club"]
"""Who is asked for a hint."""
