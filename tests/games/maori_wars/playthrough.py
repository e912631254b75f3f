"""Golden games: a record, and beside it the same game told in words. Run as a program, it writes the words anew.

    python -m tests.games.maori_wars.playthrough            writes golden/*.txt from golden/*.jsonl
    python -m tests.games.maori_wars.playthrough --records  first plays games of chance until each end has come

Look at the difference before you commit it: it is what changed in the game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from kemu.core.pending import Decide
from kemu.core.record import Move, Record, dealer_of, load_record, replay, verify
from kemu.core.rng import QuickRng
from kemu.core.table import Table

from .positions import GAME

GOLDEN = Path(__file__).parent / "golden"
ENDS: dict[str, tuple[str, str | None, str, str]] = {
    "heke-draw": ("heke", None, "Draw", "maori_wars:1.0.2"),
    "hutt-british-by-points": ("hutt", "british", "Minor Victory", "maori_wars:1.0.2"),
    "tauranga-maori-by-points": ("tauranga", "maori", "Minor Victory", "maori_wars:1.0.2"),
    "tekooti-nine-points": ("tekooti", "maori", "9 Victory Points", "maori_wars:1.0"),
    "tekooti-maori-major": ("tekooti", "maori", "Major Victory", "maori_wars:1.0.2"),
}
"""Scenario, winner, reason and clause of each golden game."""


def told(record: Record) -> str:
    """The whole game in words: each choice, out of how many, what happened, and under which clause."""
    verdict = verify(record, GAME)
    lines = [f"{GAME.title}: {record.header.options['scenario']}", ""]
    before: Any = GAME.start(GAME.parse_settings(record.header.options))
    for moment in replay(record, GAME):
        entry = moment.entry
        if entry is None:
            continue
        if isinstance(entry, Move):
            pending = GAME.pending(before)
            assert isinstance(pending, Decide)
            choice = f"{entry.seat}: {GAME.notation(GAME.parse(entry.do))} (of {len(pending.options)})"
        else:
            choice = f"chance: {' '.join(str(part) for part in entry.out)}"  # type: ignore[union-attr]
        lines.append(f"{entry.ply:3}  {choice}")
        lines += [f"       {event.tell(GAME)} [{event.clause.partition(':')[2]}]" for event in moment.events]
        before = moment.state
    outcome = verdict.outcome
    assert outcome is not None
    lines += ["", f"{outcome.text} [{outcome.clause.partition(':')[2]}]"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def of_chance(scenario: str, seed: int) -> Table:
    """A game in which both sides choose at random."""
    table, rng = Table(GAME, {"scenario": scenario}, seed=seed, players=("chance", "chance")), QuickRng(seed)
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    return table


def played_again(record: Record) -> Record:
    """The same choices, made at a table today; the header keeps the version of the rules that they were made by."""
    assert record.end is not None
    assert record.end.secret is not None
    dealer = dealer_of(record.header, bytes.fromhex(record.end.secret))
    table = Table(GAME, record.header.options, dealer=dealer, players=tuple(record.header.seats.values()))
    for entry in record.entries:
        if isinstance(entry, Move):
            table.play(GAME.parse(entry.do))
    again = table.record()
    return replace(again, header=replace(again.header, rules=record.header.rules))


def find() -> None:
    """Play until each end has come, and keep the first game of each."""
    for name, (scenario, winner, reason, _) in ENDS.items():
        for seed in range(1, 20_000):
            table = of_chance(scenario, seed)
            outcome = table.outcome
            assert outcome is not None
            who = None if outcome.winner is None else GAME.seats[outcome.winner]
            if (who, outcome.reason) == (winner, reason):
                table.record().save(GOLDEN / f"{name}.jsonl")
                break


def main() -> None:
    """Write the words, and first the records if that is asked for."""
    if "--records" in sys.argv[1:]:
        find()
    for path in sorted(GOLDEN.glob("*.jsonl")):
        path.with_suffix(".txt").write_text(told(load_record(path.read_bytes())), encoding="utf-8")
        print(path.stem)


if __name__ == "__main__":
    main()
