"""Golden games: a record, and beside it the same game told in words. Run as a program, it writes the words anew.

    python tests/games/siege/playthrough.py            writes golden/*.txt from golden/*.jsonl

Look at the difference before you commit it: it is what changed in the game. The records were made by rules version 7,
by the games below with the random moves of that time, and stay as they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kemu.core.dealer import Dealer, UnboundDealer
from kemu.core.pending import Action, Decide
from kemu.core.record import Record, load_record, replay, verify
from kemu.core.rng import QuickRng
from kemu.core.table import Table
from kemu.games.siege import Siege, State
from kemu.games.siege.model.actions import FightFire, Move, SetFire, Stay, Stop, Withdraw
from kemu.games.siege.model.pieces import GARRISON
from kemu.parts.tabletop.points import square

GOLDEN = Path(__file__).parent / "golden"
RANDOM: dict[str, tuple[dict[str, Any], int]] = {
    "relieved": ({}, 1),
    "mission-umpire-fires": ({"layout": "mission", "umpire": True, "fires": True}, 132),
    "riders": ({"army": "riders", "cavalry": True, "long_range": True, "joker": "die"}, 1),
    "boulevard": ({"layout": "boulevard", "gun": "jingals", "composition": True, "depleted": True}, 106),
    "overrun": ({"layout": "mission", "squads": 4}, 2),
}
"""Games in which both sides choose at random: their options and seeds. In `overrun` the garrison stands and waits, and
the attackers go for it; in the one with fires both sides think of them first."""


def chosen(name: str, state: State, decide: Decide, rng: QuickRng) -> Action:
    """Return what a side does in one of these games."""
    if name == "mission-umpire-fires":
        fires = [option for option in decide.options if isinstance(option, SetFire | FightFire)]
        return fires[rng.below(len(fires))] if fires and rng.below(3) else decide.pick(rng)
    if name != "overrun":
        return decide.pick(rng)
    if decide.seat == GARRISON:
        return Stop() if Stop() in decide.options else decide.pick(rng)
    foes = [man for group in state.groups if group.side == GARRISON for man in group.men]
    drawn = [decide.free.sample(rng) for _ in range(8)] if decide.free is not None else []
    moves = [move for move in drawn if isinstance(move, Move)]
    if moves and foes:
        return min(moves, key=lambda move: min(square((move.x, move.y), man) for man in foes))
    eager = [option for option in decide.options if not isinstance(option, Stop | Stay | Withdraw)]
    return eager[rng.below(len(eager))] if eager else decide.pick(rng)


def played(game: Siege, name: str) -> Record:
    """Return the record of one of these games, as format 1 wrote it: they are its witnesses."""
    options, seed = RANDOM[name]
    rng = QuickRng(seed)
    dealer = UnboundDealer(Dealer.from_seed(seed).secret)
    table = Table(game, options, dealer=dealer, players=("random", "random"))
    while table.outcome is None:
        table.play(chosen(name, table.state, table.pending, rng))
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
    for path in sorted(GOLDEN.glob("*.jsonl")):
        path.with_suffix(".txt").write_text(told(game, load_record(path.read_bytes())), "utf-8")


if __name__ == "__main__":
    main()
