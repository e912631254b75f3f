"""Nobody is asked a question with one answer: the table gives it, and undo takes it back with what went before."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest
from rich.console import Console

from kemu import Decide, Step, Table
from kemu.cli.terminal.screen import Leaving, Screen
from kemu.cli.terminal.session import Session
from kemu.server.live import Live
from kemu.server.tables import play, taken_back
from server.ladder import STEPS, Go, LadderGame, State, Turn


class NarrowTurn(Turn, frozen=True, tag="narrow"):
    """After a step to the left only the right is open."""

    def ask(self, game: Any, state: State) -> Any:
        decide = super().ask(game, state)
        if isinstance(decide, Decide) and state.path.endswith("l"):
            return Decide(self.seat, "Only the right.", "ladder:1", (Go("right"),), waiting="A step is due.")
        return decide

    def answer(self, game: Any, step: Step[State], choice: Go) -> None:
        super().answer(game, step, choice)
        top = step.state.stack[-1]
        step.swap(NarrowTurn(top.seat, top.steps, top.turns))


class NarrowState(State, frozen=True):
    stack: tuple[NarrowTurn, ...]


class Narrow(LadderGame):
    """A ladder on which some steps are forced."""

    state_type: ClassVar[type[Any]] = NarrowState

    def opening(self, settings: Any) -> Any:
        return NarrowState((NarrowTurn(0, STEPS, 2),), "")


class Hushed(Narrow):
    """The same, where a seat might hide why."""

    hides: ClassVar[bool] = True


def table_of(game: LadderGame) -> Any:
    """A table's live game, as far as answers go."""
    table = Table(game, seed=1)
    live = Mock(spec=Live, table=table, game=game, draw_offer=None, changing=False)
    live.deciding.index = 0
    live.take_back = table.undo
    return live


def test_the_table_gives_the_only_answer_by_itself() -> None:
    live = table_of(Narrow())
    outcome = play(live, 0, Go("left"))
    assert live.table.state.path == "lr"
    assert len(outcome.added) == 2


def test_undo_takes_back_the_choice_that_left_a_single_answer() -> None:
    live = table_of(Narrow())
    play(live, 0, Go("left"))
    assert taken_back(live, 0).removed == 2
    assert live.table.state.path == ""
    assert len(live.table.pending.options) == 2


def test_what_would_end_the_turn_is_asked_so_that_it_can_still_be_taken_back() -> None:
    live = table_of(Narrow())
    play(live, 0, Go("right"))
    play(live, 0, Go("left"))
    assert live.table.state.path == "rl"
    assert live.table.forced() is None


def test_where_something_is_hidden_a_single_answer_is_asked_for() -> None:
    live = table_of(Hushed())
    play(live, 0, Go("left"))
    assert live.table.state.path == "l"


@pytest.mark.parametrize("side", ["left", "right"])
def test_another_seat_is_spared_it_too(side: Any) -> None:
    live = table_of(Narrow())
    for step in ("right", "right"):
        play(live, 0, Go(step))
    play(live, 0, Go(side))
    # After a step to the left the next seat has no choice, and nothing of its own to take back.
    assert live.table.state.path == ("rrlr" if side == "left" else "rrr")


def test_in_the_terminal_it_is_not_asked_either_and_undo_goes_past_it() -> None:
    lines = iter(("left", "undo", "right"))

    class Typed(Screen):
        def ask(self, prompt: str) -> str:
            asked.append(len(session.table.options))
            line = next(lines, None)
            if line is None:
                raise Leaving
            return line

    asked: list[int] = []
    table = Table(Narrow(), seed=1)
    session = Session(table, (None, None), Typed(Console(file=StringIO())), Mock())
    with suppress(Leaving):
        session.run()
    assert table.state.path == "r"
    assert set(asked) == {2}
