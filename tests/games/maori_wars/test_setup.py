"""14.0: setting up, and games from set-up to end by random play."""

from __future__ import annotations

import pytest

from kemu import QuickRng
from kemu.core.pending import Decide, Over
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.model.actions import Arrange, Everyone, Place, Raise, Roam
from kemu.games.maori_wars.rules.board import BOX, CAMP, board

from .positions import BRITISH, CAT, GAME, MAORI, asked, options, place, play, site, targets

SCENARIOS = tuple(CAT.scenarios)


def quick(scenario: str) -> State:
    """A scenario whose set-up both sides have left to the game."""
    state = GAME.start(Settings(scenario=scenario))
    while (
        isinstance(pending := GAME.pending(state), Decide)
        and Everyone() in pending.options
        and pending.clause == "maori_wars:14.0.2"
    ):
        state = play(state, Everyone())
    return state


@pytest.mark.rule("maori_wars:14.0", "maori_wars:14.0.2", "maori_wars:14.0.4")
def test_the_first_scenario_sets_up_in_its_order_and_the_fixed_hexes_by_themselves() -> None:
    state = GAME.start(Settings(scenario="heke"))
    assert site(state, "0907") == "pa neutral"
    assert place(state, "n-warrior-1") == "0907"
    assert asked(state).seat == BRITISH  # They set up the Neutrals.
    state = play(state, Place("n-warrior-2", "0907"))
    assert place(state, "pomare") == "0907"
    assert site(state, "1015") == "village neutral"
    assert site(state, "0807") == "pa maori"
    assert asked(state).seat == MAORI
    state = play(state, Place("m-warrior-2", "0807"))
    assert place(state, "heke") == "0807"
    state = play(state, Place("m-warrior-4", "0908"))
    assert asked(state).seat == MAORI
    assert all(isinstance(option, Raise | Arrange | Everyone) for option in options(state))


@pytest.mark.rule("maori_wars:14.0.2")
def test_a_unit_without_an_empty_structure_stands_in_or_next_to_an_occupied_one() -> None:
    state = play(GAME.start(Settings(scenario="heke")), Place("n-warrior-2", "0907"))
    # Ohaeawai: the Pa and the hexes around it, but not Waitangi's, which are the Neutrals', nor another line's.
    around = {"0807"} | {CAT.label[to] for to in CAT.walks[CAT.hex_of["0807"]]}
    found = targets(state, Place)
    assert options(state)[0] == Place("m-warrior-2", "0807")
    assert found == around - {"0907"}
    state = play(state, Place("m-warrior-2", "0707"))
    assert targets(state, Place) == {"0807", "0707"}  # Heke goes where his people are.


@pytest.mark.rule("maori_wars:14.0.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_chosen_in_the_set_up_everything_finds_its_place(scenario: str) -> None:
    listed = CAT.scenarios[scenario].entries
    boxed = sum(count for entry in listed if entry.where == "box" for _, count in entry.units)
    for seed in range(3):
        rng, state = QuickRng(seed), GAME.start(Settings(scenario=scenario))
        while isinstance(pending := GAME.pending(state), Decide) and pending.clause == "maori_wars:14.0.2":
            by_hand = [option for option in pending.options if option not in (Arrange(), Everyone())]
            state = play(state, by_hand[rng.below(len(by_hand))])
        assert len(state.sites) == sum(len(entry.structures) for entry in listed)
        assert sum(where == BOX for where in state.where) == boxed


@pytest.mark.rule("maori_wars:14.0.2")
def test_units_go_into_empty_structures_first_and_leaders_onto_units() -> None:
    state = GAME.start(Settings(scenario="heke"))
    while not any(isinstance(option, Raise) for option in options(state)):
        state = play(state, options(state)[0])
    while not any(isinstance(option, Place) for option in options(state)):
        state = play(state, options(state)[0])
    villages = {CAT.label[at] for at, kind, side, _ in state.sites if kind == 1 and side == 2}
    assert targets(state, Place) <= villages
    whole = quick("heke")
    for leader in ("heke", "kawiti", "hulme", "nene"):
        at = whole.where[CAT.index[leader]]
        assert any(GAME.units.fights[unit] for unit in board(GAME, whole).at[at])


@pytest.mark.rule("maori_wars:14.0.2")
def test_no_structure_stands_next_to_an_enemy_one() -> None:
    state = GAME.start(Settings(scenario="heke"))
    while asked(state).seat == MAORI or not any(isinstance(option, Raise) for option in options(state)):
        state = play(state, options(state)[0])
    maori = {at for at, _, side, _ in state.sites if side == 2}
    for label in targets(state, Raise):
        assert not maori & set(CAT.walks[CAT.hex_of[label]])


@pytest.mark.rule("maori_wars:14.0.2", "maori_wars:10.0")
def test_raiders_of_the_set_up_choose_their_territory() -> None:
    state = GAME.start(Settings(scenario="heke"))
    while not any(isinstance(option, Roam) for option in options(state)):
        state = play(state, options(state)[0])
    assert targets(state, Roam) == set(CAT.territories)


@pytest.mark.rule("maori_wars:14.0.2", "maori_wars:14.0.5", "maori_wars:4.0", "maori_wars:2.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_quick_set_up_is_legal_and_the_maori_begin(scenario: str) -> None:
    from kemu.games.maori_wars.rules.stacking import over

    state = quick(scenario)
    assert (state.turn, state.seat) == (1, MAORI)
    listed = CAT.scenarios[scenario].entries
    assert len(state.sites) == sum(len(entry.structures) for entry in listed)
    assert set(state.cup) == {chit.number for chit in CAT.chits} - CAT.scenarios[scenario].out
    there = board(GAME, state)
    for at, units in there.at.items():
        if at >= 0:
            assert len({GAME.units.camp[unit] for unit in units}) == 1
            assert not over(GAME, state, at, BRITISH)
            assert not over(GAME, state, at, MAORI)
            if at in there.site:
                assert CAMP[there.site[at][2]] == GAME.units.camp[units[0]]


def random_game(scenario: str, seed: int) -> tuple[int, Over]:
    """Play a game at random, watching what must hold in every state; return its length and its end."""
    rng, state, steps = QuickRng(seed), GAME.start(Settings(scenario=scenario)), 0
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            assert pending.options
            assert len(set(pending.options)) == len(pending.options)
            choice = pending.pick(rng)
        else:
            choice = pending.sample(rng)
        state, _ = GAME.apply(state, choice)
        steps += 1
        if steps % 10 == 0:
            assert GAME.decode(GAME.encode(state)) == state
            marked = state.disrupted
            for unit, where in enumerate(state.where):
                assert not (marked >> unit & 1) or where >= 0 or where <= -10
    return steps, pending


@pytest.mark.rule("maori_wars:2.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_come_to_their_end(scenario: str) -> None:
    for seed in range(20):
        steps, over = random_game(scenario, seed)
        assert steps < GAME.bound(Settings(scenario=scenario))  # type: ignore[arg-type]
        assert over.clause.startswith("maori_wars:1.0")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_thousand_random_games_have_no_dead_end(scenario: str) -> None:
    for seed in range(2_000):
        random_game(scenario, 10_000 + seed)
