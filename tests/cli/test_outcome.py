"""How a finished game is told in the terminal: the scores as the page writes them, and only where they count."""

from __future__ import annotations

import pytest

from kemu.cli.terminal.words import outcome_lines
from kemu.core.pending import Over
from kemu.games.moeraki import MoerakiKemu
from kemu.server.snapshot import over_state

GAME = MoerakiKemu()
TAHUNA = Over(0, "tahuna", "moeraki:D.1", (2.5, 0.0), "Black wins by Tahuna.")


def told(variant: str, kemu: int = 1) -> str:
    settings = GAME.parse_settings({"variant": variant, "kemu": kemu})
    return "\n".join(outcome_lines(GAME, TAHUNA, GAME.start(settings)))


def test_a_half_is_written_as_a_half() -> None:
    assert "Score: Black 2½, White 0." in told("basic")


@pytest.mark.parametrize(
    ("variant", "kemu", "shown"), [("beginner", 1, False), ("beginner", 3, True), ("basic", 1, True)]
)
def test_a_score_is_told_only_where_it_counts(variant: str, kemu: int, shown: bool) -> None:
    assert ("Score" in told(variant, kemu)) is shown
    state = GAME.start(GAME.parse_settings({"variant": variant, "kemu": kemu}))
    assert bool(over_state(GAME, TAHUNA, GAME.view(state, None)).scores) is shown
