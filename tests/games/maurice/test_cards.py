"""Chapter 3, and chapter 4 on cards: hands, spans, modifiers, interrupts, the deck's three lives."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.maurice import Settings
from kemu.games.maurice.model.actions import Act, ClearSmoke, Decline, PassRound, Play, PlayEvent, Refuse, Remove, Spend
from kemu.games.maurice.rules.activation import Activation, KeepPart, NameForce, Paying, Toll
from kemu.games.maurice.rules.cards import Window
from kemu.games.maurice.rules.charging import Charging
from kemu.games.maurice.rules.cinc import MovingCinC
from kemu.games.maurice.rules.combat import Combat
from kemu.games.maurice.rules.command_choice import CommandChoice
from kemu.games.maurice.rules.deck import Draws
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.morale import Finished
from kemu.games.maurice.rules.rallying import Rallying
from kemu.games.maurice.rules.round import Cleanup, TooMany
from kemu.games.maurice.rules.volleys import VolleyPhase

from .positions import SOUTH, asked, battle, box, card, cards, cav, ended, game, go, gun, inf, settled, thrown

TWO = [inf(0, 20, 8), inf(20, 20, 22, SOUTH)]


def without(*titles: str) -> tuple[int, ...]:
    """Return the full deck without some cards."""
    deck = list(game().cat.full)
    for title in titles:
        deck.remove(card(title))
    return tuple(deck)


@pytest.mark.rule("maurice:2.deal", "maurice:3.hand")
def test_six_cards_are_dealt_to_each_and_only_their_owner_sees_them() -> None:
    state = game().start(Settings())
    rng = QuickRng(1)
    for _ in (0, 1):
        state, _ = game().apply(state, game().pending(state).sample(rng))
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert len(state.deck) == 40
    assert game().cat.reshuffle not in state.deck
    for seat, other in ((0, 1), (1, 0)):
        seen = game().view(state, seat).state
        assert seen.hands[seat] == state.hands[seat]
        assert seen.hands[other] == (-1,) * 6
        assert set(seen.deck) == {-1}


@pytest.mark.rule("maurice:3.hand")
def test_a_redeal_deals_every_unseen_card_once_and_gives_the_same_view() -> None:
    state = battle(TWO, hands=(cards("Stand Fast", "Aide-de-Camp"), cards("First Fire")), deck=without(
        "Stand Fast", "Aide-de-Camp", "First Fire"))  # fmt: skip
    view = game().view(state, 0)
    again = game().redeal(view, QuickRng(4))
    assert game().view(again, 0) == view
    assert sorted((*again.hands[0], *again.hands[1], *again.deck)) == list(game().cat.full)


@pytest.mark.rule("maurice:3.hand", "maurice:R29")
def test_a_card_on_the_table_or_out_of_the_game_is_dealt_to_nobody() -> None:
    gone = ("That's Not on the Map", "Death of a Hero", "Cold Steel")
    state = battle(
        TWO,
        NameForce("march"),
        hands=((), cards("Stand Fast")),
        played=cards(gone[0]),
        removed=cards(gone[1]),
        discards=cards(gone[2]),
        deck=without("Stand Fast", *gone),
    )
    again = game().redeal(game().view(state, 0), QuickRng(4))
    assert sorted((*again.hands[1], *again.deck, *cards(*gone))) == list(game().cat.full)


@pytest.mark.rule("maurice:3.hand")
def test_a_hand_that_is_being_paid_from_is_redealt_so_that_it_can_pay() -> None:
    deck = without("Aide-de-Camp")
    state = battle(TWO, Paying("march", (0,), 11_500), hands=(cards("Aide-de-Camp"), ()), deck=deck)
    for seed in range(20):
        again = game().redeal(game().view(state, 1), QuickRng(seed))
        assert game().cat.cards[again.hands[0][0]].span == 12


@pytest.mark.parametrize(("action", "drawn"), [("march", 1), ("rally", 2)])
@pytest.mark.rule("maurice:4.draw", "maurice:4.choice", "maurice:4.action")
def test_an_action_draws_before_the_force_is_named(action: str, drawn: int) -> None:
    units = [inf(0, 20, 8, disr=1), inf(20, 20, 22, SOUTH)]
    state = go(battle(units, CommandChoice(), hands=(cards("Aide-de-Camp"), ())), Act(action))
    chance = thrown(state)
    assert len(chance.sample(QuickRng(0))) == drawn
    assert isinstance(state.stack[-2], NameForce)


@pytest.mark.rule("maurice:4.pass", "maurice:4.draw")
def test_a_pass_draws_three() -> None:
    state = go(battle(TWO, CommandChoice(), hands=(cards("Aide-de-Camp"), ())), PassRound())
    assert len(thrown(state).sample(QuickRng(0))) == 3


@pytest.mark.rule("maurice:3.hand", "maurice:4.fresh")
def test_which_of_his_cards_are_new_is_known_to_their_owner_alone() -> None:
    hands = (cards("Cold Steel", "Stand Fast"), cards("Thick Smoke"))
    state = battle(TWO, NameForce("march"), hands=hands, fresh=cards("Cold Steel"), deck=without("Cold Steel"))
    assert game().view(state, 0).state.fresh == cards("Cold Steel")
    for seat in (1, None):
        seen = game().view(state, seat).state
        assert (seen.fresh, seen.hands[0]) == ((-1,), (-1, -1))
    # A card that was taken from him is known to him, and to nobody who only looks on.
    shown = battle(TWO, NameForce("march"), hands=hands, shown=(cards("Stand Fast"), ()), deck=())
    assert game().view(shown, 1).state.hands[0] == (-1, *cards("Stand Fast"))
    assert game().view(shown, None).state.hands[0] == (-1, -1)


@pytest.mark.rule("maurice:4.reshuffle", "maurice:R29")
def test_when_the_first_deck_runs_out_the_discards_with_reshuffle_are_drawn_from() -> None:
    last = cards("Stand Fast", "Thick Smoke")
    state = battle(TWO, Draws(0, 3), deck=last, discards=cards("Cold Steel", "Aide-de-Camp"))
    state = go(state, last)
    assert state.deck == (*cards("Cold Steel", "Aide-de-Camp"), game().cat.reshuffle)
    assert state.pass_through == 1
    assert not state.discards
    assert state.stack[-1] == Draws(0, 1)


@pytest.mark.rule("maurice:4.reshuffle", "maurice:R29")
def test_the_first_deck_is_made_anew_as_soon_as_its_last_card_is_drawn_though_no_more_is_due() -> None:
    last = cards("Stand Fast")
    state = go(battle(TWO, Draws(0, 1), deck=last, discards=cards("Cold Steel")), last)
    assert state.deck == (*cards("Cold Steel"), game().cat.reshuffle)
    assert (state.pass_through, state.discards) == (1, ())


@pytest.mark.rule("maurice:4.lastDeck", "maurice:R29")
def test_reshuffle_leaves_the_game_is_not_one_of_the_cards_due_and_makes_the_last_deck() -> None:
    state = battle(
        TWO,
        Draws(0, 2),
        deck=(*cards("Cold Steel"), game().cat.reshuffle),
        discards=cards("Thick Smoke", "Quick Step"),
        pass_through=1,
    )
    state = go(state, game().cat.reshuffle)
    assert state.deck == cards("Cold Steel", "Thick Smoke", "Quick Step")
    assert (state.pass_through, state.discards) == (2, ())
    assert state.stack[-1] == Draws(0, 2)


@pytest.mark.rule("maurice:4.fresh", "maurice:R21")
def test_a_card_drawn_this_round_serves_for_its_span_and_not_for_its_text() -> None:
    new = cards("Stirrups In")
    facts = {"hands": (new, ()), "fresh": new, "deck": without("Stirrups In")}
    both = {**facts, "hands": (cards("Stirrups In", "Aide-de-Camp"), ())}
    units = [cav(0, 20, 8), cav(20, 20, 11, SOUTH)]
    window = Window(("charge.before_scores",), (0,), "charge", (0, 20))
    state = battle(units, Activation("charge", (0,), 8_000, 3), window, **facts)
    assert state.stack[-1] == window
    assert not isinstance(settled(state).stack[-1], Window)
    assert Spend(new[0]) in asked(battle(units, Paying("charge", (0,), 7_000), **both)).options


@pytest.mark.rule("maurice:4.fresh", "maurice:R21", "maurice:3.discard")
def test_of_two_alike_the_one_just_drawn_is_spent_and_the_other_keeps_its_text() -> None:
    two = cards("Stirrups In", "Stirrups In")
    units = [cav(0, 20, 8), cav(1, 25, 8), cav(20, 20, 11, SOUTH)]
    deck = without("Stirrups In", "Stirrups In")
    state = battle(units, Paying("march", (0,), 7_000), hands=(two, ()), fresh=cards("Stirrups In"), deck=deck)
    state = go(state, Spend(card("Stirrups In")))
    assert (state.hands[0], state.fresh) == (cards("Stirrups In"), ())
    window = Window(("charge.before_scores",), (0,), "charge", (0, 20))
    fighting = battle(units, window, hands=state.hands, fresh=state.fresh, deck=deck)
    assert Play(card("Stirrups In")) in asked(fighting).options


@pytest.mark.rule("maurice:4.event", "maurice:3.event")
def test_nothing_is_taken_from_an_empty_hand_and_no_morale_rises_above_its_start() -> None:
    hand = cards("Captured Intelligence", "A Rousing Speech")
    empty = battle(TWO, CommandChoice(), hands=(hand, ()), deck=without(*("Captured Intelligence", "A Rousing Speech")))
    assert not any(isinstance(option, PlayEvent) for option in asked(empty).options)
    more = battle(TWO, CommandChoice(), hands=(hand, cards("Stand Fast")), morale=(9, 10))
    assert {option.card for option in asked(more).options if isinstance(option, PlayEvent)} == set(hand)


@pytest.mark.rule("maurice:3.span", "maurice:3.several", "maurice:4.figActivate", "maurice:R22", "maurice:4.activate")
def test_spans_are_added_until_they_reach_the_force_and_no_further() -> None:
    hand = cards("Aide-de-Camp", "Stand Fast", "Confusion")
    state = go(battle(TWO, Paying("march", (0,), 11_000), hands=(hand, ())), Spend(card("Confusion")))
    assert isinstance(state.stack[-1], Paying)
    state = go(state, Spend(card("Aide-de-Camp")))
    assert not isinstance(state.stack[-1], Paying)
    assert state.hands[0] == cards("Stand Fast")
    exact = go(battle(TWO, Paying("march", (0,), 4_000), hands=(hand, ())), Spend(card("Stand Fast")))
    assert not isinstance(exact.stack[-1], Paying)


@pytest.mark.rule("maurice:4.least")
def test_an_activation_costs_at_least_one_card_at_no_distance() -> None:
    hand = cards("Stand Fast", "Confusion")
    assert asked(battle(TWO, Paying("march", (0,), 0), hands=(hand, ()))).options == (
        Spend(card("Stand Fast")),
        Spend(card("Confusion")),
    )
    # Nobody is asked which card of one.
    paid = settled(battle(TWO, Paying("march", (0,), 0), hands=(cards("Stand Fast"), ())))
    assert isinstance(paid.stack[-1], Marching)
    assert paid.hands[0] == ()
    assert paid.discards == cards("Stand Fast")


@pytest.mark.rule("maurice:R24", "maurice:4.activate")
def test_nothing_is_activated_and_no_card_lost_if_no_force_can_be_paid_for() -> None:
    units = [inf(0, 20, 28), inf(20, 40, 22, SOUTH)]
    facts = {"hands": (cards("Stand Fast"), ()), "cinc": ((2_000, 1_000), (44_000, 29_000))}
    none = settled(battle(units, MovingCinC(), NameForce("march"), **facts))
    assert isinstance(none.stack[-1], MovingCinC)
    assert none.hands[0] == cards("Stand Fast")


@pytest.mark.rule("maurice:3.hand", "maurice:R24")
def test_a_hand_that_names_a_force_is_redealt_so_that_it_can_pay_for_one() -> None:
    units = [inf(0, 20, 16), inf(20, 40, 28, SOUTH)]
    facts = {"hands": (cards("Aide-de-Camp"), ()), "cinc": ((20_000, 3_000), (44_000, 29_000))}
    state = battle(units, NameForce("march"), deck=without("Aide-de-Camp"), **facts)
    assert asked(state).prompt == "Which force is to march?"
    for seed in range(12):
        again = game().redeal(game().view(state, 1), QuickRng(seed))
        assert game().cat.cards[again.hands[0][0]].span == 12


@pytest.mark.rule("maurice:R61", "maurice:4.noWay", "maurice:R23")
def test_a_charge_that_no_card_pays_for_cannot_be_chosen_and_a_rally_needs_disruption() -> None:
    units = [cav(0, 20, 8), cav(20, 20, 12, SOUTH)]
    far = battle(units, CommandChoice(), hands=(cards("Stand Fast"), ()), cinc=((44_000, 2_000), (22_000, 28_000)))
    near = battle(units, CommandChoice(), hands=(cards("Stand Fast"), ()), cinc=((20_000, 4_000), (22_000, 28_000)))
    assert Act("charge") not in asked(far).options
    assert Act("charge") in asked(near).options
    assert Act("rally") not in asked(near).options
    assert Act("bombard") not in asked(near).options


@pytest.mark.rule("maurice:3.modifier", "maurice:3.oneOfEach", "maurice:R20", "maurice:4.modify")
def test_one_modifier_of_each_symbol_in_a_round() -> None:
    hand = cards("Find a Way", "Quick Step", "Stand Fast")
    window = Window(("march.before_moves",), (0,), "march", (0,))
    state = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=(hand, ()))
    offers = asked(state).options
    assert Play(card("Quick Step")) in offers
    assert all(not isinstance(one, Play) or one.card != card("Stand Fast") for one in offers)
    after = go(state, Play(card("Quick Step")))
    assert after.modified[0]
    again = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=(hand, ()), modified=after.modified)
    assert not isinstance(settled(again).stack[-1], Window)


@pytest.mark.rule("maurice:4.order", "maurice:F.1", "maurice:R26")
def test_the_active_player_declares_his_modifier_before_the_passive_one() -> None:
    units = [cav(0, 20, 8), cav(20, 20, 8.001, SOUTH)]
    hands = (cards("Stirrups In"), cards("Stirrups In"))
    state = battle(units, Combat((0,)), hands=hands)
    assert asked(state).seat == 0
    state = go(state, Decline())
    assert asked(state).seat == 1


@pytest.mark.rule("maurice:4.order", "maurice:3.interrupt")
def test_a_seat_is_asked_whatever_it_holds_and_not_when_nobody_could_hold_such_a_card() -> None:
    window = Window(("force.paid",), (1,), "march", (0,))
    base = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=((), cards("Stand Fast")))
    assert asked(base).options == (Decline(),)
    empty = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=((), ()))
    assert not isinstance(settled(empty).stack[-1], Window)
    gone = tuple(sorted(cards("Unexpected Delay", "Unexpected Delay", "Confusion", "Rough Going")))
    spent = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=((), cards("Stand Fast")), discards=gone)
    assert not isinstance(settled(spent).stack[-1], Window)


@pytest.mark.rule("maurice:4.interrupting", "maurice:R28", "maurice:4.foiled")
def test_unexpected_delay_costs_one_more_card_or_the_activation() -> None:
    window = Window(("force.paid",), (1,), "march", (0,))
    hands = (cards("Stand Fast"), cards("Unexpected Delay"))
    state = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=hands)
    state = go(state, Play(card("Unexpected Delay")))
    assert asked(state).seat == 0
    paid = go(state, Spend(card("Stand Fast")))
    assert isinstance(settled(paid).stack[-1], Marching)
    assert paid.interrupted
    foiled = go(state, Refuse())
    assert not any(isinstance(frame, Activation | Marching) for frame in foiled.stack)
    bare = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=((), cards("Unexpected Delay")))
    after = go(bare, Play(card("Unexpected Delay")))
    assert not any(isinstance(frame, Activation | Marching) for frame in after.stack)


@pytest.mark.rule("maurice:4.interrupting", "maurice:3.interrupt")
def test_one_interrupt_in_a_round_and_only_by_the_passive_player() -> None:
    hands = (cards("First Fire"), cards("Unexpected Delay"))
    window = Window(("force.paid",), (1,), "march", (0,))
    state = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=hands, interrupted=True)
    assert not isinstance(settled(state).stack[-1], Window)
    own = Window(("force.paid",), (0,), "march", (0,))
    mine = battle(TWO, Activation("march", (0,), 8_000, 1), own, hands=(hands[1], ()))
    assert not isinstance(settled(mine).stack[-1], Window)


@pytest.mark.rule("maurice:4.foiled", "maurice:R63")
def test_an_interrupt_of_an_own_deck_that_parts_a_force_and_asks_a_toll_foils_all_of_it() -> None:
    stack = (Activation("march", (0, 1), 8_000, 1), KeepPart(((0,), (1,))), Toll(1))
    state = battle([inf(0, 20, 8), inf(1, 30, 8)], *stack, hands=(cards("Stand Fast"), ()))
    foiled = go(state, Refuse())
    assert not any(isinstance(frame, Activation | KeepPart | Marching) for frame in foiled.stack)


@pytest.mark.rule("maurice:4.foiled", "maurice:R28")
def test_rough_going_foils_a_march_out_of_difficult_terrain() -> None:
    window = Window(("force.paid",), (1,), "march", (0,))
    hands = ((), cards("Rough Going"))
    woods = (box("woods", 17, 6, 19, 9),)
    foiled = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=hands, pieces=woods)
    foiled = go(foiled, Play(card("Rough Going")))
    assert not any(isinstance(frame, Activation | Marching) for frame in foiled.stack)
    still = battle(TWO, Activation("march", (0,), 8_000, 1), window, hands=hands)
    still = go(still, Play(card("Rough Going")))
    assert isinstance(still.stack[-1], Marching)
    # Guns in smoke do not move anyway: they may still clear it.
    smoking = [gun(3, 18, 8, smoke=True), inf(20, 20, 22, SOUTH)]
    window = Window(("force.paid",), (1,), "march", (3,))
    clearing = battle(smoking, Activation("march", (3,), 8_000, 1), window, hands=hands, pieces=woods)
    assert ClearSmoke() in asked(go(clearing, Play(card("Rough Going")))).options


@pytest.mark.rule("maurice:R63", "maurice:4.interrupting")
def test_confusion_takes_a_unit_out_of_the_force_and_what_is_out_of_reach_with_it() -> None:
    units = [inf(0, 20, 8), inf(1, 25, 8), inf(2, 30, 8), inf(20, 20, 22, SOUTH)]
    window = Window(("force.paid",), (1,), "march", (0, 1, 2))
    facts = {"hands": ((), cards("Confusion")), "cinc": ((20_000, 5_000), (22_000, 28_000))}
    state = battle(units, Activation("march", (0, 1, 2), 4_000, 1), window, **facts)
    state = go(state, Play(card("Confusion"), (1,)))
    top = settled(state).stack[-1]
    assert isinstance(top, Marching)
    assert top.units == (0,)
    # Nobody is left who has anything to rally from: the rally is foiled.
    worn = [inf(0, 20, 8), inf(1, 25, 8, disr=2), units[3]]
    window = Window(("force.paid",), (1,), "rally", (0, 1))
    state = battle(worn, Activation("rally", (0, 1), 8_000, 1), window, **facts)
    foiled = go(state, Play(card("Confusion"), (1,)))
    assert not any(isinstance(frame, Activation | Rallying) for frame in foiled.stack)


@pytest.mark.rule("maurice:R63", "maurice:8.half")
def test_attack_falters_keeps_one_unit_of_a_charge_back() -> None:
    units = [cav(0, 18, 8), cav(1, 22, 8), cav(20, 18, 12, SOUTH), cav(21, 22, 12, SOUTH)]
    window = Window(("force.paid", "charge.before_moves"), (1,), "charge", (0, 1))
    hands = ((), cards("Attack Falters"))
    state = battle(units, Activation("charge", (0, 1), 8_000, 1), window, hands=hands)
    state = go(state, Play(card("Attack Falters"), (0,)))
    top = settled(state).stack[-1]
    assert isinstance(top, Charging)
    assert top.units == (1,)
    alone = battle(units, Activation("charge", (1,), 8_000, 1), window.with_seats((1,)), hands=hands)
    alone = go(alone, Play(card("Attack Falters"), (1,)))
    assert not any(isinstance(frame, Charging) for frame in settled(alone).stack)


@pytest.mark.rule("maurice:4.firstFire", "maurice:R27", "maurice:F.2")
def test_first_fire_turns_the_order_round_and_with_it_who_declares_first() -> None:
    units = [inf(0, 20, 10), inf(20, 20, 13, SOUTH)]
    hands = (cards("Thick Smoke"), cards("First Fire", "Thick Smoke"))
    state = battle(units, VolleyPhase(0), Window(("volley.invoked",), (1,)), hands=hands)
    state = go(state, Play(card("First Fire")))
    first = asked(state)
    assert first.seat == 1  # Blue shoots first, and so declares first
    state = go(state, Decline())
    assert asked(state).seat == 0


@pytest.mark.rule("maurice:4.interrupting")
def test_firefight_ends_the_volley_phase() -> None:
    units = [inf(0, 20, 10), inf(20, 20, 13, SOUTH)]
    state = battle(units, VolleyPhase(0), Window(("volley.invoked",), (1,)), hands=((), cards("Firefight")))
    after = go(state, Play(card("Firefight")))
    assert not any(isinstance(frame, VolleyPhase) for frame in settled(after).stack)


@pytest.mark.rule("maurice:3.event", "maurice:4.event", "maurice:4.notEvent", "maurice:3.discard")
def test_an_event_is_carried_out_and_discarded_without_anything_in_between() -> None:
    units = [inf(0, 20, 8, disr=4), inf(20, 20, 22, SOUTH)]
    hands = (cards("Valeur et Discipline"), cards("Unexpected Delay"))
    state = battle(units, CommandChoice(), hands=hands)
    after = go(state, PlayEvent(card("Valeur et Discipline"), 0))
    assert after.unit(0).disr == 1
    assert after.discards == cards("Valeur et Discipline")
    assert not after.interrupted


@pytest.mark.rule("maurice:4.remove", "maurice:R31")
def test_either_player_may_have_such_an_event_removed() -> None:
    hands = (cards("A Rousing Speech"), ())
    state = battle(TWO, CommandChoice(), hands=hands, morale=(8, 10))
    state = go(state, PlayEvent(card("A Rousing Speech")))
    assert state.morale == (9, 10)
    assert asked(state).seat == 0
    kept = go(state, Remove(False), Remove(False))
    assert kept.discards == cards("A Rousing Speech")
    gone = go(state, Remove(False), Remove(True))
    assert gone.removed == cards("A Rousing Speech")
    assert not gone.discards


@pytest.mark.parametrize(("die", "left"), [(3, 9), (4, 8)])
@pytest.mark.rule("maurice:4.event")
def test_death_of_a_hero_costs_one_morale_or_two_on_an_even_die(die: int, left: int) -> None:
    state = battle(TWO, CommandChoice(), hands=(cards("Death of a Hero"), ()))
    assert go(state, PlayEvent(card("Death of a Hero")), die).morale == (10, left)


@pytest.mark.rule("maurice:4.event", "maurice:3.hand")
def test_a_card_that_was_taken_is_known_to_the_player_who_lost_it() -> None:
    hands = (cards("Captured Intelligence"), cards("Stand Fast", "Thick Smoke"))
    state = battle(
        TWO, CommandChoice(), hands=hands, deck=without("Captured Intelligence", "Stand Fast", "Thick Smoke")
    )
    state = go(state, PlayEvent(card("Captured Intelligence")), (card("Thick Smoke"),))
    assert state.hands == (cards("Thick Smoke"), cards("Stand Fast"))
    assert game().view(state, 1).state.hands[0] == cards("Thick Smoke")
    assert game().view(state, None).state.hands[0] == (-1,)


@pytest.mark.rule("maurice:3.limit", "maurice:R25")
def test_both_hands_go_down_to_ten_at_the_end_of_a_round_active_first() -> None:
    many = tuple(sorted((*cards("Aide-de-Camp"), *cards("Stand Fast") * 11)))
    state = battle(TWO, Cleanup(2), hands=(many, many[1:]))
    decide = asked(state)
    assert (decide.seat, decide.clause) == (0, "maurice:3.limit")
    assert len(decide.options) == 2
    state = go(state, Spend(card("Stand Fast")), Spend(card("Stand Fast")))
    assert len(state.hands[0]) == 10
    assert asked(state).seat == 1
    assert isinstance(state.stack[-1], TooMany)
    # The passive player discards also where the active one need not.
    passive = asked(battle(TWO, Cleanup(2), hands=(many[:3], many)))
    assert (passive.seat, passive.clause) == (1, "maurice:3.limit")


@pytest.mark.rule("maurice:4.nightfall", "maurice:R30", "maurice:4.noCards")
def test_night_falls_after_two_passes_in_a_row_with_the_last_deck_empty() -> None:
    state = battle(TWO, CommandChoice(), deck=(), pass_through=2, hands=(cards("Stand Fast"),) * 2)
    after = go(state, PassRound())
    assert after.empty_passes == 1
    # Whatever is done between two passes, they are no longer in a row.
    between = battle(TWO, CommandChoice(), hands=(cards("A Rousing Speech"), ()), morale=(9, 9), empty_passes=1)
    assert go(between, PlayEvent(card("A Rousing Speech"))).empty_passes == 0
    over = ended(battle(TWO, Cleanup(3), empty_passes=2))
    assert (over.winner, over.clause) == (None, "maurice:4.nightfall")
    assert not isinstance(settled(battle(TWO, Cleanup(3), empty_passes=1)).stack[-1], Finished)


@pytest.mark.rule("maurice:4.nightfall", "maurice:R30")
def test_a_pass_that_draws_the_last_card_does_not_count() -> None:
    state = battle(TWO, CommandChoice(), deck=cards("Cold Steel"), pass_through=2, hands=(cards("Stand Fast"), ()))
    assert go(state, PassRound()).empty_passes == 0


@pytest.mark.rule("maurice:4.noCards")
def test_whoever_begins_without_cards_passes_unasked() -> None:
    state = settled(battle(TWO, CommandChoice(bare=True)))
    assert isinstance(state.stack[-1], Draws)


@pytest.mark.rule("maurice:4.part", "maurice:4.activate", "maurice:R15", "maurice:4.distance")
def test_part_of_a_force_may_be_named_but_only_a_linked_one_that_can_be_paid_for() -> None:
    from kemu.games.maurice.model.actions import Activate

    units = [inf(0, 16, 8), inf(1, 21, 8), inf(2, 26, 8), inf(20, 20, 22, SOUTH)]
    state = settled(battle(units, NameForce("march"), hands=(cards("Confusion"), ())))
    decide = game().pending(state)
    assert isinstance(decide, Decide)
    assert decide.check(Activate((1, 2))) is None
    assert decide.check(Activate((0, 1, 2))) is None
    for units_ in ((0, 2), (0, 20), (1, 0)):
        refusal = decide.check(Activate(units_))
        assert isinstance(refusal, Refusal)
        assert refusal.clause == "maurice:1.forces"
    # The nearest of a force counts: alone, the end of the line is too far away for a span of 4.
    far = decide.check(Activate((0,)))
    assert far is None or far.clause == "maurice:4.activate"


@pytest.mark.rule("maurice:6.bugle", "maurice:3.modifier")
def test_quick_step_gives_two_bw_more_on_this_march_only() -> None:
    from kemu.games.maurice.model.moves import Move

    order = Move(0, legs=(("ahead", 6_000),))
    state = battle(TWO, Activation("march", (0,), 8_000), hands=(cards("Quick Step"), ()))
    state = go(state, Play(card("Quick Step")))
    assert isinstance(state.stack[-1], Marching)
    assert asked(state).check(order) is None
    plain = settled(battle(TWO, Activation("march", (0,), 8_000)))
    assert asked(plain).check(order) is not None
    done = go(state, order)
    assert done.unit(0).y == 14_000
    assert not done.effects


@pytest.mark.rule("maurice:9.rally", "maurice:4.modify")
def test_old_sergeants_roll_failed_dice_once_more() -> None:
    units = [inf(0, 20, 8, disr=3), inf(20, 20, 22, SOUTH)]
    state = battle(units, Activation("rally", (0,), 8_000), hands=(cards("Old Sergeants"), ()))
    state = go(state, Play(card("Old Sergeants"), (0,)))
    assert isinstance(state.stack[-1], Rallying)
    state = go(state, (1, 2, 6))
    assert len(thrown(state).sample(QuickRng(0))) == 2
    state = go(state, (3, 3))
    assert state.unit(0).disr == 0  # not near the enemy: three is enough
