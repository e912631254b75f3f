"""What recorded games say about the balance: who wins, after how many cards, and what the garrison has left.

    for o in squads=4 squads=5 squads=6 fires=true
    do kemu simulate siege -p mcts:20,mcts:20 -n 50 -s 1 -o $o --records games/$o
    done
    python -m kemu.games.siege.odds.balance games/*

A folder of records is a row of the table, under the folder's name. `--deck N` instead draws N decks and prints when the
column is sighted and when it comes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path

from msgspec import Struct

from kemu.core.record import Record, RecordError, load_record, replay
from kemu.core.rng import QuickRng
from kemu.parts.interval import Z95, wilson

from .. import Siege
from ..model.pieces import GARRISON, SEATS
from ..rules.cards import ACE_OF_HEARTS, CARDS, JOKERS


class Played(Struct, frozen=True):
    """One game: the seat that won, and as it ended the cards drawn, counters and men left, and groups broken."""

    winner: int
    cards: int
    rifle: int
    shells: int
    men: int
    broken: int


def read(game: Siege, record: Record) -> Played:
    """Return how a recorded game ended."""
    if record.end is None:
        raise RecordError(1, "the game is not over")
    assert record.end.over.winner is not None, "a siege is never drawn"
    state = None
    for moment in replay(record, game):
        state = moment.state
    assert state is not None
    winner = SEATS.index(record.end.over.winner)
    return Played(winner, state.drawn, state.rifle, state.shells, state.count(GARRISON), state.broken)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and half the width of its 95 % interval.

    >>> mean([1.0, 3.0])
    (2.0, 1.96)
    """
    number = len(values)
    middle = sum(values) / number
    if number < 2:
        return middle, float("inf")
    return middle, Z95 * sqrt(sum((value - middle) ** 2 for value in values) / (number - 1) / number)


HEADING = (
    "| | garrison wins | share, 95 % | men left | cards | rifle counters | groups broken |",
    "|---|---|---|---|---|---|---|",
)


def line(name: str, games: Sequence[Played]) -> str:
    """Return the row of one set of games."""
    won = sum(played.winner == GARRISON for played in games)
    low, high = wilson(won, len(games))
    cells = [f"{won} of {len(games)}", f"{won / len(games):.0%} ({low:.0%} to {high:.0%})"]
    for field in ("men", "cards", "rifle", "broken"):
        middle, half = mean([float(getattr(played, field)) for played in games])
        cells.append(f"{middle:.1f} ± {half:.1f}")
    return f"| {name} | " + " | ".join(cells) + " |"


# -- the deck alone -----------------------------------------------------------------------------------------


def life(rng: QuickRng) -> tuple[int, int, int]:
    """Return the cards until the column comes, the cards until it is sighted, and the jokers, for one deck."""
    deck = list(range(len(CARDS)))
    drawn = sighted = jokers = 0
    reshuffled = False
    while True:
        card = deck.pop(rng.below(len(deck)))
        drawn += 1
        if card == ACE_OF_HEARTS:
            if sighted:
                return drawn, sighted, jokers
            sighted = drawn
        elif card in JOKERS:
            jokers += 1
            if not (sighted and reshuffled):
                deck, reshuffled = list(range(len(CARDS))), bool(sighted)


def chances(arrivals: Sequence[int], ends: Iterable[int]) -> list[float]:
    """Return for each number of cards that the attackers needed how often the column comes later.

    >>> chances([10, 20, 30, 40], [15, 40])
    [0.75, 0.0]
    """
    return [sum(arrival > end for arrival in arrivals) / len(arrivals) for end in ends]


def deck_report(lives: Sequence[tuple[int, int, int]]) -> Iterable[str]:
    """Yield what so many decks say."""
    number = len(lives)
    for name, part in (("the column comes", 0), ("it is sighted", 1)):
        values = sorted(one[part] for one in lives)
        low, middle, high = (values[int(share * number)] for share in (0.05, 0.5, 0.95))
        average, half = mean([float(value) for value in values])
        yield f"{name} after {average:.1f} ± {half:.1f} cards: 5 % by {low}, half by {middle}, 95 % by {high}"
    average, half = mean([float(one[2]) for one in lives])
    yield f"jokers by then: {average:.2f} ± {half:.2f}"


def main(arguments: Sequence[str]) -> None:
    """Print the table of the folders that are named, or what decks say."""
    parser = ArgumentParser(
        prog="python -m kemu.games.siege.odds.balance", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=Path, help="a folder of records: a row each")
    parser.add_argument("--deck", metavar="N", type=int, help="draw so many decks instead")
    asked = parser.parse_args(arguments)
    decks: int | None = asked.deck
    folders: list[Path] = asked.folders
    if decks is not None:
        if decks < 1:
            parser.error("--deck: one deck at least")
        rng = QuickRng(1)
        print("\n".join(deck_report([life(rng) for _ in range(decks)])))
        return
    if not folders:
        parser.error("name a folder of records, or --deck N")
    game = Siege()
    rows: list[str] = []
    for folder in folders:
        games: list[Played] = []
        for path in sorted(folder.glob("*.jsonl")):
            try:
                games.append(read(game, load_record(path.read_bytes())))
            except (RecordError, OSError) as fault:
                parser.error(f"{path}: {fault}")
        if not games:
            parser.error(f"{folder}: there are no records (*.jsonl) there")
        rows.append(line(folder.name, games))
    print("\n".join((*HEADING, *rows)))


if __name__ == "__main__":
    main(sys.argv[1:])
