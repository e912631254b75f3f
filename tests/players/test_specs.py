"""Players by name."""

from __future__ import annotations

import pytest

from kemu import Refusal
from kemu.players import REGISTER, make_player


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts", "mcts:400", "mcts:0.1s", "mcts:2s", "mcts:.5s"])
def test_a_player_is_named_as_it_was_asked_for(spec: str) -> None:
    assert make_player(spec, 1).name == spec


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("", "There is no player ''"),
        ("chess", "random, greedy, mcts"),
        ("Random", "There is no player 'Random'"),
        ("random:3", "takes no budget"),
        ("mcts:", "a budget must follow"),
        ("mcts:0", "mcts:400"),
        ("mcts:-5", "mcts:400"),
        ("mcts:0s", "mcts:0.1s"),
        ("mcts:fast", "mcts:0.1s"),
        ("mcts:1e9s", "mcts:0.1s"),
        ("mcts:٣", "mcts:400"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_line_that_says_what_there_is(spec: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        make_player(spec, 1)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_every_player_of_the_register_can_be_made_without_a_budget() -> None:
    for name in REGISTER:
        assert make_player(name, 1).name == name
