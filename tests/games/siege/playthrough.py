"""Golden games: a record, and beside it the same game told in words. Run as a program, it writes the words anew.

    python tests/games/siege/playthrough.py            writes golden/*.txt from golden/*.jsonl
    python tests/games/siege/playthrough.py --records  plays the random games below first, and writes golden/*.jsonl

Look at the difference before you commit it: it is what changed in the game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from kemu.core.record import Record, load_record, replay, verify
from kemu.core.rng import QuickRng
from kemu.core.table import Table
from kemu.games.siege import Siege

GOLDEN = Path(__file__).parent / "golden"
RANDOM: dict[str, tuple[dict[str, Any], int]] = {
    "relieved": ({}, 11),
    "mission-umpire-fires": ({"layout": "mission", "umpire": True, "fires": True}, 8),
    "riders": ({"army": "riders", "cavalry": True, "long_range": True, "joker": "die"}, 5),
    "boulevard": ({"layout": "boulevard", "gun": "jingals", "composition": True, "depleted": True}, 3),
}
"""Games in which both sides choose at random: their options and seeds. In `overrun` programs play."""


def played(game: Siege, options: dict[str, Any], seed: int) -> Record:
    """Return the record of a random game."""
    rng = QuickRng(seed)
    table = Table(game, options, seed=seed, players=("random", "random"))
    while table.outcome is None:
        table.play(table.pending.pick(rng))
    return table.record()


def told(game: Siege, record: Record) -> str:
    """The whole game in words: what happened, under which clause; at each card the figures that are left."""
    outcome = verify(record, game).outcome
    chosen = ", ".join(f"{name} {value}" for name, value in record.header.options.items())
    lines = [f"{game.title}: {chosen}", ""]
    for moment in replay(record, game):
        for event in moment.events:
            clause = event.clause.partition(":")[2]
            lines.append(f"{event.tell(game)} [{clause}]")
            if type(event).__name__ == "CardDrawn":
                left = " : ".join(f"{points:g}" for points in game.scores(moment.state))
                lines[-1] = f"\n{moment.state.drawn}. {lines[-1]} {left}"
    assert outcome is not None
    lines += ["", f"winner {outcome.winner}, {outcome.reason} [{outcome.clause.partition(':')[2]}]"]
    return "\n".join(lines) + "\n"


def main() -> None:
    game = Siege()
    if "--records" in sys.argv:
        for name, (options, seed) in RANDOM.items():
            (GOLDEN / f"{name}.jsonl").write_bytes(played(game, options, seed).dump())
    for path in sorted(GOLDEN.glob("*.jsonl")):
        path.with_suffix(".txt").write_text(told(game, load_record(path.read_bytes())), "utf-8")


if __name__ == "__main__":
    main()
