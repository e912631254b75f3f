"""Every card of the deck, played once: what its text does, to whom, and that it ends with its moment."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kemu.games.maurice import State
from kemu.games.maurice.model.actions import Decline, Direction, Done, Fire, HoldFire, Play, PlayEvent, Remove, SetPiece
from kemu.games.maurice.model.moves import Move
from kemu.games.maurice.model.units import Unit
from kemu.games.maurice.rules.activation import Activation
from kemu.games.maurice.rules.combat import Combat, lines_of, value_of
from kemu.games.maurice.rules.command_choice import CommandChoice
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.rallying import rallies_on
from kemu.games.maurice.rules.shooting import disrupts_on
from kemu.games.maurice.rules.volleys import VolleyPhase

from .positions import SOUTH, asked, battle, box, card, cards, cav, game, go, gun, inf, piece, settled, thrown

FACING = [inf(0, 20, 10), inf(20, 20, 13, SOUTH)]
AT_BLUE, AT_RED = Fire(0, (20, 20, 20, 20)), Fire(20, (0, 0, 0, 0))
GUNS = [gun(0, 18, 5), gun(1, 20, 5), gun(2, 22, 5), gun(3, 24, 5), inf(20, 20, 15, SOUTH), gun(21, 25, 15, SOUTH)]


def throw(state: State) -> list[int]:
    """Return what the dice to hit that are due need."""
    return [need for _, need in settled(state).stack[-1].throw]  # type: ignore[union-attr]


def marching(units: Sequence[Unit], uids: tuple[int, ...], title: str, **more: object) -> State:
    """Return a march after this card."""
    state = battle(list(units), Activation("march", uids, 40_000), hands=(cards(title), ()), **more)
    return go(state, Play(card(title)))


def fight(units: Sequence[Unit], title: str, who: tuple[int, ...] = (), seat: int = 0, **more: object) -> State:
    """Return a combat of the first unit's side after this card."""
    hands = (cards(title), ()) if seat == 0 else ((), cards(title))
    attackers = tuple(unit.id for unit in units if unit.id < 20)
    state = battle(list(units), Combat(attackers), hands=hands, **more)
    return go(state, Play(card(title), who))


def value(state: State, uid: int) -> int:
    top = settled(state).stack[-1]
    assert isinstance(top, Combat)
    return value_of(lines_of(game(), state, top.pairs, uid))


# -- crossed swords --------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:8.card")
@pytest.mark.parametrize("seat", [0, 1])
def test_stirrups_in_gives_two_to_each_own_cavalry_engaged(seat: int) -> None:
    units = [cav(0, 20, 8), cav(20, 19, 8.001, SOUTH), cav(21, 21, 8.001, SOUTH)]
    state = fight(units, "Stirrups In", seat=seat)
    # Two against one that engages only it.
    assert [value(state, uid) for uid in (0, 20, 21)] == ([6, 6, 6] if seat == 0 else [4, 8, 8])


@pytest.mark.rule("maurice:8.card")
def test_grenadiers_forward_gives_two_to_up_to_two_infantry_that_are_named() -> None:
    units = [inf(n, 16 + 4 * n, 8) for n in range(3)] + [inf(20 + n, 16 + 4 * n, 8.001, SOUTH) for n in range(3)]
    state = battle(units, Combat((0, 1, 2)), hands=(cards("Grenadiers Forward"), ()))
    offers = [one.units for one in asked(state).options if isinstance(one, Play)]
    assert (0,) in offers
    assert (0, 2) in offers
    assert max(map(len, offers)) == 2
    state = go(state, Play(card("Grenadiers Forward"), (0, 2)))
    assert [value(state, uid) for uid in (0, 1, 2)] == [8, 6, 8]


@pytest.mark.rule("maurice:8.card", "maurice:4.order")
def test_for_the_king_gives_three_to_one_infantry_even_to_one_that_defends() -> None:
    state = battle(
        [cav(0, 20, 8), inf(20, 20, 8.001, SOUTH)], Combat((0,)), hands=(cards("Stirrups In"), cards("For the King"))
    )
    assert asked(state).seat == 0
    state = go(state, Play(card("Stirrups In")))
    assert asked(state).seat == 1
    state = go(state, Play(card("For the King"), (20,)))
    assert [value(state, uid) for uid in (0, 20)] == [8, 9]


@pytest.mark.rule("maurice:8.card", "maurice:8.passive")
def test_stand_fast_takes_one_disr_at_most_but_who_is_doubled_breaks() -> None:
    units = [inf(0, 20, 8), inf(20, 20, 8.001, SOUTH)]
    state = fight(units, "Stand Fast", (20,), seat=1)
    assert go(state, 6, 1).unit(20).disr == 1
    weak = [inf(0, 20, 8), inf(20, 20, 8.001, SOUTH, disr=3)]
    assert go(fight(weak, "Stand Fast", (20,), seat=1), 6, 1).find(20) is None
    # The attacker too.
    assert go(fight(units, "Stand Fast", (0,)), 1, 6).unit(0).disr == 1


@pytest.mark.rule("maurice:8.card", "maurice:8.attackCover", "maurice:8.higher")
def test_cold_steel_waives_cover_and_height_for_the_active_side_only() -> None:
    units = [inf(0, 20, 8), inf(20, 20, 8.001, SOUTH)]
    pieces = (piece("wall", (15, 8), (25, 8)), box("hill", 15, 8, 25, 12))
    assert value(go(battle(units, Combat((0,)), pieces=pieces)), 0) == 3
    assert value(fight(units, "Cold Steel", (0,), pieces=pieces), 0) == 6
    state = battle(units, Combat((0,)), hands=((), cards("Cold Steel")), pieces=pieces)
    assert asked(state).options == (Decline(),)


# -- the musket ------------------------------------------------------------------------------------------------


def volley(units: Sequence[Unit], title: str, who: tuple[int, ...] = (), seat: int = 0, **more: object) -> State:
    hands = (cards(title), ()) if seat == 0 else ((), cards(title))
    return go(battle(list(units), VolleyPhase(0), hands=hands, **more), Play(card(title), who))


@pytest.mark.rule("maurice:7.musket", "maurice:R27")
def test_thick_smoke_hurts_the_half_in_which_it_is_played_and_not_the_other() -> None:
    state = volley(FACING, "Thick Smoke", seat=1)
    assert throw(go(state, AT_BLUE)) == [5, 5, 5, 5]
    assert throw(go(state, HoldFire(0), AT_RED)) == [4, 4, 4, 4]


@pytest.mark.rule("maurice:7.musket", "maurice:7.dice")
def test_whiff_of_grape_is_one_die_more_for_canister_and_none_for_muskets() -> None:
    units = [gun(0, 17, 10), inf(1, 20, 10), inf(20, 19, 13, SOUTH)]
    state = volley(units, "Whiff of Grape")
    fire = Fire(0, (20,))
    state = go(state, Direction(True))
    assert len(throw(go(state, fire))) == 3
    assert len(throw(go(state, HoldFire(0), Fire(1, (20, 20, 20, 20))))) == 4


@pytest.mark.rule("maurice:7.musket")
def test_fire_by_platoons_rolls_failed_dice_once_more_and_the_second_result_stands() -> None:
    state = go(volley(FACING, "Fire by Platoons", (0,)), AT_BLUE, (1, 2, 4, 6))
    assert len(throw(state)) == 2
    state = go(state, (1, 5))
    assert thrown(state).clause == "maurice:7.disrupt"
    assert settled(state).stack[-1].hits == ((20, 3),)  # type: ignore[union-attr]


@pytest.mark.rule("maurice:7.musket", "maurice:7.disrupt")
def test_hold_until_close_helps_all_hits_on_one_enemy() -> None:
    state = volley(FACING, "Hold Until Close", (20,))
    assert disrupts_on(game(), state, state.unit(20), long=False) == 3
    state = go(state, AT_BLUE, (6, 6, 1, 1), (3, 2))
    assert state.unit(20).disr == 1


@pytest.mark.rule("maurice:7.musket")
def test_damp_cartridges_silence_one_enemy_infantry_unit_for_this_half() -> None:
    units = [inf(0, 18, 10), inf(1, 22, 10), inf(20, 18, 13, SOUTH), inf(21, 22, 13, SOUTH)]
    state = volley(units, "Damp Cartridges", (0,), seat=1)
    assert HoldFire(1) in asked(state).options
    after = go(state, HoldFire(1))
    # Red has fired: nobody asks unit 0, and Blue's half comes.
    assert asked(after).seat == 1


# -- the bugle -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:6.bugle", "maurice:6.crossing")
def test_passage_of_lines_spares_the_unit_and_those_that_it_crosses() -> None:
    units = [inf(0, 20, 8), inf(1, 20, 10)]
    through = Move(0, legs=(("ahead", 4_000),))
    state = go(marching(units, (0,), "Passage of Lines"), through)
    assert [state.unit(uid).disr for uid in (0, 1)] == [0, 0]
    plain = go(battle(units, Marching((0,))), through)
    assert [plain.unit(uid).disr for uid in (0, 1)] == [1, 1]
    # Also with four DISR.
    worn = [inf(0, 20, 8, disr=4), inf(1, 20, 10, disr=4)]
    assert go(marching(worn, (0,), "Passage of Lines"), through).unit(0).disr == 4


@pytest.mark.rule("maurice:6.bugle", "maurice:6.neverBroken")
def test_find_a_way_leads_even_the_worn_through_difficult_ground() -> None:
    rocks = (box("rocks", 15, 11, 25, 12),)
    ahead = Move(0, legs=(("ahead", 3_000),))
    state = go(marching([inf(0, 20, 10, disr=4)], (0,), "Find a Way", pieces=rocks), ahead)
    assert state.unit(0).disr == 4
    # It is no help against ponds, and it ends with the action.
    pond = (box("pond", 15, 11, 25, 12),)
    blocked = marching([inf(0, 20, 10), inf(20, 20, 25, SOUTH)], (0,), "Find a Way", pieces=pond)
    assert asked(blocked).check(ahead) is not None
    assert not go(blocked, Done()).effects


@pytest.mark.rule("maurice:6.bugle", "maurice:6.retrograde")
def test_retrograde_is_not_halved_and_forward_no_farther() -> None:
    foe = inf(20, 20, 25, SOUTH)
    state = marching([inf(0, 20, 10), foe], (0,), "Retrograde")
    assert asked(state).check(Move(0, legs=(("back", 4_000),))) is None
    assert asked(state).check(Move(0, legs=(("back", 4_001),))) is not None
    assert asked(state).check(Move(0, legs=(("ahead", 4_001),))) is not None


@pytest.mark.rule("maurice:6.bugle", "maurice:6.table")
def test_quick_step_is_forward_only_and_for_no_column() -> None:
    foe = inf(20, 20, 25, SOUTH)
    state = marching([inf(0, 20, 10), foe], (0,), "Quick Step")
    assert asked(state).check(Move(0, legs=(("ahead", 6_000),))) is None
    assert asked(state).check(Move(0, legs=(("ahead", 6_001),))) is not None
    assert asked(state).check(Move(0, legs=(("back", 2_001),))) is not None
    column = battle(
        [inf(0, 20, 10, formation=1), foe], Activation("march", (0,), 40_000), hands=(cards("Quick Step"), ())
    )
    assert asked(column).options == (Decline(),)


# -- the cannon ------------------------------------------------------------------------------------------------


def bombard(title: str, who: tuple[int, ...] = (), seat: int = 0) -> State:
    hands = (cards(title), ()) if seat == 0 else ((), cards(title))
    state = battle(GUNS, Activation("bombard", (0, 1, 2, 3), 40_000), hands=hands)
    while not any(isinstance(one, Play) for one in asked(state).options):
        state = go(state, Decline())
    return go(state, Play(card(title), who))


def guns_fire(state: State, uid: int, target: int) -> State:
    while isinstance(asked(state).options[0], Decline):
        state = go(state, Decline())
    state = go(state, Direction(True))
    for other in range(uid):
        state = go(state, HoldFire(other))
    return go(state, Fire(uid, (target,)))


@pytest.mark.rule("maurice:7.cannon")
def test_grand_battery_ample_powder_and_dust_change_the_dice_of_the_guns() -> None:
    assert throw(guns_fire(bombard("Grand Battery"), 0, 20)) == [3]
    ample = bombard("Ample Powder", (0, 1, 3))
    assert throw(guns_fire(ample, 1, 20)) == [4, 4]
    assert len(throw(guns_fire(ample, 2, 20))) == 1
    assert throw(guns_fire(bombard("Dust and Haze", seat=1), 0, 20)) == [5]


@pytest.mark.rule("maurice:7.cannon", "maurice:7.disrupt")
def test_ricochet_disrupts_men_on_three_and_guns_on_five() -> None:
    state = bombard("Ricochet")
    assert [disrupts_on(game(), state, state.unit(uid), long=True) for uid in (20, 21)] == [3, 5]


# -- the flag --------------------------------------------------------------------------------------------------


def rally(title: str, units: Sequence[Unit], who: tuple[int, ...] = (), seat: int = 0, **more: object) -> State:
    hands = (cards(title), ()) if seat == 0 else ((), cards(title))
    state = battle(list(units), Activation("rally", (0,), 40_000), hands=hands, **more)
    while not any(isinstance(one, Play) for one in asked(state).options):
        state = go(state, Decline())
    state = go(state, Play(card(title), who))
    return go(state, Decline()) if seat == 0 and _declines(state) else state


def _declines(state: State) -> bool:
    from kemu.core.pending import Decide

    pending = game().pending(settled(state))
    return isinstance(pending, Decide) and pending.options[:1] == (Decline(),)


@pytest.mark.rule("maurice:9.rally", "maurice:9.modifiers", "maurice:4.modify")
def test_the_flag_cards_change_what_a_rally_needs() -> None:
    near = [inf(0, 20, 10, disr=2), inf(20, 20, 13, SOUTH)]
    marsh = (box("marsh", 15, 8, 25, 9.5),)
    assert rallies_on(game(), battle(near), 0) == 4
    assert rallies_on(game(), battle(near, pieces=marsh), 0) == 5
    assert rallies_on(game(), rally("Colours to the Front", near), 0) == 3
    assert rallies_on(game(), rally("Murmurs in the Ranks", near, seat=1), 0) == 5
    assert rallies_on(game(), rally("Field Chaplain", near, pieces=marsh), 0) == 3
    state = rally("Old Sergeants", near, (0,))
    state = go(state, (1, 4))
    assert state.unit(0).disr == 2
    assert go(state, 4).unit(0).disr == 0


# -- events ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:4.event", "maurice:3.event", "maurice:4.remove")
def test_valeur_recovers_three_and_speech_one_morale_never_above_the_start() -> None:
    worn = [inf(0, 20, 10, disr=4), inf(1, 25, 10, disr=1), inf(20, 20, 25, SOUTH)]
    hand = (cards("Valeur et Discipline", "A Rousing Speech"), ())
    valeur = battle(worn, CommandChoice(), hands=hand)
    assert go(valeur, PlayEvent(card("Valeur et Discipline"), 0)).unit(0).disr == 1
    assert go(valeur, PlayEvent(card("Valeur et Discipline"), 1)).unit(1).disr == 0
    # It is no event that one could do without effect.
    assert PlayEvent(card("A Rousing Speech")) not in asked(valeur).options
    low = battle(worn, CommandChoice(), hands=hand, morale=(9, 10))
    state = go(low, PlayEvent(card("A Rousing Speech")))
    assert state.morale == (10, 10)
    assert asked(state).options == (Remove(True), Remove(False))


@pytest.mark.rule("maurice:4.event", "maurice:R17", "maurice:4.remove")
def test_a_marsh_appears_a_base_width_from_every_base_and_on_no_other_area() -> None:
    title = "That's Not on the Map"
    units = [inf(0, 20, 10), inf(20, 20, 25, SOUTH)]
    state = battle(units, CommandChoice(), hands=(cards(title), ()), pieces=(box("woods", 30, 10, 33, 13),))
    state = go(state, PlayEvent(card(title)))
    # The marsh is 2 BW deep, so 1 BW from the front line's 10 its middle is at 12.
    assert asked(state).check(SetPiece("small-marsh", 20_000, 11_990)) is not None
    assert asked(state).check(SetPiece("small-marsh", 31_500, 11_500)) is not None
    assert asked(state).check(SetPiece("large-wood", 20_000, 18_000)) is not None
    state = go(state, SetPiece("small-marsh", 20_000, 12_000))
    assert len(state.pieces) == 2
    assert state.played == cards(title)
    assert go(state, Remove(False), Remove(True)).removed == cards(title)


@pytest.mark.rule("maurice:3.modifier", "maurice:3.interrupt", "maurice:3.span")
def test_every_card_may_be_played_for_its_span_and_each_title_has_a_moment_or_none() -> None:
    cat = game().cat
    assert sum(entry.copies for entry in cat.cards) == 52
    assert {entry.span for entry in cat.cards} == {4, 6, 8, 12}
    assert sum(entry.span * entry.copies for entry in cat.cards) == 364
    assert [entry.title for entry in cat.cards if not entry.uses] == ["Aide-de-Camp"]
    assert sum(entry.copies for entry in cat.cards if entry.remove) == 4
    assert all(entry.event for entry in cat.cards if entry.remove)
