"""What is not allowed is refused with the clause that forbids it, chapter by chapter."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Action, Touch
from kemu.core.refusal import Refusal
from kemu.games.maurice import State
from kemu.games.maurice.model.actions import (
    Act,
    Activate,
    ClearSmoke,
    Decline,
    Deploy,
    Direction,
    Done,
    Fire,
    HoldFire,
    Keep,
    Next,
    Play,
    PlayEvent,
    Refuse,
    Remove,
    SetPiece,
    Spend,
    Volleys,
)
from kemu.games.maurice.model.moves import Charge, Displace, Move, MoveCinC
from kemu.games.maurice.model.units import COLUMN, Piece, Unit
from kemu.games.maurice.rules.activation import Activation, NameForce, Paying
from kemu.games.maurice.rules.cards import Window
from kemu.games.maurice.rules.cinc import Displaced, MovingCinC
from kemu.games.maurice.rules.command_choice import CommandChoice
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.shooting import Shooting

from .positions import SOUTH, WEST, battle, box, card, cards, cav, game, go, gun, inf, settled

HANDS = (cards("Aide-de-Camp", "Stand Fast", "First Fire", "Valeur et Discipline"), cards("Stand Fast"))
ARMY = [
    inf(0, 20, 10), inf(1, 25, 10), cav(2, 30, 10), gun(3, 14, 10), inf(4, 36, 10, formation=COLUMN),
    inf(20, 20, 13, SOUTH), cav(21, 26, 13, SOUTH), gun(22, 14, 13, SOUTH),
]  # fmt: skip
AFAR = [inf(0, 20, 5, disr=1), cav(5, 30, 5), gun(3, 14, 5), gun(6, 16, 5), inf(20, 20, 22, SOUTH)]


def refused(state: State, action: Action) -> str:
    """Return the clause with which an action is refused."""
    with pytest.raises(Refusal) as told:
        go(state, action)
    return told.value.clause.removeprefix("maurice:")


@pytest.mark.rule("maurice:4.noWay", "maurice:3.event", "maurice:3.interrupt", "maurice:4.fresh")
@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (Act("rally"), "4.noWay"),
        (Act("bombard"), "4.noWay"),
        (PlayEvent(card("Aide-de-Camp")), "3.span"),
        (PlayEvent(card("First Fire")), "3.interrupt"),
        (PlayEvent(card("A Rousing Speech")), "3.hand"),
        # Nobody has anything to recover from.
        (PlayEvent(card("Valeur et Discipline"), 0), "4.event"),
        (Play(card("Stand Fast")), "3.modifier"),
    ],
)
def test_the_command_choice_is_an_action_that_can_be_done_an_event_or_a_pass(action: Action, clause: str) -> None:
    assert refused(battle(ARMY, CommandChoice(), hands=HANDS), action) == clause


@pytest.mark.rule("maurice:R61", "maurice:4.noWay")
def test_whoever_draws_no_card_and_has_none_that_reaches_is_told_so() -> None:
    far_off = [inf(0, 20, 18), inf(1, 10, 4), inf(20, 20, 21, SOUTH)]
    last_deck = {"deck": (), "pass_through": 2, "hands": (cards("Damp Cartridges"), ())}
    state = battle(far_off, CommandChoice(), **last_deck)
    assert [refused(state, Act(action)) for action in ("march", "charge", "rally")] == ["R61", "R61", "4.noWay"]


@pytest.mark.rule("maurice:4.round", "maurice:4.choice", "maurice:6.cinc", "maurice:8.fallBack", "maurice:R63")
@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (SetPiece("hill", 9_000, 9_000), "2.terrain"),
        (Deploy(0, 9_000, 9_000, 0, 0), "2.deployment"),
        (Volleys(True), "4.volley"),
        (Activate((0,)), "4.activate"),
        (Remove(True), "4.remove"),
        (Refuse(), "4.interrupting"),
        (Decline(), "4.modify"),
        (Fire(0, (20, 20, 20, 20)), "7.volley"),
        (ClearSmoke(), "6.clearSmoke"),
        (Move(0, legs=(("ahead", 10),)), "6.march"),
        (Charge(0), "8.charge"),
        (MoveCinC(9_000, 9_000), "6.cinc"),
        (Displace(22_500, 3_000), "6.displacedTo"),
        (Next(0), "8.fallBack"),
        (Keep((0,)), "R63"),
        (Spend(card("Stand Fast")), "3.span"),
    ],
)
def test_what_is_out_of_its_time_is_refused_with_the_clause_of_its_moment(action: Action, clause: str) -> None:
    assert refused(battle(ARMY, CommandChoice(), hands=HANDS), action) == clause


@pytest.mark.rule("maurice:7.water", "maurice:7.woods", "maurice:7.once")
def test_whoever_is_in_water_or_a_gun_in_woods_is_told_so() -> None:
    units = [*ARMY, gun(5, 8, 10), gun(23, 8, 13, SOUTH)]
    wet = battle(units, Shooting(0, False, (0, 1, 3)), pieces=(box("stream", 17, 9.5, 23, 9.8),), hands=HANDS)
    assert refused(wet, Fire(0, (20, 20, 20, 20))) == "7.water"
    woods = battle(units, Shooting(0, False, (0, 3, 5)), pieces=(box("woods", 7, 9.5, 9, 9.8),), hands=HANDS)
    assert refused(woods, Fire(5, (23,))) == "7.woods"
    assert refused(battle(units, Shooting(0, False, (0, 3, 5)), hands=HANDS, fired=1 << 5), HoldFire(5)) == "7.once"


@pytest.mark.rule("maurice:1.forces", "maurice:4.activate", "maurice:8.formation", "maurice:7.notBoth")
@pytest.mark.parametrize(
    ("does", "units", "clause"),
    [
        ("march", (0, 2), "1.forces"),
        ("march", (1, 4), "1.forces"),
        ("march", (0, 0), "1.forces"),
        ("march", (20,), "1.forces"),
        ("march", (), "1.forces"),
        ("charge", (3,), "8.charge"),
        ("charge", (4,), "8.formation"),
        ("charge", (1,), "8.infantryCavalry"),
    ],
)
def test_a_force_is_of_one_kind_and_able_to_do_what_it_is_named_for(
    does: str, units: tuple[int, ...], clause: str
) -> None:
    assert refused(battle(ARMY, NameForce(does), hands=HANDS), Activate(units)) == clause


@pytest.mark.rule("maurice:7.bombard", "maurice:7.notBoth", "maurice:9.rally", "maurice:4.activate", "maurice:3.span")
def test_a_force_that_has_fired_is_whole_or_is_too_far_away_is_not_activated() -> None:
    bombard = NameForce("bombard")
    assert refused(battle(AFAR, bombard, hands=HANDS), Activate((0,))) == "7.bombard"
    assert refused(battle(AFAR, bombard, hands=HANDS, fired=1 << 3), Activate((3,))) == "7.notBoth"
    assert refused(battle([*AFAR, gun(7, 40, 8)], bombard, hands=HANDS), Activate((7,))) == "7.long"
    assert refused(battle([*AFAR, gun(22, 12, 8, SOUTH)], bombard, hands=HANDS), Activate((3,))) == "7.shortFirst"
    assert refused(battle(AFAR, bombard, hands=HANDS, fired=1 << 3), Activate((3, 6))) == "7.notBoth"
    assert refused(battle(AFAR, NameForce("rally"), hands=HANDS), Activate((5,))) == "9.rally"
    near = battle(ARMY, NameForce("march"), hands=(cards("Stand Fast"), ()), cinc=((14_000, 6_000), (22_500, 28_000)))
    assert refused(near, Activate((2,))) == "4.activate"
    paying = battle(ARMY, Paying("march", (0,), 9_000), hands=HANDS)
    assert refused(paying, Spend(card("Confusion"))) == "3.hand"
    assert refused(paying, Play(card("First Fire"))) == "3.interrupt"


@pytest.mark.rule("maurice:6.allowance", "maurice:6.noContact", "maurice:6.retrograde", "maurice:6.line", "maurice:R43")
@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (Move(2, legs=(("ahead", 100),)), "R43"),
        (Move(1, legs=(("ahead", 4_001),)), "6.allowance"),
        (Move(1, legs=(("left", 6_000),)), "6.allowance"),
        (Move(0, legs=(("ahead", 2_990),)), "6.noContact"),
        (Move(0, legs=(("ahead", 100), ("back", 100))), "6.retrograde"),
        (Move(0, legs=(("back", 2_001),)), "6.retrograde"),
        (Move(0, legs=(("towards", 9_000), ("ahead", 500))), "6.line"),
        (Move(0, "massed_left"), "1.formations"),
        (Move(0, "column_left", legs=(("ahead", 100),)), "6.changeCost"),
        (Move(0, "about", legs=(("ahead", 100),)), "6.infantryFace"),
        (Charge(0), "6.noContact"),
        (ClearSmoke(), "6.clearSmoke"),
    ],
)
def test_a_line_on_the_march_does_only_what_lines_do(move: Action, clause: str) -> None:
    assert refused(battle(ARMY, Marching((0, 1)), hands=HANDS), move) == clause


@pytest.mark.rule("maurice:6.column", "maurice:6.cavalryFace", "maurice:6.smoke", "maurice:6.artillery", "maurice:R10")
@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (Move(4, legs=(("ahead", 12_001),)), "6.allowance"),
        (Move(4, legs=(("face", 9_000), ("ahead", 2_000))), "R10"),
        (Move(4, legs=(("face", 9_000),)), "6.column"),
        (Move(4, legs=(("back", 1_000),)), "6.column"),
        (Move(4, legs=(("left", 1_000),)), "6.column"),
        (Move(2, "about", legs=(("ahead", 100),)), "6.cavalryFace"),
        (Move(2, "line_rear_left", legs=(("ahead", 100),)), "6.changeCost"),
        (Move(3, "about"), "6.aboutFace"),
        (Move(3, "line_left"), "1.formations"),
        (Move(3, legs=(("left", 500),)), "6.artillery"),
        (Move(5, legs=(("towards", 0), ("ahead", 500))), "6.smoke"),
        (Move(3, legs=(("towards", 18_000), ("ahead", 6_001))), "6.allowance"),
        (Move(3, legs=(("towards", 18_000), ("ahead", 500), ("towards", 9_000), ("ahead", 2_000))), "6.sixTwo"),
    ],
)
def test_columns_horse_that_turns_about_and_guns_have_limits_of_their_own(move: Move, clause: str) -> None:
    units = [*ARMY, gun(5, 8, 8, smoke=True)]
    assert refused(battle(units, Marching((move.unit,)), hands=HANDS), move) == clause


@pytest.mark.rule("maurice:8.half", "maurice:8.others", "maurice:R52", "maurice:8.wheel", "maurice:8.infantryCavalry")
@pytest.mark.parametrize(
    ("order", "clause"),
    [
        (Charge(2), "8.infantryCavalry"),
        (Charge(3), "8.move"),
        (Charge(0, 1_433), "8.wheel"),
        (Charge(20), "8.charge"),
        (Move(2, legs=(("back", 100),)), "8.others"),
        (Move(2, "column_left"), "8.formation"),
        (Move(2, "about"), "R52"),
        (Move(2, legs=(("ahead", 2_990),)), "6.noContact"),
        (Move(0, legs=(("ahead", 100),)), "8.half"),
        (Done(), "8.half"),
    ],
)
def test_of_a_charging_force_half_charges_and_the_others_only_move_up(order: Action, clause: str) -> None:
    units = [inf(n, 20 + 5 * n, 10) for n in range(4)]
    units += [inf(20, 20, 13, SOUTH), inf(21, 25, 13, SOUTH), cav(22, 30, 13, SOUTH)]
    state = battle(units, Activation("charge", (0, 1, 2, 3), 20_000, 2), hands=HANDS)
    assert refused(state, order) == clause
    assert refused(go(state, Charge(0)), Charge(0)) == "8.charge"
    assert refused(go(state, Charge(0)), Move(0, legs=(("ahead", 10),))) == "8.others"


@pytest.mark.rule("maurice:7.who", "maurice:7.column", "maurice:7.sequence", "maurice:7.priorities", "maurice:7.once")
@pytest.mark.parametrize(
    ("order", "clause"),
    [
        (Fire(2, (20, 20)), "7.who"),
        (Fire(4, (20,)), "7.column"),
        (Fire(0, (20, 20, 20, 20)), "7.sequence"),
        (HoldFire(0), "7.sequence"),
        (Fire(3, (20,)), "7.short"),
        (Fire(22, (3,)), "7.volley"),
    ],
)
def test_fire_goes_by_the_order_and_at_what_comes_first(order: Action, clause: str) -> None:
    state = go(battle(ARMY, Shooting(0, False, (0, 1, 3)), hands=HANDS), Direction(True))
    assert refused(state, order) == clause


CREST = replace(box("hill", 4, 11, 16, 12), crest=((4_000, 11_500), (16_000, 11_500)))


@pytest.mark.rule("maurice:7.short", "maurice:7.angle", "maurice:7.first", "maurice:7.friend", "maurice:7.partial")
@pytest.mark.rule("maurice:7.hill", "maurice:7.priorities", "maurice:7.who")
@pytest.mark.parametrize(
    ("others", "ground", "target", "clause"),
    [
        ([inf(20, 10, 14.1, SOUTH)], (), 20, "7.short"),
        ([inf(20, 15.5, 10.5, WEST), inf(21, 10, 12, SOUTH)], (), 20, "7.angle"),
        ([inf(20, 10, 12, SOUTH), cav(21, 10, 13.2, SOUTH)], (), 21, "7.first"),
        ([inf(20, 10, 12, SOUTH), gun(21, 14, 12, SOUTH)], (), 21, "7.priorities"),
        ([inf(3, 10, 12), inf(20, 10, 13.5, SOUTH)], (), 20, "7.friend"),
        ([inf(20, 10, 13.5, SOUTH)], (box("woods", 4, 11, 16, 11.2),), 20, "7.partial"),
        ([inf(20, 10, 13.5, SOUTH)], (CREST,), 20, "7.hill"),
        ([inf(3, 13, 14), inf(20, 10, 12, SOUTH)], (), 3, "7.who"),
    ],
)
def test_a_player_hears_why_a_unit_does_not_fire_at_somebody(
    others: list[Unit], ground: tuple[Piece, ...], target: int, clause: str
) -> None:
    # Somebody else fires too, far away: so it is asked who fires, whether this one has a target or not.
    units = [inf(0, 10, 10), inf(1, 40, 10), inf(29, 40, 12, SOUTH), *others]
    state = battle(units, Shooting(0, False, (0, 1), ordered=True), pieces=ground)
    assert refused(state, Fire(0, (target,) * 4)) == clause


@pytest.mark.rule("maurice:7.first")
def test_a_click_on_an_enemy_tells_why_the_unit_that_is_to_fire_does_not_fire_at_him() -> None:
    units = [inf(0, 10, 10), inf(20, 10, 12, SOUTH), cav(21, 10, 13.2, SOUTH)]
    state = settled(battle(units, Shooting(0, False, (0,), ordered=True)))
    why = game().why_not(state, 0, Touch("u21"))
    assert why is not None
    assert why.clause == "maurice:7.first"


@pytest.mark.rule("maurice:7.sequence", "maurice:4.volley")
def test_the_order_of_fire_comes_first_and_without_targets_there_are_no_volleys() -> None:
    state = battle(ARMY, Shooting(0, False, (0, 1, 3)), hands=HANDS)
    assert refused(state, HoldFire(0)) == "7.sequence"
    afar = battle(AFAR, CommandChoice(), hands=HANDS)
    why = game().why_not(settled(afar), 0, Volleys(True))
    assert why is not None
    assert "short range" in why.reason


@pytest.mark.rule("maurice:3.modifier", "maurice:3.interrupt", "maurice:4.fresh", "maurice:3.hand")
def test_a_card_is_played_for_its_text_only_at_its_own_moment() -> None:
    own = Window(("march.before_moves",), (0,), "march", (0,))
    hands = (cards("Quick Step", "Stand Fast", "First Fire"), ())
    state = battle(ARMY, Activation("march", (0,), 8_000, 1), own, hands=hands)
    assert refused(state, Play(card("Stand Fast"))) == "3.modifier"
    assert refused(state, Play(card("First Fire"))) == "3.modifier"
    assert refused(state, Play(card("Find a Way"))) == "3.hand"
    new = battle(ARMY, Activation("march", (0,), 8_000, 1), own, hands=hands, fresh=cards("Quick Step"))
    assert refused(new, Play(card("Quick Step"))) == "4.fresh"
    his = Window(("force.paid",), (1,), "march", (0,))
    hands = ((), cards("Attack Falters", "Confusion", "Stand Fast"))
    state = battle(ARMY, Activation("march", (0,), 8_000, 1), his, hands=hands)
    assert refused(state, Play(card("Attack Falters"), (0,))) == "3.interrupt"
    assert refused(state, Play(card("Confusion"), (1,))) == "3.interrupt"
    assert refused(state, Play(card("Confusion"))) == "3.interrupt"
    assert refused(state, Play(card("Stand Fast"))) == "3.interrupt"


@pytest.mark.rule("maurice:6.cinc", "maurice:6.displacedTo", "maurice:R34")
def test_the_commander_is_set_on_no_base_on_the_table_and_displaced_no_farther_than_he_must() -> None:
    moving = battle(ARMY, MovingCinC(), hands=HANDS)
    assert refused(moving, MoveCinC(20_000, 9_500)) == "R34"
    assert refused(moving, MoveCinC(100, 100)) == "R34"
    displaced = battle(ARMY, Displaced(0), hands=HANDS)
    for spot in (Displace(22_500, 4_000), Displace(22_500, 2_000), Displace(22_500, 3_500)):
        assert refused(displaced, spot) == "6.displacedTo"
    rocks = (box("rocks", 15, 11, 25, 12),)
    worn = battle([inf(0, 20, 10, disr=4)], Marching((0,)), hands=HANDS, pieces=rocks)
    assert refused(worn, Move(0, legs=(("ahead", 2_000),))) == "6.neverBroken"
