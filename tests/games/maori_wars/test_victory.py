"""1.0: victory."""

from __future__ import annotations

import pytest

from kemu.core.frames import Step
from kemu.games.maori_wars.model.actions import Attack, Done, Everyone, Stand
from kemu.games.maori_wars.rules.victory import award, final

from .positions import BRITISH, GAME, MAORI, asked, over, place, play, position, site


@pytest.mark.rule("maori_wars:1.0", "maori_wars:1.0.1", "maori_wars:R6")
def test_nine_points_end_the_game_in_the_middle_of_a_step() -> None:
    state = position(at={"1722": "m-warrior-1", "1621": "b-infantry-1..2"}, sites={"0707": "village maori"}, vp=8)
    state = play(state, Attack("1722"), Everyone(), Stand(), 5, Stand(), 6)
    assert place(state, "m-warrior-1") == "box"
    assert over(state).winner == BRITISH
    assert state.vp == 9


@pytest.mark.rule("maori_wars:1.0.1", "maori_wars:R2")
def test_the_track_stops_at_nine_and_a_gain_of_the_other_side_moves_it_back() -> None:
    step = Step(position(vp=-8))
    award(GAME, step, BRITISH, 3, "maori_wars:1.0.1")
    assert step.state.vp == -5
    award(GAME, step, MAORI, 7, "maori_wars:1.0.1")
    assert step.state.vp == -9
    assert step.state.ended == (MAORI, "9 Victory Points", "maori_wars:1.0")


@pytest.mark.rule("maori_wars:R2", "maori_wars:9.0.9")
def test_a_unit_eliminated_in_combat_is_worth_two_points() -> None:
    state = position(at={"1722": "m-warrior-1", "1621": "b-infantry-1..2"}, sites={"0707": "village maori"})
    state = play(state, Attack("1722"), Everyone(), Stand(), 5, Stand(), 6)
    assert state.vp == 2


@pytest.mark.rule("maori_wars:1.0", "maori_wars:R5")
def test_the_last_maori_village_advanced_into_wins_for_the_british() -> None:
    state = position(at={"1621": "b-infantry-1..2", "0707": "m-warrior-1"}, sites={"1722": "village maori"})
    state = play(state, Attack("1722"), Everyone(), 5, 6)
    assert site(state, "1722") == ""
    assert over(state).winner == BRITISH


@pytest.mark.rule("maori_wars:R5")
def test_villages_of_queenites_and_neutrals_do_not_count() -> None:
    sites = {"1722": "village maori", "0707": "village queenite", "0805": "pa neutral"}
    state = play(position(at={"1621": "b-infantry-1..2"}, sites=sites), Attack("1722"), Everyone(), 5, 6)
    assert over(state).winner == BRITISH


@pytest.mark.rule("maori_wars:1.0", "maori_wars:R5")
def test_the_last_settlement_lost_wins_for_the_maori_whatever_forts_stand() -> None:
    sites = {"1722": "settlement british", "0907": "fort british"}
    state = position(seat=MAORI, at={"1621": "m-warrior-1..2"}, sites=sites)
    state = play(state, Attack("1722"), Everyone(), 5, 6)
    assert over(state).winner == MAORI
    assert "Settlement" in over(state).reason


@pytest.mark.rule("maori_wars:14.0.5")
def test_in_tauranga_the_last_settlement_does_not_win() -> None:
    sites = {"2223": "settlement british"}
    state = position(seat=MAORI, scenario="tauranga", at={"2224": "m-warrior-1..2"}, sites=sites)
    state = play(state, Attack("2223"), Everyone(), 5, 6)
    assert state.ended is None


@pytest.mark.rule("maori_wars:1.0.2")
@pytest.mark.parametrize(
    ("lead", "winner", "level"),
    [
        *((0, None, "Draw"), (1, None, "Draw"), (2, 0, "Minor Victory"), (5, 0, "Minor Victory")),
        *((6, 0, "Major Victory"), (8, 0, "Major Victory"), (-2, 1, "Minor Victory"), (-6, 1, "Major Victory")),
    ],
)
def test_the_lead_after_the_last_turn_says_how_well_it_was_won(lead: int, winner: int | None, level: str) -> None:
    state = position("Construction", turn=6, vp=lead, at={"1722": "b-militia-1"}, sites={"1722": "settlement british"})
    state = play(state, Done())
    assert over(state).winner == winner
    assert over(state).reason == level


@pytest.mark.rule("maori_wars:14.0.5")
def test_te_kooti_at_large_at_the_end_is_worth_two_points() -> None:
    step = Step(position(scenario="tekooti", at={"3130": "te-kooti m-warrior-1"}))
    final(GAME, step)
    assert step.state.vp == -2
    gone = Step(position(scenario="tekooti"))
    final(GAME, gone)
    assert gone.state.vp == 0


@pytest.mark.rule("maori_wars:2.0")
def test_after_the_maori_the_british_move_and_then_the_next_turn_begins() -> None:
    at = {"1722": "m-warrior-1", "0907": "b-militia-1"}
    sites = {"1722": "village maori", "0907": "settlement british"}
    state = position("Construction", MAORI, at=at, sites=sites, turn=2)
    state = play(state, Done())
    assert (state.turn, state.seat) == (2, BRITISH)
    state = position("Construction", BRITISH, at=at, sites=sites, turn=2)
    state = play(state, Done())
    assert (state.turn, state.seat) == (3, MAORI)
    assert asked(state).seat == MAORI


@pytest.mark.rule("maori_wars:2.0")
def test_the_eight_phases_follow_each_other() -> None:
    from kemu.games.maori_wars.rules.sequence import PHASES

    names = [type(frame).__name__ for frame in reversed(PHASES[BRITISH])]
    order = ["Arrivals", "FromBox", "Moving", "RallyPhase", "Alliance", "CombatPhase", "BushPhase", "Construction"]
    assert [name for name in names if name in order] == order
    assert names[-3:] == ["BritishSupply", "Hunger", "TurnEnd"]


@pytest.mark.rule("maori_wars:14.0.5")
def test_te_kooti_in_the_bush_at_the_end_is_at_large_too() -> None:
    step = Step(position(scenario="tekooti", at={"EC": "te-kooti m-warrior-1"}))
    final(GAME, step)
    assert step.state.vp == -2


@pytest.mark.rule("maori_wars:1.0")
def test_a_pa_that_stands_keeps_the_maori_in_the_game_without_a_village() -> None:
    sites = {"1722": "village maori", "0707": "pa maori"}
    state = play(position(at={"1621": "b-infantry-1..2"}, sites=sites), Attack("1722"), Everyone(), 5, 6)
    assert site(state, "1722") == ""
    assert state.ended is None
