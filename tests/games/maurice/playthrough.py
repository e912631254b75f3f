"""Golden games: a record, and beside it the same game told in words. Run as a program, it writes the words anew.

    python -m tests.games.maurice.playthrough            writes golden/*.txt from golden/*.jsonl
    python -m tests.games.maurice.playthrough --records  first plays games of chance until each end has come

Look at the difference before you commit it: it is what changed in the game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

from kemu.core.pending import Action, Decide, Over
from kemu.core.record import Move, Record, dealer_of, load_record, replay
from kemu.core.rng import QuickRng
from kemu.core.table import Table
from kemu.games.maurice import Maurice

from .positions import game

GAME = game()
GOLDEN = Path(__file__).parent / "golden"
ENDS: dict[str, tuple[dict[str, Any], str | None, str, str]] = {
    "open-red-by-morale": ({"battle": "open", "size": 8}, "red", "morale", "maurice:2.morale"),
    "ridge-blue-by-morale": ({"battle": "ridge", "size": 8}, "blue", "morale", "maurice:2.morale"),
    "broken-oblong-by-morale": (
        {"battle": "broken", "size": 8, "bases": "oblong"},
        "red",
        "morale",
        "maurice:2.morale",
    ),
    "free-blue-by-morale": ({"battle": "free", "size": 8}, "blue", "morale", "maurice:2.morale"),
    "ridge-nightfall": ({"battle": "ridge", "size": 8}, None, "nightfall", "maurice:4.nightfall"),
}
"""Options, winner, reason and clause of each golden game."""


def told(record: Record) -> str:
    """The whole game in words: each choice, what happened, and under which clause."""
    options = ", ".join(f"{name} {value}" for name, value in sorted(record.header.options.items()))
    lines = [f"{GAME.title}: {options}", ""]
    state: Any = None
    for moment in replay(record, GAME):
        state = moment.state
        entry = moment.entry
        if entry is None:
            continue
        if isinstance(entry, Move):
            choice = f"{entry.seat}: {GAME.notation(GAME.parse(entry.do))}"
        else:
            choice = f"chance: {' '.join(str(part) for part in entry.out)}"  # type: ignore[union-attr]
        lines.append(f"{entry.ply:3}  {choice}")
        lines += [f"       {event.tell(GAME)} [{event.clause.partition(':')[2]}]" for event in moment.events]
    outcome = GAME.pending(state)
    assert isinstance(outcome, Over)
    lines += ["", f"{outcome.text} [{outcome.clause.partition(':')[2]}]"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def eager(decide: Decide, rng: QuickRng) -> Action:
    """An answer at random, but an army that could act does not pass, and charges if it can: more happens so."""
    acts = [option for option in decide.options if getattr(option, "action", "") in ("charge", "bombard", "march")]
    charges = [option for option in acts if getattr(option, "action", "") == "charge"]
    calls = [option for option in decide.options if getattr(option, "call", False)]
    for wanted in (charges, calls, acts):
        if wanted:
            return wanted[rng.below(len(wanted))]
    return decide.pick(rng)


def idle(decide: Decide, rng: QuickRng) -> Action:
    """Mostly a pass, so that night falls."""
    passes = [option for option in decide.options if type(option).__name__ in ("PassRound", "Stay", "Decline")]
    return passes[0] if passes and rng.below(6) else decide.pick(rng)


def of_chance(options: dict[str, Any], seed: int, *, quiet: bool) -> Table:
    """A game in which both sides choose at random, more or less eagerly."""
    table, rng = Table(GAME, options, seed=seed, players=("chance", "chance")), QuickRng(seed)
    while isinstance(pending := table.pending, Decide):
        table.play(idle(pending, rng) if quiet else eager(pending, rng))
    return table


def played_again(record: Record) -> Record:
    """The same choices, made at a table today, under the number of the rules that made the record."""
    assert record.end is not None
    assert record.end.secret is not None
    dealer = dealer_of(record.header, bytes.fromhex(record.end.secret))

    class Numbered(Maurice):
        rules_version: ClassVar[int] = record.header.rules

    table = Table(Numbered(), record.header.options, dealer=dealer, players=tuple(record.header.seats.values()))
    for entry in record.entries:
        if isinstance(entry, Move):
            table.play(GAME.parse(entry.do))
    return table.record()


def find() -> None:
    """Play until each end has come, and keep the first game of each."""
    GOLDEN.mkdir(exist_ok=True)
    for name, (options, winner, reason, _) in ENDS.items():
        for seed in range(1, 1_000):
            table = of_chance(options, seed, quiet=reason == "nightfall")
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
