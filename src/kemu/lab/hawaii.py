"""How Hawaii's positions between two parts came to be judged as they are: games are played, a regression is fitted.

    python -m kemu.lab.hawaii play GAMES FILE [--seed N] [--first greedy,wild,random]
    python -m kemu.lab.hawaii fit FILE...
    python -m kemu.lab.hawaii duel GAMES FILE [--seed N] [--search mcts:0.1s] [--against greedy]
    python -m kemu.lab.hawaii more FILE...
    python -m kemu.lab.hawaii own SEAT FILE...
    python -m kemu.lab.hawaii weak SEAT FILE...
    python -m kemu.lab.hawaii conduct FILE...

`play` lets two players begin (a greedy one, one that is greedy but now and then does anything, one at random, a search)
and hands the game to two greedy ones at a random part. From there on every position between two parts is written down,
with how the game ended. So `fit` learns what a position is worth if greedy players go on from it, also from positions
that they would not have come to themselves. It prints how well it foretells games that it has not seen, and writes
`learned.json`.

Then the search that judges so plays whole games against greedy players, in either seat by turns (`duel`), and `more`
learns from them, without going far from what is known: what a position is worth to those who play better. Who of the
two searched decides most of these games, and says nothing about a position: it is learned beside it, and left out.

`own` learns what a position is worth to one seat if it is that seat that searches, from the games in which it did: that
it may wait for a better day, say. Games against greedy players count for more than those against others, however many
there are of each: against whom one plays is not known, but it shows in the position.

`weak` learns what a position is worth to one seat if it searches and the other plays at random, from such games;
and `conduct`, from all duels, what shows whether a side plays at random. In a duel the search may go astray now and
then (`--stray`) or stay at home at first (`--late`), so that positions come up which it would avoid.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from kemu.core.dealer import Dealer
from kemu.core.game import Game, View
from kemu.core.pending import Action, Chance, Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.hawaii import Hawaii, State
from kemu.games.hawaii.actions import Done
from kemu.games.hawaii.appraise import horizon
from kemu.games.hawaii.between import ALWAYS, LEARNED, Learned, Weighed, features, names
from kemu.games.hawaii.conduct import SIGNS, signs
from kemu.games.hawaii.kitfile import SEATS
from kemu.games.hawaii.rules.movement import Moving
from kemu.players import Player, consult, make_player

PARTS = 18
"""The game is handed to the greedy players at the latest after so many parts."""
WILD = (0.05, 0.15, 0.3)
"""How often a wild player does anything."""
SHORT = 0.25
"""The share of short games."""
UNSEEN = 8
"""One game in so many is kept to be foretold."""
STEPS, RATE, DECAY = 800, 0.1, 3e-4
STEPS_MORE, RATE_MORE, NEAR = 300, 0.03, 3e-3
"""To learn more: fewer and smaller steps, and how strongly what is known holds."""
NEAR_OWN = 3e-2
"""The same for what one seat learns for itself: there are fewer games of that."""
NEAR_WEAK, NEAR_MONTHS = 1e-1, 3e-2
"""And for what is learned of others who play at random; how much time is left counts quite otherwise then."""
SHARE = 0.05
"""There, for how much all games against an opponent count who is not greedy; those against greedy ones count for 1."""


class Lesson(Struct):
    """A game: how it ended, and its positions between two parts, as the game encodes them."""

    winner: int | None
    positions: list[str]
    searcher: int = -1
    """The seat of a search that played all of it; -1 if greedy players ended it."""
    against: str = "greedy"
    """Against whom it did."""


class Astray:
    """A player that now and then does anything."""

    name = "astray"

    def __init__(self, seed: int, often: float, player: Player) -> None:
        self._rng = QuickRng(seed)
        self._often = often
        self._player = player

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return the player's answer, or any."""
        if self._rng.below(1_000) < 1_000 * self._often:
            return decide.pick(self._rng)
        return self._player.choose(game, view, decide)


class Waiting:
    """A player whose units stay where they are until a month has come."""

    name = "waiting"

    def __init__(self, until: int, player: Player) -> None:
        self._until = until
        self._player = player

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return the player's answer; but in an early movement that it is over."""
        if view.state.month < self._until and isinstance(view.state.stack[-1], Moving):
            return next(option for option in decide.options if isinstance(option, Done))
        return self._player.choose(game, view, decide)


def wild(seed: int) -> Player:
    """Return a greedy player that goes astray more or less often."""
    return Astray(seed, WILD[QuickRng(seed).below(len(WILD))], make_player("greedy", seed))


def play(game: Hawaii, seed: int, first: list[str]) -> Lesson:
    """Play a game, and note the positions between two parts from where the greedy players go on."""
    rng = QuickRng(seed)
    state = game.start(game.parse_options({"length": "short" if rng.below(100) < 100 * SHORT else "long"}))
    openers = [first[rng.below(len(first))] for _ in SEATS]
    hand_over = 0 if openers == ["greedy", "greedy"] else rng.below(PARTS)
    players: list[Player] = [
        wild(seed + i) if name == "wild" else make_player(name, seed + i) for i, name in enumerate(openers)
    ]
    dealer = Dealer.from_seed(seed)
    drawn = parts = 0
    positions: list[str] = []
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            if horizon(state):
                if parts == hand_over:
                    players = [make_player("greedy", seed + 2 + i) for i in range(2)]
                if parts >= hand_over:
                    positions.append(game.encode(state).decode())
                parts += 1
            choice = pending.sample(dealer.draw(drawn))
            drawn += 1
        else:
            choice = consult(players[pending.seat], game, state, pending)
        state, _ = game.apply(state, choice)
    return Lesson(pending.winner, positions)


def duel(
    game: Hawaii,
    seed: int,
    searcher: int,
    search: str,
    against: str = "greedy",
    *,
    stray: float = 0.0,
    late: bool = False,
) -> Lesson:
    """Play a game of a search against another player, and note every position between two parts.

    The search may go astray now and then, and begin late, in any month, so that positions come up which it would avoid;
    only those from that month on are noted.
    """
    state = game.start()
    begins = 1 + QuickRng(seed).below(game.cat.last[state.options.length]) if late else 0
    players: list[Player] = [make_player(against, seed + seat) for seat in range(2)]
    players[searcher] = Waiting(begins, Astray(seed, stray, make_player(search, seed + searcher)))
    dealer = Dealer.from_seed(seed)
    drawn = 0
    positions: list[str] = []
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            if horizon(state) and state.month >= begins:
                positions.append(game.encode(state).decode())
            choice = pending.sample(dealer.draw(drawn))
            drawn += 1
        else:
            choice = consult(players[pending.seat], game, state, pending)
        state, _ = game.apply(state, choice)
    return Lesson(pending.winner, positions, searcher, against)


def read(paths: Iterable[Path]) -> Iterable[Lesson]:
    """Yield the games of some files."""
    for path in paths:
        with path.open("rb") as lines:
            for line in lines:
                yield msgspec.json.decode(line, type=Lesson)


def table(game: Hawaii, lessons: Iterable[Lesson]) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return, by the side whose part begins: features, the winner (2 for a tie), and the game's number."""
    rows: list[list[list[float]]] = [[], []]
    ends: list[list[int]] = [[], []]
    numbers: list[list[int]] = [[], []]
    for number, lesson in enumerate(lessons):
        for text in lesson.positions:
            state: State = game.decode(text.encode())
            first: Any = state.stack[0]
            seat: int = first.seat
            rows[seat].append([*features(game, state), 1.0])
            ends[seat].append(2 if lesson.winner is None else lesson.winner)
            numbers[seat].append(number)
    return [(np.array(rows[seat]), np.array(ends[seat]), np.array(numbers[seat])) for seat in (0, 1)]


def chances(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the chances of the three ends (softmax)."""
    scores = rows @ weights
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def regress(rows: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return the weights under which the ends are likeliest, small ones preferred."""
    nothing = np.zeros((rows.shape[1], 3))
    evenly = np.ones(len(rows))
    return _descended(rows, ends, nothing, DECAY * np.ones(rows.shape[1]), STEPS, RATE, evenly)


def relearn(
    rows: np.ndarray, ends: np.ndarray, known: np.ndarray, held: np.ndarray, counts: np.ndarray | None = None
) -> np.ndarray:
    """Return weights near those known that make the ends likelier.

    `held`: how strongly each of them is held near. `counts`: for how much each row counts, if not all for the same.
    """
    counts = np.ones(len(rows)) if counts is None else counts
    return _descended(rows, ends, known, held, STEPS_MORE, RATE_MORE, counts)


def _descended(
    rows: np.ndarray,
    ends: np.ndarray,
    known: np.ndarray,
    pull: np.ndarray,
    steps: int,
    rate: float,
    counts: np.ndarray,
) -> np.ndarray:
    """Return what becomes of known weights, to which they are pulled back (Adam on all rows at once)."""
    shares = (counts / counts.sum())[:, None]
    weights = known.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    happened = np.eye(3)[ends]
    for step in range(1, steps + 1):
        slope = rows.T @ (shares * (chances(rows, weights) - happened)) + pull[:, None] * (weights - known)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        weights -= rate * (1 - step / (steps + 1)) * mean / (1 - 0.9**step) / scale
    return weights


def surprise(rows: np.ndarray, ends: np.ndarray, weights: np.ndarray) -> float:
    """Return the mean surprise at how games ended, in nats: the less the better; a blind guess has about 1.1."""
    return float(-np.log(chances(rows, weights)[np.arange(len(ends)), ends]).mean())


def fit(game: Hawaii, lessons: Iterable[Lesson]) -> Weighed:
    """Return what the games teach; print how well games that were not used are foretold."""
    order = [*names(game.cat), ALWAYS]
    learned: Weighed = {}
    for side, (rows, ends, numbers) in zip(SEATS, table(game, lessons), strict=True):
        unseen = numbers % UNSEEN == 0
        told = regress(rows[~unseen], ends[~unseen])
        blind = (np.bincount(ends[~unseen], minlength=3) + 1) / ((~unseen).sum() + 3)
        guess = float(-np.log(blind[ends[unseen]]).mean())
        print(
            f"{side}: {len(rows)} positions of {len(set(numbers.tolist()))} games; surprise at {unseen.sum()} that "
            f"were not used: {surprise(rows[unseen], ends[unseen], told):.3f}, for a blind guess {guess:.3f}"
        )
        weights = regress(rows, ends)
        apart = np.round(weights[:, :2] - weights[:, 2:], 3).tolist()
        learned[side] = {name: (one, other) for name, (one, other) in zip(order, apart, strict=True)}
    return learned


def more(game: Hawaii, lessons: Iterable[Lesson], known: Weighed) -> Weighed:
    """Return what is known, with what these games of searches teach; print how well unseen ones are foretold."""
    order = [*names(game.cat), ALWAYS]
    games: list[Lesson] = list(lessons)
    learned: Weighed = {}
    for side, (rows, ends, numbers) in zip(SEATS, table(game, games), strict=True):
        of_game: list[int] = numbers.tolist()
        searchers = np.array([games[number].searcher for number in of_game])
        rows = np.column_stack([rows, searchers == 0, searchers == 1]).astype(float)
        before = np.array([*((*known[side].get(name, (0.0, 0.0)), 0.0) for name in order), (0.0,) * 3, (0.0,) * 3])
        held = NEAR * np.array([1.0] * len(order) + [0.0, 0.0])
        unseen = numbers % UNSEEN == 0
        told = relearn(rows[~unseen], ends[~unseen], before, held)
        print(
            f"{side}: {len(rows)} positions of {len(set(of_game))} games; surprise at {unseen.sum()} that "
            f"were not used: {surprise(rows[unseen], ends[unseen], told):.3f}, "
            f"by what was known {surprise(rows[unseen], ends[unseen], before):.3f}"
        )
        weights = relearn(rows, ends, before, held)
        always = order.index(ALWAYS)
        weights[always] += weights[-2:].mean(axis=0)  # As if either side might be the one that searches.
        apart = np.round(weights[: len(order), :2] - weights[: len(order), 2:], 3).tolist()
        learned[side] = {name: (one, other) for name, (one, other) in zip(order, apart, strict=True)}
    return learned


def own(game: Hawaii, lessons: Iterable[Lesson], known: Weighed, searcher: int) -> Weighed:
    """Return what a position is worth to this seat if it searches; print how well unseen games are foretold."""
    order = [*names(game.cat), ALWAYS]
    games = [lesson for lesson in lessons if lesson.searcher == searcher]
    met = sorted({lesson.against for lesson in games})
    learned: Weighed = {}
    for side, (rows, ends, numbers) in zip(SEATS, table(game, games), strict=True):
        of_game: list[int] = numbers.tolist()
        against = np.array([met.index(games[number].against) for number in of_game])
        shares = np.array([1.0 if name == "greedy" else SHARE for name in met])
        counts = (shares / np.bincount(against, minlength=len(met)))[against]
        before = np.array([(*known[side].get(name, (0.0, 0.0)), 0.0) for name in order])
        held = np.array([0.0 if name == ALWAYS else NEAR_OWN for name in order])
        unseen = numbers % UNSEEN == 0
        told = relearn(rows[~unseen], ends[~unseen], before, held, counts[~unseen])
        for number, name in enumerate(met):
            these = unseen & (against == number)
            print(
                f"{side}'s part, against {name}: {(against == number).sum()} positions; surprise at {these.sum()} that "
                f"were not used: {surprise(rows[these], ends[these], told):.3f}, "
                f"by what was known {surprise(rows[these], ends[these], before):.3f}"
            )
        weights = relearn(rows, ends, before, held, counts)
        apart = np.round(weights[:, :2] - weights[:, 2:], 3).tolist()
        learned[side] = {name: (one, other) for name, (one, other) in zip(order, apart, strict=True)}
    return learned


def weak(game: Hawaii, lessons: Iterable[Lesson], known: Weighed, searcher: int) -> Weighed:
    """Return what a position is worth to this seat if it searches and the other plays at random."""
    order = [*names(game.cat), ALWAYS]
    games = [lesson for lesson in lessons if lesson.searcher == searcher and lesson.against == "random"]
    learned: Weighed = {}
    for side, (rows, ends, numbers) in zip(SEATS, table(game, games), strict=True):
        before = np.array([(*known[side].get(name, (0.0, 0.0)), 0.0) for name in order])
        months = [name == ALWAYS or name.startswith("months left") for name in order]
        held = np.where(months, NEAR_MONTHS, NEAR_WEAK)
        unseen = numbers % UNSEEN == 0
        told = relearn(rows[~unseen], ends[~unseen], before, held)
        blind = (np.bincount(ends[~unseen], minlength=3) + 1) / ((~unseen).sum() + 3)
        print(
            f"{SEATS[searcher]}, {side}'s part: {len(rows)} positions of {len(games)} games; surprise at "
            f"{unseen.sum()} that were not used: {surprise(rows[unseen], ends[unseen], told):.3f}, "
            f"for a blind guess {float(-np.log(blind[ends[unseen]]).mean()):.3f}"
        )
        weights = relearn(rows, ends, before, held)
        apart = np.round(weights[:, :2] - weights[:, 2:], 3).tolist()
        learned[side] = {name: (one, other) for name, (one, other) in zip(order, apart, strict=True)}
    return learned


def conduct(game: Hawaii, lessons: Iterable[Lesson]) -> dict[str, dict[str, float]]:
    """Return what each sign says of whether a side plays at random; print how often that is told aright."""
    rows: list[list[list[float]]] = [[], []]
    kinds: list[list[int]] = [[], []]
    numbers: list[list[int]] = [[], []]
    for number, lesson in enumerate(lessons):
        for text in lesson.positions[1:]:
            state: State = game.decode(text.encode())
            first: Any = state.stack[0]
            side: int = 1 - first.seat
            rows[side].append(signs(game, state, side))
            kinds[side].append(int(side != lesson.searcher and lesson.against == "random"))
            numbers[side].append(number)
    learned: dict[str, dict[str, float]] = {}
    for side, name in enumerate(SEATS):
        seen, kind = np.array(rows[side]), np.array(kinds[side])
        unseen = np.array(numbers[side]) % UNSEEN == 0
        counts = (0.5 / np.maximum(np.bincount(kind, minlength=2), 1))[kind]
        told = seen[unseen] @ _odds(seen[~unseen], kind[~unseen], counts[~unseen]) > 0
        right = [((told == which) & (kind[unseen] == which)).sum() for which in (0, 1)]
        looks = np.bincount(kind[unseen], minlength=2)
        print(
            f"{name}: {len(seen)} looks; told aright of those that were not used: {right[0]} of {looks[0]} at sound "
            f"players, {right[1]} of {looks[1]} at random ones"
        )
        learned[name] = dict(zip(SIGNS, np.round(_odds(seen, kind, counts), 3).tolist(), strict=True))
    return learned


def _odds(seen: np.ndarray, kinds: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the weights under which the kinds are likeliest, 1 against 0, small ones preferred."""
    weights = _descended(seen, kinds, np.zeros((seen.shape[1], 3)), DECAY * np.ones(seen.shape[1]), STEPS, RATE, counts)
    return weights[:, 1] - weights[:, 0]


def main() -> None:
    """Play, or learn from what was played."""
    parser = argparse.ArgumentParser(description="Learn what a position between two parts is worth.")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="play games, and add their positions to a file")
    playing.add_argument("games", type=int)
    playing.add_argument("file", type=Path)
    playing.add_argument("--seed", type=int, default=0)
    playing.add_argument("--first", default="greedy,wild,random", help="who may begin; `wild`, or an opponent's name")
    fitting = commands.add_parser("fit", help="learn from files, and write learned.json")
    fitting.add_argument("files", type=Path, nargs="+")
    duelling = commands.add_parser("duel", help="let a search play greedy players, and add the positions to a file")
    duelling.add_argument("games", type=int)
    duelling.add_argument("file", type=Path)
    duelling.add_argument("--seed", type=int, default=0)
    duelling.add_argument("--search", default="mcts:0.1s")
    duelling.add_argument("--against", default="greedy")
    duelling.add_argument("--stray", type=float, default=0.0, help="how often the search does anything")
    duelling.add_argument("--late", action="store_true", help="the search stays at home until a month drawn by lot")
    adding = commands.add_parser("more", help="learn from duels beyond what is known, and write learned.json")
    adding.add_argument("files", type=Path, nargs="+")
    for name, what in (("own", "in which it searched"), ("weak", "that it played against random players")):
        for_one = commands.add_parser(name, help=f"learn for one seat from the duels {what}")
        for_one.add_argument("seat", choices=SEATS)
        for_one.add_argument("files", type=Path, nargs="+")
    telling = commands.add_parser("conduct", help="learn what tells of others who play at random")
    telling.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    game = Hawaii()
    if given.command in ("play", "duel"):
        with given.file.open("ab") as out:
            for number in range(given.games):
                seed = given.seed * 1_000_003 + number
                duels = given.command == "duel"
                lesson = (
                    duel(game, seed, number % 2, given.search, given.against, stray=given.stray, late=given.late)
                    if duels
                    else play(game, seed, given.first.split(","))
                )
                out.write(msgspec.json.encode(lesson) + b"\n")
                if (number + 1) % 50 == 0:
                    print(f"{number + 1} of {given.games} games", flush=True)
        return
    lessons = list(read(given.files))
    known = msgspec.json.decode(LEARNED.read_bytes(), type=Learned)
    if given.command == "own":
        sound = own(game, lessons, known.sound[given.seat], SEATS.index(given.seat))
        known = replace(known, sound={**known.sound, given.seat: sound})
    elif given.command == "weak":
        slight = weak(game, lessons, known.sound[given.seat], SEATS.index(given.seat))
        known = replace(known, weak={**known.weak, given.seat: slight})
    elif given.command == "conduct":
        known = replace(known, conduct=conduct(game, lessons))
    else:
        both = fit(game, lessons) if given.command == "fit" else more(game, lessons, known.sound[SEATS[1]])
        known = replace(known, sound=dict.fromkeys(SEATS, both))
    LEARNED.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")


if __name__ == "__main__":
    main()
