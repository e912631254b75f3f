"""A game is judged turn by turn: how the chances went, what was missed, and why."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kemu import Table
from kemu.core.pending import Decide
from kemu.core.record import Record, load_record
from kemu.core.registry import game
from kemu.core.rng import QuickRng
from kemu.players.advice import Budget, advise
from kemu.players.study import Found, Missed, Study, Task, carried_out, cut, judging, outlined, study

GAMES = Path(__file__).parents[1] / "games"
OURS = ("hawaii", "maori_wars", "maurice", "moeraki", "siege")


def golden(name: str) -> tuple[Record, Any]:
    record = load_record((GAMES / f"{name}.jsonl").read_bytes())
    return record, game(record.header.game)


@pytest.mark.parametrize("name", OURS)
def test_every_feature_of_a_mind_has_words_for_both_seats(name: str) -> None:
    played = game(name)
    words = played.mind.words
    assert set(words) == set(played.mind.weights.weights)
    assert all(set(said) == set(played.seats) and all(said.values()) for said in words.values())


@pytest.mark.parametrize(
    "name",
    ["moeraki/golden/awa-b", "hawaii/golden/tie", "siege/golden/riders", "maurice/golden/ridge-nightfall"],
)
def test_a_record_is_cut_into_turns_that_follow_one_another(name: str) -> None:
    record, played = golden(name)
    turns = cut(record, played).turns
    assert turns
    assert all(one.last == after.first for one, after in pairwise(turns))
    assert turns[-1].last == max(entry.ply for entry in record.entries if not hasattr(entry, "ends"))
    for turn in turns:
        assert turn.choices
        assert all(choice.decide.seat == turn.seat and turn.first <= choice.ply < turn.last for choice in turn.choices)


def test_what_was_taken_back_is_not_judged() -> None:
    table = Table("moeraki", {"variant": "beginner"}, seed=1)
    for move in ("f6", "c1", "e1"):
        table.play(move)
    table.take_back(1)
    table.play("g1")
    turns = cut(table.record(), table.game).turns
    assert [turn.choices[0].ply for turn in turns] == [0, 4]  # after the ply at which it was taken back
    assert [str(turn.choices[0].action) for turn in turns][1].count("g1")


def test_a_finished_game_ends_at_certainty_and_a_resigned_one_too() -> None:
    for name, end in (
        ("moeraki/golden/ara", 0.0),
        ("moeraki/golden/resignation", 1.0),
        ("moeraki/golden/beginner-draw", 0.5),
    ):
        assert outlined(cut(*golden(name))).end == end


def test_the_win_that_was_overlooked_is_a_missed_chance_with_its_reason() -> None:
    record, played = golden("moeraki/golden/awa-b")
    table = cut(record, played)
    last = len(table.turns) - 1
    winning = table.turns[last].choices[0]
    other = next(option for option in winning.decide.options if option != winning.action)
    told = advise(played, played.view(winning.state, winning.decide.seat), winning.decide, Budget(400), 1, other)
    assert told.action == winning.action
    assert told.chance == 1.0
    assert told.loss > 0.1
    assert told.reasons[0] == "a win for Black is near"


def test_what_was_played_is_never_held_against_itself() -> None:
    record, played = golden("moeraki/golden/awa-b")
    found = carried_out(cut(record, played), Task(26, 0.0, 0), iterations=300)
    assert found.missed is None
    assert found.chance == 1.0


def test_advice_is_the_same_whatever_a_seat_cannot_know() -> None:
    """It is asked of a view: with another deck and another hand of the other side it says the same."""
    record, played = golden("maurice/golden/ridge-nightfall")
    choice = cut(record, played).turns[3].choices[0]
    seat = choice.decide.seat
    view = played.view(choice.state, seat)
    other = played.redeal(view, QuickRng(99))
    decide = played.pending(other)
    assert isinstance(decide, Decide)
    one = advise(played, view, choice.decide, Budget(12), 5)
    assert one == advise(played, played.view(other, seat), decide, Budget(12), 5)


def judged(chances: list[float], finds: dict[int, list[float]]) -> tuple[Study, list[Task]]:
    """Judge a game of one choice a turn, with these glances, and and these losses found by its looks."""
    record, played = golden("moeraki/golden/ara")
    known = outlined(cut(record, played))
    work, tasks = judging(known, 60.0), []
    try:
        task, _ = next(work)
        while True:
            tasks.append(task)
            missed = None
            if task.choice >= 0 and finds.get(task.turn):
                missed = Missed(task.turn, "this", "that", (), finds[task.turn].pop(0), ("it is better",))
            task, _ = work.send(Found(chances[task.turn], task.seconds, missed))
    except StopIteration as done:
        return done.value, tasks


def test_only_what_is_found_twice_is_a_missed_chance() -> None:
    chances = [0.5] * 16
    chances[4:] = [0.9] * 12
    told, _ = judged(chances, {3: [0.4, 0.3], 15: [0.4, 0.01]})
    missed = {number: turn.missed.lost for number, turn in enumerate(told.turns) if turn.missed}
    assert missed == {3: 0.3}


def test_a_turn_that_moves_the_chances_is_a_turning_point() -> None:
    chances = [0.5] * 8 + [0.1] * 8
    told, _ = judged(chances, {})
    assert [number for number, turn in enumerate(told.turns) if turn.turning] == [7]


def test_whose_turn_it_is_does_not_move_the_curve() -> None:
    told, _ = judged([0.6, 0.4] * 4 + [0.9, 0.7] * 4, {})
    after = [round(turn.after, 6) for turn in told.turns]
    assert after == [0.5] * 7 + [0.8] * 8 + [0.0]


def test_a_game_takes_no_more_than_its_time() -> None:
    told, tasks = judged([0.9, 0.1] * 8, {number: [0.5, 0.5] for number in range(16)})
    assert told.done == 1
    assert sum(task.seconds for task in tasks) <= 60.0
    assert told.seconds <= 60.0


def test_a_study_of_a_whole_game_says_the_same_twice() -> None:
    record, played = golden("moeraki/golden/ara")
    done: list[float] = []
    one = study(record, played, iterations=20, progress=done.append)
    two = study(record, played, iterations=20)
    assert one.turns == two.turns
    assert done == sorted(done)
    assert one.turns[-1].after == 0.0
