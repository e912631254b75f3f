"""What recorded games say about the kit: who wins, how and when, and what a card is worth when it is drawn.

    kemu simulate hawaii --games 400 --players greedy,greedy --records DIR
    python -m kemu.games.hawaii.odds.balance DIR

A card's value: the owner's score (a tie is half a win) in games where it was among the first three cards that he drew
from his shuffled deck, less his score in the other games that came as far. Which cards come first is pure chance, so
nothing else differs between the two. In points of winning chance, with the error of a difference of means.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from math import sqrt
from pathlib import Path

from msgspec import Struct

from kemu.core.record import Move, Record, load_record, replay
from kemu.parts.interval import wilson

from .. import Hawaii
from ..model.catalogue import MONTHS
from ..model.events import CardDrawn, CardUsed

EARLY = 3
"""How many draws from the shuffled deck count as early."""


class Played(Struct, frozen=True):
    """One game: who won and how, in which month it ended, what was drawn from the shuffled decks, what was used."""

    winner: int | None
    reason: str
    month: int
    decisions: int
    drawn: tuple[tuple[str, ...], tuple[str, ...]]
    used: tuple[str, ...]

    def score(self, seat: int) -> float:
        """Return 1 for a win, a half for a tie."""
        return 0.5 if self.winner is None else float(self.winner == seat)


def read(game: Hawaii, record: Record) -> Played:
    """Return what happened in a recorded game."""
    drawn: tuple[list[str], list[str]] = ([], [])
    used: list[str] = []
    month = decisions = 0
    for moment in replay(record, game):
        month = moment.state.month
        decisions += isinstance(moment.entry, Move)
        for event in moment.events:
            if isinstance(event, CardDrawn) and not event.fixed:
                drawn[event.seat].append(event.card)
            elif isinstance(event, CardUsed):
                used.append(event.card)
    assert record.end is not None, "the game is not over"
    end = record.end.over
    winner = None if end.winner is None else game.seats.index(end.winner)
    return Played(winner, end.reason, month, decisions, (tuple(drawn[0]), tuple(drawn[1])), tuple(used))


def card_value(games: list[Played], seat: int, card: str) -> tuple[float, float]:
    """Return the value of an early draw of a card to its owner, and the error, both in points."""
    far = [game for game in games if len(game.drawn[seat]) >= EARLY]
    early = [game.score(seat) for game in far if card in game.drawn[seat][:EARLY]]
    late = [game.score(seat) for game in far if card not in game.drawn[seat][:EARLY]]
    if len(early) < 2 or len(late) < 2:
        return 0.0, float("inf")
    means = [sum(scores) / len(scores) for scores in (early, late)]
    spread = sum(
        sum((score - mean) ** 2 for score in scores) / (len(scores) - 1) / len(scores)
        for scores, mean in zip((early, late), means, strict=True)
    )
    return 100 * (means[0] - means[1]), 100 * sqrt(spread)


def report(game: Hawaii, games: list[Played]) -> Iterable[str]:
    """Yield the report's lines, as Markdown."""
    number = len(games)
    yield "| | games | share, 95 % |"
    yield "|---|---|---|"
    decided = sum(played.winner is not None for played in games)
    for seat, name in ((0, "Kamehameha wins"), (1, "the Allied Chiefs win"), (None, "tie")):
        yield _share(name, sum(played.winner == seat for played in games), number)
    yield _share("Kamehameha, of decided games", sum(played.winner == 0 for played in games), decided)
    for (winner, reason), count in sorted(Counter((p.winner, p.reason) for p in games).items(), key=lambda e: -e[1]):
        if winner is not None:
            yield _share(f"{game.seat_title(winner)} by {reason}", count, number)
    yield ""
    months = Counter(played.month for played in games)
    yield "Ends in: " + ", ".join(f"{MONTHS[month - 1]} {months[month]}" for month in sorted(months)) + "."
    lengths = sorted(played.decisions for played in games)
    yield f"Decisions in a game: {lengths[0]} to {lengths[-1]}, the middle one {lengths[number // 2]}."
    yield ""
    yield "| card | value when drawn early, points | event used, of games |"
    yield "|---|---|---|"
    used = Counter(card for played in games for card in set(played.used))
    for card in game.cat.cards:
        points, error = card_value(games, card.seat, card.id)
        times = f"{used[card.id] / number:.0%}" if used[card.id] else ""
        yield f"| {card.id} {card.title} | {points:+.0f} ± {error:.0f} | {times} |"


def _share(name: str, hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"| {name} | {hits} of {of} | {hits / max(of, 1):.0%} ({low:.0%} to {high:.0%}) |"


def main() -> None:
    """Read a folder of records and print the report."""
    folder = Path(sys.argv[1])
    game = Hawaii(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    games = [read(game, load_record(path.read_bytes())) for path in sorted(folder.glob("*.jsonl"))]
    print("\n".join(report(game, games)))


if __name__ == "__main__":
    main()
