"""Golden games: a record, and beside it the same game told in words. Run as a program, it writes the words anew.

    python tests/games/moeraki/playthrough.py            writes golden/*.txt from golden/*.jsonl
    python tests/games/moeraki/playthrough.py --records  plays the same choices again first, and writes golden/*.jsonl

Look at the difference before you commit it: it is what changed in the game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import kemu
from kemu import Decide, Game, Record, Table, load_record, replay, verify
from kemu.core.record import Leave, Move, dealer_of
from kemu.games.moeraki import State

GOLDEN = Path(__file__).parent / "golden"


def told(record: Record) -> str:
    """The whole game in words: each choice, out of how many, what happened, under which clause, and the score."""
    game: Any = kemu.game(record.header.game)
    verdict = verify(record, game)
    lines = [f"{game.title}: {', '.join(f'{name} {value}' for name, value in record.header.options.items())}"]
    lines.append(" against ".join(f"{player} ({seat})" for seat, player in record.header.seats.items()))
    lines += ["", "ply  seat   choice   of  score        what happened"]
    before: Any = None
    for moment in replay(record, game):
        entry = moment.entry
        score = " : ".join(f"{points:g}" for points in game.scores(moment.state))
        if isinstance(entry, Move):
            pending = game.pending(before)
            assert isinstance(pending, Decide)
            choice = game.notation(game.parse(entry.do))
            start = f"{entry.ply:3}  {entry.seat:5}  {choice:7}  {len(pending.options):2}  {score:11}"
            for event in moment.events:
                lines.append(f"{start}  {event.tell(game)} [{_short(event.clause)}]")
                start = " " * len(start)
                if type(event).__name__ == "GameEnded":
                    lines += ["", *board(game, moment.state), ""]
        elif isinstance(entry, Leave):
            lines += [f"{entry.ply:3}  {entry.seat:5}  {entry.ends}", "", *board(game, moment.state), ""]
        before = moment.state
    outcome = verdict.outcome
    assert outcome is not None
    clause = f" [{_short(outcome.clause)}]" if outcome.clause else ""
    lines.append(f"{outcome.text}{clause}")
    lines.append(f"winner {outcome.winner or 'none'}, by {outcome.reason}, {_pairs(outcome.scores)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _short(clause: str) -> str:
    return clause.partition(":")[2]


def _pairs(scores: dict[str, float]) -> str:
    return ", ".join(f"{seat} {points:g}" for seat, points in scores.items())


def board(game: Any, state: State) -> list[str]:
    """The board in letters: x black, o white, @ the ball, _ open; on beaches X and O for full tiles, + and - for
    Black's and White's halves, ^ for a Tane."""
    grid = [["."] * game.board.width for _ in range(game.board.height)]
    for i, (x, y) in enumerate(game.board.points):
        black, white = (stones >> i & 1 for stones in state.stones)
        grid[y][x] = "@" if i == state.ball else "x" if black else "o" if white else "_"
    for i, (x, y) in enumerate(game.board.beach_points):
        shore = game.board.round[i]
        half = game.board.semi[i] and all(shore & ~stones for stones in state.stones)
        black, white = (tiles >> i & 1 for tiles in state.tiles)
        grid[y][x] = ("+" if half else "X") if black else ("-" if half else "O") if white else "."
    for tane in state.tanes:
        x, y = game.board.beach_points[tane.beach]
        grid[y][x] = "^"
    return [f"  {y + 1:2} {' '.join(row)}" for y, row in reversed(list(enumerate(grid)))] + [
        "     a b c d e f g h i j k"
    ]


def played_again(record: Record) -> Record:
    """The same choices, made at a table today: for when the header or the words of an outcome have changed."""
    game: Game[Any, Any] = kemu.game(record.header.game)
    assert record.end is not None
    assert record.end.secret is not None
    dealer = dealer_of(record.header, bytes.fromhex(record.end.secret))
    table = Table(game, record.header.options, dealer=dealer, players=tuple(record.header.seats.values()))
    for entry in record.entries:
        if isinstance(entry, Move):
            table.play(game.parse(entry.do))
        elif isinstance(entry, Leave):
            table.leave(game.seats.index(entry.seat), entry.ends)
    return table.record()


def main() -> None:
    """Write the words, and first the records if that is asked for."""
    for path in sorted(GOLDEN.glob("*.jsonl")):
        record = load_record(path.read_bytes())
        if "--records" in sys.argv[1:]:
            record = played_again(record)
            record.save(path)
        path.with_suffix(".txt").write_text(told(record), encoding="utf-8")
        print(path.stem)


if __name__ == "__main__":
    main()
