"""How the other side seems to play, by where it stands."""

from __future__ import annotations

import pytest

from kemu.core.dealer import Dealer
from kemu.core.pending import Chance, Decide
from kemu.games.hawaii.appraise import horizon
from kemu.games.hawaii.conduct import SIGNS, impression, signs
from kemu.games.hawaii.might import takes
from kemu.games.hawaii.state import State
from kemu.players import consult, make_player

from .positions import GAME, A, K, play, position, units

TOGETHER = {"kona": "k-kam k-van k-pik k-w1..4", "hilo": "k-w5", "waikiki": "a-kal a-bro a-w1 a-w2 a-c1 a-c2"}
SCATTERED = {**TOGETHER, "kona": "k-van k-w1 k-w4", "hilo": "k-pik k-w2 k-w5 k-w6", "molokai": "k-kam", "maui": "k-w3"}


def sign(state: State, side: int, name: str) -> float:
    return signs(GAME, state, side)[SIGNS.index(name)]


def odds(state: State, seat: int) -> float:
    seen = impression(GAME, GAME.view(state, seat))
    assert seen is not None
    assert seen.turn == state.month
    return seen.odds


def test_a_king_alone_and_a_scattered_army_are_not_thought_well_of() -> None:
    together, scattered = (position("move", A, month=4, **there) for there in (TOGETHER, SCATTERED))
    assert odds(together, A) < 0 < odds(scattered, A)


def test_what_the_signs_are() -> None:
    state = position("move", A, month=4, **SCATTERED)
    might = GAME.might
    strike = might(units("a-kal a-bro a-w1 a-w2"))
    assert sign(state, K, "a chief can be beaten") == pytest.approx(takes(strike, might(units("k-kam")), wall=False))
    assert sign(state, K, "strength divided at home") == pytest.approx(might(units("k-van k-w1 k-w4")) / 5)
    assert sign(state, K, "posts weakly held") == 2, "Molokaʻi and Maui"
    army = might(units("k-kam k-van k-pik k-w1..6"))
    assert sign(state, K, "strength on the map") == pytest.approx(army / 20)
    assert sign(state, K, "share of the strongest post") == pytest.approx(might(units("k-pik k-w2 k-w5 k-w6")) / army)
    assert sign(state, K, "share of chiefs in it") == 0.0
    assert sign(state, K, "month") == pytest.approx(0.4)
    two = position("move", K, month=4, **{**TOGETHER, "maui": "a-kai"})
    assert sign(two, A, "share of chiefs in it") == 0.5


def test_who_has_no_canoe_threatens_nobody_and_who_is_gone_shows_nothing() -> None:
    state = position("move", A, month=4, **{**SCATTERED, "waikiki": "a-kal a-bro a-w1 a-w2"})
    assert sign(state, K, "a chief can be beaten") == 0.0
    empty = position("move", K, month=4, kona="k-kam k-c1", gone="a-kal")
    assert signs(GAME, empty, A)[:6] == [0.0] * 6


def test_an_impression_is_had_in_ones_own_part_once_the_others_have_had_theirs() -> None:
    state = position("move", K, month=1, **TOGETHER)
    assert impression(GAME, GAME.view(state, K)) is None, "the Chiefs have not played yet"
    assert impression(GAME, GAME.view(position("move", K, month=3, length="short", **TOGETHER), K)) is None
    assert impression(GAME, GAME.view(position("move", K, month=2, **TOGETHER), K)) is not None
    theirs = position("move", A, month=1, **TOGETHER)
    assert impression(GAME, GAME.view(theirs, A)) is not None
    assert impression(GAME, GAME.view(theirs, K)) is None
    assert impression(GAME, GAME.view(theirs, None)) is None


@pytest.mark.parametrize("side", [K, A])
def test_random_players_are_told_from_greedy_ones(side: int) -> None:
    """Of twelve games each, by the looks that the others have had at the first four parts."""
    told: dict[str, list[float]] = {"random": [], "greedy": []}
    for spec, found in told.items():
        for seed in range(12):
            state, dealer, drawn, looks = GAME.start(), Dealer.from_seed(seed), 0, []
            players = [make_player(spec if seat == side else "greedy", seed + seat) for seat in (K, A)]
            while len(looks) < 4 and isinstance(pending := GAME.pending(state), Decide | Chance):
                if isinstance(pending, Decide):
                    choice = consult(players[pending.seat], GAME, state, pending)
                else:
                    if horizon(state) and state.stack[0].seat != side:
                        looks.append(state)
                    choice = pending.sample(dealer.draw(drawn))
                    drawn += 1
                state, _ = GAME.apply(state, choice)
            seen = [impression(GAME, GAME.view(look, 1 - side)) for look in looks]
            found.append(sum(look.odds for look in seen if look is not None))
    sound, wild = (sum(found) / len(found) for found in (told["greedy"], told["random"]))
    assert sum(total > 0 for total in told["random"]) >= 10
    assert wild > sound + 2.0


def test_a_strike_comes_with_two_canoes_however_many_there_are() -> None:
    there = {"kona": "k-w1", "molokai": "k-kam", "waikiki": "a-kal a-thu a-bro a-w1..3 a-c1 a-c2 a-c4"}
    strike = GAME.might(units("a-kal a-thu a-bro a-w1 a-w2"))
    expected = takes(strike, GAME.might(units("k-kam")), wall=False)
    assert sign(position("move", A, month=4, **there), K, "a chief can be beaten") == pytest.approx(expected)


def test_kauai_is_of_the_side_that_it_has_joined() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal"}
    away, joined = (sign(position("move", K, month=4, ally=ally, **there), A, "strength on the map") for ally in (K, A))
    assert joined - away == pytest.approx(GAME.might(units("x-w1 x-w2")) / 20)


def test_when_the_game_is_over_there_is_nothing_to_look_at() -> None:
    state = position("battle", K, rode="k-kam", kona="k-w1", maui="k-kam a-thu", waikiki="a-kal")
    assert impression(GAME, GAME.view(play(state, (1, 6), 6), K)) is None
