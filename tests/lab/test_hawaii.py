"""Learning what a position is worth: games that are played as told, and a regression that finds what decides."""

from __future__ import annotations

import numpy as np
import pytest

from kemu.core.dealer import Dealer
from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.appraise import horizon
from kemu.games.hawaii.between import ALWAYS
from kemu.games.hawaii.conduct import SIGNS, signs
from kemu.lab import hawaii
from kemu.lab.hawaii import (
    Lesson,
    Waiting,
    chances,
    conduct,
    duel,
    more,
    own,
    play,
    regress,
    relearn,
    surprise,
    table,
    weak,
)
from kemu.players import consult, make_player

GAME = Hawaii()


def test_a_lesson_has_the_positions_between_parts_and_is_the_same_again() -> None:
    lesson = play(GAME, 12, ["wild", "random"])
    assert lesson == play(GAME, 12, ["wild", "random"])
    assert lesson.positions
    for text in lesson.positions:
        assert horizon(GAME.decode(text.encode()))


def test_greedy_players_alone_are_followed_from_the_first_part() -> None:
    lesson = play(GAME, 2, ["greedy"])
    first = GAME.decode(lesson.positions[0].encode())
    assert first.month in (1, 3)
    assert len(lesson.positions) > 4


def test_the_table_parts_positions_by_who_is_to_draw() -> None:
    lesson = play(GAME, 2, ["greedy"])
    (rows, ends, numbers), (others, _, _) = table(GAME, [Lesson(1, lesson.positions), Lesson(None, lesson.positions)])
    assert len(rows) + len(others) == 2 * len(lesson.positions)
    assert set(ends.tolist()) == {1, 2}
    assert set(numbers.tolist()) == {0, 1}


def test_a_regression_finds_what_decides() -> None:
    rng = np.random.default_rng(1)
    rows = np.column_stack([rng.random((3000, 3)), np.ones(3000)])
    ends = np.where(rows[:, 0] > 0.6, 0, np.where(rows[:, 1] > 0.5, 1, 2))
    weights = regress(rows, ends)
    assert surprise(rows, ends, weights) < 0.5
    assert surprise(rows, ends, np.zeros_like(weights)) == pytest.approx(np.log(3))
    assert chances(rows, weights).sum(axis=1) == pytest.approx(np.ones(3000))
    assert weights[0, 0] - weights[0, 2] > 2.0
    assert abs(weights[2, 0] - weights[2, 2]) < 0.5


def test_fit_tells_how_well_it_foretells(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hawaii, "STEPS", 20)
    learned = hawaii.fit(GAME, [play(GAME, seed, ["greedy", "random"]) for seed in range(9)])
    assert set(learned) == set(GAME.seats)
    assert "surprise at" in capsys.readouterr().out


def test_a_duel_is_of_a_search_and_a_greedy_player_to_the_end() -> None:
    for searcher in (0, 1):
        lesson = duel(GAME, 3, searcher, "mcts:4")
        assert lesson.searcher == searcher
        assert lesson == duel(GAME, 3, searcher, "mcts:4")
        assert GAME.decode(lesson.positions[0].encode()).month == 1
        for text in lesson.positions:
            assert horizon(GAME.decode(text.encode()))


def test_what_is_learned_more_stays_near_what_is_known() -> None:
    rng = np.random.default_rng(1)
    rows = np.column_stack([rng.random((2000, 3)), np.ones(2000)])
    ends = np.where(rows[:, 0] > 0.6, 0, np.where(rows[:, 1] > 0.5, 1, 2))
    known = np.full((4, 3), 0.5)
    held = hawaii.NEAR * np.array([1.0, 1.0, 1.0, 0.0])
    near = relearn(rows, ends, known, held)
    free = relearn(rows, ends, known, np.zeros(4))
    assert surprise(rows, ends, free) < surprise(rows, ends, near) < surprise(rows, ends, known) - 0.1
    assert abs(near - known)[:3].sum() < abs(free - known)[:3].sum()


def test_who_searched_is_learned_beside_the_positions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the one who searches always wins, the same positions are worth no more to the one than to the other."""
    positions = play(GAME, 2, ["greedy"]).positions
    lessons = [Lesson(number % 2, positions, number % 2) for number in range(12)]
    known = {side: {ALWAYS: (0.0, 0.0)} for side in GAME.seats}
    learned = more(GAME, lessons, known)
    assert "by what was known 1.099" in capsys.readouterr().out
    for side in GAME.seats:
        first, second = learned[side][ALWAYS]
        assert first == pytest.approx(second, abs=0.2)


def test_a_duel_may_be_against_anybody() -> None:
    lesson = duel(GAME, 3, 0, "mcts:4", "random")
    assert lesson.against == "random"
    assert lesson.positions != duel(GAME, 3, 0, "mcts:4").positions


def test_what_counts_for_more_is_learned_better() -> None:
    rows = np.ones((100, 1))
    ends = np.array([0] * 80 + [1] * 20)
    nothing, free = np.zeros((1, 3)), np.zeros(1)
    evenly = chances(rows, relearn(rows, ends, nothing, free))[0]
    counts = np.where(ends == 1, 4.0, 1.0)
    other = chances(rows, relearn(rows, ends, nothing, free, counts))[0]
    assert evenly[0] == pytest.approx(0.8, abs=0.03)
    assert other[0] == pytest.approx(0.5, abs=0.03)


def test_one_seat_learns_from_its_own_games_and_opponents_count_by_share(capsys: pytest.CaptureFixture[str]) -> None:
    """Sixteen games won against random players and four lost against greedy ones, where it searched."""
    positions = play(GAME, 2, ["greedy"]).positions
    lessons = [Lesson(0, positions, 0, "random")] * 16 + [Lesson(1, positions, 0, "greedy")] * 4
    others = [Lesson(0, positions, 1, "greedy")] * 20
    known = {side: {ALWAYS: (0.0, 0.0)} for side in GAME.seats}
    learned = own(GAME, lessons + others, known, 0)
    assert "against random" in capsys.readouterr().out
    for (rows, _, _), weights in zip(table(GAME, lessons[:1]), learned.values(), strict=True):
        apart = np.array([(*pair, 0.0) for pair in weights.values()])
        first, second, tie = chances(rows, apart).mean(axis=0)
        assert first == pytest.approx(hawaii.SHARE / (1 + hawaii.SHARE), abs=0.04)
        assert first + second > 0.95 > tie


def test_a_search_that_goes_astray_plays_another_game() -> None:
    straight, astray = duel(GAME, 3, 0, "mcts:4"), duel(GAME, 3, 0, "mcts:4", stray=0.5)
    assert straight.positions[0] == astray.positions[0]
    assert straight.positions != astray.positions


def test_who_waits_stays_at_home_until_his_month_has_come() -> None:
    """Kamehameha until June, the Chiefs all year: till then no canoe that is on the map sails, then his do."""
    players = [Waiting(6, make_player("greedy", 1)), Waiting(12, make_player("greedy", 2))]
    state, dealer, drawn = GAME.start(), Dealer.from_seed(1), 0
    sailed: list[int] = []
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            choice = consult(players[pending.seat], GAME, state, pending)
        else:
            choice, drawn = pending.sample(dealer.draw(drawn)), drawn + 1
        state, _ = GAME.apply(state, choice)
        if state.sailed:
            sailed.append(state.month)
    assert min(sailed) >= 6


def test_a_search_that_begins_late_begins_in_any_month() -> None:
    lessons = [duel(GAME, seed, 1, "mcts:2", "random", late=True) for seed in range(3)]
    for seed, lesson in enumerate(lessons):
        begins = 1 + QuickRng(seed).below(11)
        assert all(GAME.decode(text.encode()).month >= begins for text in lesson.positions), "only from then on"
    assert lessons[0] == duel(GAME, 0, 1, "mcts:2", "random", late=True)
    assert lessons != [duel(GAME, seed, 1, "mcts:2", "random") for seed in range(3)]


def test_what_positions_are_worth_against_the_weak_is_learned_from_games_against_random_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Sixteen games won against random players; those against others, and those of the other seat, do not count."""
    positions = play(GAME, 2, ["greedy"]).positions
    others = [Lesson(1, positions, 0, "greedy")] * 16 + [Lesson(1, positions, 1, "random")] * 16
    known = {side: {ALWAYS: (0.0, 0.0)} for side in GAME.seats}
    learned = weak(GAME, [Lesson(0, positions, 0, "random")] * 16 + others, known, 0)
    assert "of 16 games" in capsys.readouterr().out
    for (rows, _, _), weights in zip(table(GAME, others[:1]), learned.values(), strict=True):
        first, second, _ = chances(rows, np.array([(*pair, 0.0) for pair in weights.values()])).mean(axis=0)
        assert first > 0.9 > 0.05 > second


def test_of_a_search_against_a_random_player_only_the_other_is_taken_to_play_at_random(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All games are Kamehameha's searches: nobody was ever seen to play at random on his side."""
    conduct(GAME, [duel(GAME, seed, 0, "mcts:2", against) for seed in range(4) for against in ("random", "greedy")])
    kamehameha, allied = capsys.readouterr().out.splitlines()
    assert "0 of 0 at random ones" in kamehameha
    assert "0 of 0 at random ones" not in allied


def test_what_tells_random_players_is_learned_from_duels(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the side that plays at random; the search and a greedy player know what they do."""
    duels = [duel(GAME, seed, seed % 2, "mcts:2", "random" if seed % 4 < 2 else "greedy") for seed in range(12)]
    learned = conduct(GAME, duels)
    assert "told aright" in capsys.readouterr().out
    for side, name in enumerate(GAME.seats):
        weights = np.array([learned[name][sign] for sign in SIGNS])
        odds: dict[bool, list[float]] = {False: [], True: []}
        for lesson in duels:
            for text in lesson.positions[1:]:
                state = GAME.decode(text.encode())
                if state.stack[0].seat != side:
                    wild = side != lesson.searcher and lesson.against == "random"
                    odds[wild].append(float(weights @ signs(GAME, state, side)))
        assert np.mean(odds[True]) > 0.3 > -0.3 > np.mean(odds[False])
