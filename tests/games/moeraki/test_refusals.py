"""What is refused, and why: every kind of wrong try names its clause and changes nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from kemu import Action, Decide, Refusal, Touch
from kemu.games.moeraki import Ball, State, Stone, Tane, Tile
from kemu.games.moeraki.rules import refusals as source

from .positions import GAME, after, position


class Pass(Action, frozen=True, tag="pass"):
    """An action of some other game."""


def ball_due() -> State:
    return GAME.start()


def ball_due_again() -> State:
    return after(position(ball="g5", black="a9 b10", kemu=3), "c11")


def stone_due(variant: str = "basic") -> State:
    return position(variant, black="c1", white="e1")


def tiles_due() -> State:
    """White's stone on e7 brings a full tile on d7 and on e6, and half a tile nowhere."""
    return after(position("master", white="c7 d6", black="d8 e5", turn="white"), "e7")


def half_tile_due() -> State:
    """White's stone on e1 brings a full tile on e2 and half a one on f1."""
    return after(position("master", white="d2 e3 g1", black="f2", turn="white"), "e1")


def other_tane() -> State:
    return position("master", black="c5", white="c7 d6", tanes="white d7 sw", turn="black")


TRIES: list[tuple[Any, Action | Touch, str, str]] = [
    (ball_due, Stone("f6"), "moeraki:B.2", "The ball comes first"),
    (ball_due, Ball("c1"), "moeraki:B.2", "outside the white circle"),
    (ball_due, Ball("e6"), "moeraki:M.2", "e6 is a beach: the ball lies in a hollow"),
    (ball_due, Ball("z9"), "moeraki:M.1", "There is no hollow 'z9'"),
    (ball_due, Touch("zone-c1"), "moeraki:B.2", "outside the white circle"),
    (ball_due, Touch("f6"), "moeraki:B.2", "f6 is open: it can be chosen"),
    (ball_due_again, Ball("g5"), "moeraki:B.4", "it must be moved"),
    (stone_due, Ball("f4"), "moeraki:C.1", "The ball lies already"),
    (stone_due, Stone("f6"), "moeraki:C.1", "The ball lies on f6"),
    (stone_due, Stone("c1"), "moeraki:C.3", "A black stone lies on c1"),
    (stone_due, Stone("e1"), "moeraki:C.3", "A white stone lies on e1"),
    (stone_due, Stone("a1"), "moeraki:M.1", "There is no hollow 'a1'"),
    (stone_due, Stone("x" * 80), "moeraki:M.1", f"'{'x' * 12}'"),
    (stone_due, Stone("f7"), "moeraki:M.2", "a stone lies in a hollow"),
    (stone_due, Tile(), "moeraki:C.4", "not by choice"),
    (stone_due, Tane("e6", "ne"), "moeraki:W.3", "master's game only"),
    (stone_due, Pass(), "moeraki:C.1", "not an action of Moeraki-Kemu"),
    (stone_due, Touch("stone-e1"), "moeraki:C.3", "A white stone lies on e1"),
    (stone_due, Touch("i11"), "moeraki:C.1", "i11 is open"),
    (stone_due, Touch("the score"), "moeraki:C.1", "Nothing can be done with that"),
    (lambda: stone_due("master"), Tane("e6", "ne"), "moeraki:T.1", "No full tile of yours is due on e6"),
    (lambda: stone_due("master"), Tane("f6", "ne"), "moeraki:T.1", "'f6' is none"),
    (lambda: stone_due("master"), Tane("f1", "ne"), "moeraki:T.1", "No full tile of yours is due on f1"),
    (tiles_due, Stone("k9"), "moeraki:C.4", "The tiles come first"),
    (tiles_due, Ball("f4"), "moeraki:C.4", "The tiles come first"),
    (tiles_due, Tane("g6", "ne"), "moeraki:T.1", "No full tile of yours is due on g6"),
    (tiles_due, Tane("d7", "up"), "moeraki:R.6", "ne, se, sw, nw"),  # type: ignore[arg-type]
    (tiles_due, Touch("beach-d7"), "moeraki:T.1", "Say where the Tane on d7 looks"),
    (tiles_due, Touch("k9"), "moeraki:C.4", "The tiles come first"),
    (tiles_due, Touch("g6"), "moeraki:T.1", "No full tile of yours is due on g6"),
    (half_tile_due, Tane("f1", "nw"), "moeraki:T.1", "Only half a tile is due on f1"),
    (other_tane, Tane("d7", "ne"), "moeraki:R.13", "The other Tane stands on d7"),
    (other_tane, Tane("c6", "ne"), "moeraki:T.3", "c6 is in the other Tane's sight"),
    (lambda: after(other_tane(), "k9"), Tane("g6", "ne"), "moeraki:T.1", "Your Tane has come out already"),
    (lambda: after(tiles_due(), "tile"), Stone("e7"), "moeraki:C.3", "A white stone lies on e7"),
    (lambda: after(tiles_due(), "tile"), Tane("d7", "ne"), "moeraki:R.12", "lies already"),
]


@pytest.mark.rule(
    "moeraki:B.2", "moeraki:B.4", "moeraki:C.1", "moeraki:C.3", "moeraki:C.4", "moeraki:M.1", "moeraki:M.2",
    "moeraki:R.6", "moeraki:R.12", "moeraki:R.13", "moeraki:T.1", "moeraki:T.3", "moeraki:W.3",
)  # fmt: skip
@pytest.mark.parametrize(("start", "wrong", "clause", "reason"), TRIES)
def test_a_wrong_try_is_refused_with_its_clause_and_changes_nothing(
    start: Any, wrong: Action | Touch, clause: str, reason: str
) -> None:
    state = start()
    before = GAME.encode(state)
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    refusal = GAME.why_not(state, pending.seat, wrong)
    assert refusal is not None
    assert (refusal.clause, reason in refusal.reason) == (clause, True), str(refusal)
    assert clause in GAME.clauses
    if isinstance(wrong, Action):
        with pytest.raises(Refusal) as raised:
            GAME.apply(state, wrong)
        assert raised.value == refusal
    assert GAME.encode(state) == before
    assert GAME.pending(state) == pending


@pytest.mark.rule("moeraki:C.2")
def test_the_other_seat_is_told_whose_decision_it_is() -> None:
    refusal = GAME.why_not(stone_due(), 1, Stone("k9"))
    assert refusal == Refusal("It is for Black to decide.", "moeraki:C.1")


def test_after_the_end_nothing_is_taken() -> None:
    state = after(position(black="a9 b10"), "c11")
    refusal = GAME.why_not(state, 1, Stone("k9"))
    assert refusal == Refusal("The game is over.", "moeraki:D.2")


@pytest.mark.parametrize("garbage", [Stone(7), Stone(["f6"]), Ball(None), Tane(3, 4), "f6", None, 17])  # type: ignore[arg-type]
@pytest.mark.parametrize("start", [ball_due, stone_due, tiles_due, other_tane])
def test_garbage_is_refused_too(start: Any, garbage: Any) -> None:
    state = start()
    before = GAME.encode(state)
    with pytest.raises(Refusal):
        GAME.apply(state, garbage)
    assert GAME.encode(state) == before


def test_every_refusal_of_the_game_is_among_the_tries() -> None:
    """Each place in the code that makes a refusal is reached by one of the tries above."""
    path = source.__file__
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    places = {number for number, line in enumerate(lines, 1) if "return Refusal(" in line}
    assert len(places) > 15
    reached: set[int] = set()

    def watch(frame: Any, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != path:
            return None
        if event == "line":
            reached.add(frame.f_lineno)
        return watch

    previous = sys.gettrace()
    for start, wrong, _, _ in TRIES:
        state = start()
        seat = GAME.pending(state).seat
        sys.settrace(watch)
        try:
            GAME.why_not(state, seat, wrong)
        finally:
            sys.settrace(previous)
    assert places - reached == set()
