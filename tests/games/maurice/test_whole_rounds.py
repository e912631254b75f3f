"""Chapters 4 and 7 as whole rounds are played: what comes after what, who is asked, and what has gone by then."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide
from kemu.core.refusal import Refusal
from kemu.games.maurice import State
from kemu.games.maurice.model.actions import (
    Act,
    Activate,
    ClearSmoke,
    Decline,
    Direction,
    Done,
    Fire,
    HoldFire,
    PassRound,
    Play,
    PlayEvent,
    Refuse,
    Spend,
    Stay,
    Volleys,
)
from kemu.games.maurice.model.moves import Charge, Move, MoveCinC
from kemu.games.maurice.model.units import Piece
from kemu.games.maurice.rules.activation import Activation
from kemu.games.maurice.rules.cinc import MovingCinC
from kemu.games.maurice.rules.command_choice import CommandChoice
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.rallying import Rallying
from kemu.games.maurice.rules.round import Cleanup
from kemu.games.maurice.rules.shooting import Shooting
from kemu.games.maurice.rules.volleys import CallVolleys, VolleyPhase

from .positions import SOUTH, asked, battle, box, card, cards, cav, game, go, gun, inf, piece, settled, thrown

FACING = [inf(0, 20, 10), inf(20, 20, 13, SOUTH)]
AT_BLUE, AT_RED = Fire(0, (20, 20, 20, 20)), Fire(20, (0, 0, 0, 0))


def a_round(units: list, hands: tuple[tuple[int, ...], tuple[int, ...]], **more: object) -> State:
    """Return the beginning of Red's round."""
    bare = not hands[0]
    return battle(units, Cleanup(), MovingCinC(), CommandChoice(bare), CallVolleys(), hands=hands, **more)


def past_windows(state: State) -> State:
    """Return the state after everybody has played no card."""
    while isinstance(pending := game().pending(settled(state)), Decide) and pending.options[:1] == (Decline(),):
        state = go(state, Decline())
    return settled(state)


# -- the round -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:4.round", "maurice:4.choice", "maurice:1.active", "maurice:4.pass", "maurice:R31")
def test_volleys_then_the_command_choice_then_the_commander_then_the_other_side() -> None:
    state = a_round(FACING, (cards("Aide-de-Camp", "Stand Fast"), ()))
    assert asked(state).clause == "maurice:4.volley"
    state = go(state, Volleys(False))
    assert asked(state).clause == "maurice:4.choice"
    # A pass ends nothing but the choice: three cards, and the commander may still move.
    state = go(state, PassRound(), cards("Cold Steel", "Confusion", "Ricochet"))
    assert asked(state).clause == "maurice:6.cinc"
    state = go(state, Stay())
    assert (state.round, state.active) == (2, 1)


@pytest.mark.rule("maurice:6.cinc", "maurice:6.cincCost", "maurice:R21", "maurice:R31", "maurice:4.noCards")
def test_whoever_begins_without_cards_passes_and_may_pay_for_the_commander_with_what_he_drew() -> None:
    state = a_round(FACING, ((), ()))
    state = go(state, Volleys(False), cards("Cold Steel", "Confusion", "Ricochet"))
    assert asked(state).clause == "maurice:6.cinc"
    state = go(state, MoveCinC(10_000, 5_000))
    assert set(asked(state).options) == {Spend(one) for one in cards("Cold Steel", "Confusion", "Ricochet")}
    state = go(state, Spend(card("Ricochet")))
    assert state.cinc[0] == (10_000, 5_000)
    assert state.discards == cards("Ricochet")
    # With the deck empty as well, nothing is drawn and nobody is asked for anything but volleys.
    bare = a_round(FACING, ((), ()), deck=(), pass_through=2)
    assert go(bare, Volleys(False)).active == 1


@pytest.mark.rule("maurice:4.notEvent", "maurice:4.event", "maurice:F.2")
def test_nobody_is_asked_for_a_card_on_an_event_and_the_round_goes_on_to_the_commander() -> None:
    worn = [inf(0, 20, 5, disr=3), inf(20, 20, 25, SOUTH)]
    hands = (cards("Valeur et Discipline", "Stand Fast"), cards("Unexpected Delay", "Rough Going"))
    state = go(a_round(worn, hands), PlayEvent(card("Valeur et Discipline"), 0))
    assert state.unit(0).disr == 0
    assert asked(state).clause == "maurice:6.cinc"
    assert len(state.hands[0]) == 1


@pytest.mark.rule("maurice:4.foiled", "maurice:4.interrupting", "maurice:R28")
def test_a_foiled_activation_loses_what_was_played_for_it_and_keeps_what_was_drawn() -> None:
    units = [inf(0, 20, 5), inf(20, 20, 25, SOUTH)]
    hands = (cards("Aide-de-Camp", "Quick Step"), cards("Unexpected Delay"))
    state = go(a_round(units, hands), Act("march"), cards("Cold Steel"), Activate((0,)))
    state = go(state, Spend(card("Aide-de-Camp")), Play(card("Quick Step")), Play(card("Unexpected Delay")))
    state = go(state, Refuse())
    assert state.hands == (cards("Cold Steel"), ())
    assert state.discards == cards("Aide-de-Camp", "Quick Step", "Unexpected Delay")
    assert not state.effects
    assert asked(state).clause == "maurice:6.cinc"


@pytest.mark.rule("maurice:4.foiled", "maurice:R63")
def test_nobody_is_asked_to_modify_an_activation_that_has_been_foiled() -> None:
    units = [inf(0, 20, 5, disr=1), inf(1, 24.5, 5), inf(20, 20, 25, SOUTH)]
    hands = (cards("Aide-de-Camp"), cards("Confusion", "Murmurs in the Ranks"))
    state = go(a_round(units, hands), Act("rally"), cards("Cold Steel", "First Fire"), Activate((0, 1)))
    state = go(state, Spend(card("Aide-de-Camp")), Play(card("Confusion"), (0,)))
    assert asked(state).clause == "maurice:6.cinc"
    assert state.hands[1] == cards("Murmurs in the Ranks")


@pytest.mark.rule("maurice:4.interrupting", "maurice:F.2", "maurice:3.oneOfEach", "maurice:R20")
def test_an_interrupt_of_the_volleys_is_the_only_one_of_the_round_but_modifiers_of_each_symbol_may_follow() -> None:
    units = [*FACING, cav(1, 30, 10), cav(21, 30, 12, SOUTH)]
    his = cards("First Fire", "Thick Smoke", "Stirrups In", "Unexpected Delay", "Attack Falters")
    state = go(a_round(units, (cards("Aide-de-Camp", "Stand Fast"), his)), Volleys(True), Play(card("First Fire")))
    # Blue shoots first now, so Blue is asked first for a musket card; it may play one later, against Red.
    assert asked(state).seat == 1
    state = past_windows(state)
    state = go(state, AT_RED, (1, 1, 1, 1))
    asking = asked(state)
    while asking.seat == 0:
        state = go(state, Decline())
        asking = asked(state)
    state = go(state, Play(card("Thick Smoke")), AT_BLUE, (1, 1, 1, 1), Act("charge"))
    state = go(state, Activate((1,)), Spend(card("Aide-de-Camp")))
    # No question whether to interrupt: he has done so in this round.
    assert asked(state).clause == "maurice:8.charge"
    state = go(state, Charge(1))
    assert asked(state).clause == "maurice:8.card"
    state = go(state, Decline())
    assert Play(card("Stirrups In")) in asked(state).options


@pytest.mark.rule("maurice:4.smoke", "maurice:6.clearSmoke", "maurice:6.smoke", "maurice:R42")
def test_guns_may_fire_canister_and_march_to_clear_the_smoke_in_the_same_round_but_not_move() -> None:
    units = [gun(0, 20, 10), inf(20, 20, 13, SOUTH)]
    hands = (cards("Aide-de-Camp", "Stand Fast"), ())
    state = past_windows(go(a_round(units, hands), Volleys(True)))
    state = past_windows(go(state, Fire(0, (20,)), (1, 1)))
    assert state.unit(0).smoke
    if isinstance(state.stack[-1], Shooting):
        state = go(state, HoldFire(20))
    state = go(state, Act("march"), cards("Cold Steel"), Activate((0,)), Spend(card("Aide-de-Camp")))
    state = past_windows(state)
    assert asked(state).options == (ClearSmoke(), Done())
    assert asked(state).check(Move(0, legs=(("towards", 18_000), ("ahead", 500)))) is not None
    state = go(state, ClearSmoke())
    assert not state.unit(0).smoke


# -- volleys ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:7.sequence", "maurice:7.disrupted", "maurice:7.volley")
def test_the_passive_side_fires_back_with_what_the_first_fire_has_left_of_it() -> None:
    units = [inf(0, 20, 10), inf(20, 20, 13, SOUTH, disr=1)]
    state = past_windows(go(battle(units, CallVolleys()), Volleys(True)))
    state = past_windows(go(state, AT_BLUE, (6, 1, 1, 1), 6))
    assert state.unit(20).disr == 2
    fired = go(state, AT_RED)
    assert {need for _, need in fired.stack[-1].throw} == {5}  # type: ignore[union-attr]
    # Who is broken does not fire back, and nobody else being able, the phase is over.
    weak = [inf(0, 20, 10), inf(20, 20, 13, SOUTH, disr=4)]
    state = past_windows(go(battle(weak, MovingCinC(), CallVolleys()), Volleys(True)))
    state = go(state, AT_BLUE, (6, 1, 1, 1), 6)
    assert state.find(20) is None
    assert not any(isinstance(frame, VolleyPhase | Shooting) for frame in settled(state).stack)


@pytest.mark.rule("maurice:7.sequence", "maurice:R51")
def test_two_units_that_fire_at_one_target_roll_all_to_hit_before_any_hit_is_rolled_to_disrupt() -> None:
    units = [inf(0, 18, 10), inf(1, 22, 10), cav(20, 20, 13, SOUTH, disr=4)]
    state = go(battle(units, Shooting(0, False, (0, 1))), Direction(True))
    first = next(one for one in asked(state).options if isinstance(one, Fire))
    state = go(state, first, (6,) * sum(target >= 0 for target in first.targets))
    # It would break at the first disruption, and is still there for the second unit.
    second = next(one for one in asked(state).options if isinstance(one, Fire))
    state = go(state, second, (1,) * sum(target >= 0 for target in second.targets))
    assert thrown(state).clause == "maurice:7.disrupt"


@pytest.mark.rule("maurice:7.cover", "maurice:7.vsCover", "maurice:7.hit")
def test_dice_against_bases_with_and_without_cover_are_thrown_apart() -> None:
    wall = (piece("wall", (17, 12.6), (20.1, 12.6)),)
    state = go(battle(FACING, Shooting(0, False, (0,)), pieces=wall), AT_BLUE)
    needs = [need for _, need in state.stack[-1].throw]  # type: ignore[union-attr]
    assert needs == [5, 5, 4, 4]
    state = go(state, (4, 4, 4, 3))
    assert settled(state).stack[-1].hits == ((20, 1),)  # type: ignore[union-attr]


@pytest.mark.rule("maurice:7.canister", "maurice:R51", "maurice:4.smoke", "maurice:7.notBoth")
def test_passive_guns_that_fire_are_smoked_too_and_those_that_hold_their_fire_are_not() -> None:
    units = [inf(0, 20, 10), gun(20, 19, 13, SOUTH), gun(21, 21, 13, SOUTH)]
    state = past_windows(battle(units, MovingCinC(), VolleyPhase(0)))
    state = past_windows(go(state, HoldFire(0)))
    state = go(state, Direction(True), Fire(21, (0,)), (1, 1), HoldFire(20))
    assert [settled(state).unit(uid).smoke for uid in (20, 21)] == [False, True]


# -- forces of which something is lost on the way ------------------------------------------------------------------


@pytest.mark.rule("maurice:9.rally", "maurice:4.part", "maurice:R62")
def test_each_unit_of_a_rallying_force_rolls_for_itself() -> None:
    units = [inf(0, 20, 5, disr=2), inf(1, 25, 5), inf(2, 30, 5, disr=1), inf(20, 20, 25, SOUTH)]
    state = battle(units, MovingCinC(), Rallying((0, 1, 2)))
    state = go(state, (3, 2), 3)
    assert [state.unit(uid).disr for uid in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.rule("maurice:6.march", "maurice:R43")
def test_units_of_a_force_march_in_any_order_each_once_and_what_one_leaves_another_may_use() -> None:
    units = [inf(0, 20, 10), inf(1, 20, 8.5), inf(20, 20, 25, SOUTH)]
    state = battle(units, MovingCinC(), Activation("march", (0, 1), 12_000, 2))
    # The rear one cannot take the front one's ground before it has left, and then pays nothing for it.
    up = Move(1, legs=(("ahead", 1_500),))
    assert asked(state).check(up) is not None
    state = go(state, Move(0, legs=(("ahead", 3_000),)), up)
    assert [state.unit(uid).disr for uid in (0, 1)] == [0, 0]
    assert isinstance(settled(state).stack[-1], Marching) is False


@pytest.mark.rule("maurice:6.displaced", "maurice:6.displacedTo", "maurice:6.displacedLoss", "maurice:R34")
def test_a_march_through_the_enemy_commander_displaces_him_at_once_and_costs_his_side_a_card_at_the_end() -> None:
    units = [cav(0, 20, 10), inf(20, 40, 25, SOUTH)]
    facts = {"cinc": ((10_000, 2_000), (20_000, 13_000)), "hands": ((), cards("Stand Fast", "Confusion"))}
    state = battle(units, Cleanup(), Marching((0,)), **facts)
    state = go(state, Move(0, legs=(("ahead", 8_000),)))
    decide = asked(state)
    assert (decide.seat, decide.clause) == (1, "maurice:6.displacedTo")
    spot = decide.free.at(0.0, 0.0) if decide.free is not None else None
    assert spot is not None
    state = go(state, spot)
    decide = asked(state)
    assert (decide.seat, decide.clause) == (1, "maurice:6.displacedLoss")


@pytest.mark.rule("maurice:1.forces", "maurice:R16", "maurice:5.difficult")
def test_two_units_in_woods_and_one_on_rocks_are_one_force() -> None:
    units = [inf(0, 20, 10), inf(1, 25, 10), inf(2, 30, 10), inf(20, 20, 28, SOUTH)]
    ground = (box("woods", 17, 9, 27, 10), box("rocks", 28, 9, 32, 9.5))
    hands = (cards("Aide-de-Camp", "Stand Fast"), ())

    def refusal(pieces: tuple[Piece, ...]) -> Refusal | None:
        state = go(battle(units, CommandChoice(), hands=hands, pieces=pieces), Act("march"), cards("Cold Steel"))
        return asked(state).check(Activate((0, 1, 2)))

    assert refusal(ground) is None
    told = refusal(ground[:1])
    assert told is not None
    assert told.clause == "maurice:1.forces"
