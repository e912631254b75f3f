"""The deck and the actions that its cards give."""

from __future__ import annotations

from statistics import mean, median

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import Activate, ComeOn, FirstEdge, Move, Stay, Stop
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.cards import CARDS, FULL_DECK, NUMBERS, NextCard, card_use
from kemu.games.siege.rules.melee import Fight
from kemu.games.siege.rules.reinforcements import EdgeDie, Entry, JokerEdges
from kemu.games.siege.rules.winning import MOST_CARDS
from kemu.parts.decks import Draw

from .positions import GAME, actions, foes, on_table, options, play, refused, row, squad, state

OPEN = on_table()
SQUAD, OTHER, BAND = squad(1, row(10, 10, 7)), squad(2, row(10, 14, 7)), foes(9, row(30, 40, 5))
BASE = state(SQUAD, OTHER, BAND, game=OPEN)
BARE = state(game=OPEN)


def without(*cards: str) -> int:
    return FULL_DECK & ~sum(1 << NUMBERS[card] for card in cards)


@pytest.mark.rule("siege:EQ.4")
def test_the_deck_has_52_cards_and_two_jokers() -> None:
    assert len(set(CARDS)) == 54
    pending = OPEN.pending(BASE)
    assert isinstance(pending, Draw)
    assert pending.total() == 54


@pytest.mark.rule("siege:UA.1", "siege:UA.2", "siege:UA.4", "siege:UA.7")
@pytest.mark.parametrize(
    ("card", "side", "number"),
    [
        ("2 hearts", 0, 1),
        ("10 clubs", 1, 1),
        ("J spades", 1, 2),
        ("K diamonds", 0, 2),
        ("A clubs", 1, 3),
        ("A diamonds", 0, 3),
    ],
)
def test_a_card_gives_its_colour_one_two_or_three_actions(card: str, side: int, number: int) -> None:
    after, _ = play(OPEN, BASE, (card,))
    act = after.stack[-1]
    assert isinstance(act, Act)
    assert (act.side, act.left) == (side, number)
    assert after.deck == without(card)


@pytest.mark.rule("siege:UA.2", "siege:R23")
def test_one_groups_actions_follow_one_another_and_a_player_may_stop_early() -> None:
    position = actions(BASE, GARRISON, 3)
    assert set(options(OPEN, position)) == {Activate(1), Activate(2), Stop()}
    after, _ = play(OPEN, position, Activate(1), Stay(), Activate(2), Stay())
    assert set(options(OPEN, after)) == {Activate(2), Stop()}
    assert refused(OPEN, after, Activate(1)) == "siege:R23"
    assert refused(OPEN, position, Activate(9)) == "siege:UA.1"
    same, _ = play(OPEN, position, Activate(1), Stay(), Activate(1), Stay(), Activate(1), Stay())
    assert isinstance(same.stack[-1], NextCard)
    stopped, _ = play(OPEN, position, Stop())
    assert isinstance(stopped.stack[-1], NextCard)


@pytest.mark.rule("siege:UA.4")
def test_one_group_may_take_both_actions_of_a_face_card() -> None:
    after, _ = play(OPEN, BASE, ("Q hearts",), Activate(1), Move(0, 10_000, 6_000), Activate(1), Move(0, 10_000, 1_000))
    assert after.group(1).men[0] == (10_000, 1_000)


@pytest.mark.rule("siege:UA.6", "siege:RE.1")
@pytest.mark.parametrize("card", ["Q hearts", "A spades"])
def test_after_a_face_card_or_an_ace_melees_or_reinforcements(card: str) -> None:
    after, _ = play(OPEN, BASE, (card,), Stop())
    assert isinstance(after.stack[-1], EdgeDie)
    fighting = state(SQUAD, OTHER, foes(9, row(10, 9, 5)), foes(8, row(40, 40, 5)), Melee((1, 9), GARRISON), game=OPEN)
    after, _ = play(OPEN, fighting, (card,), Stop())
    assert isinstance(after.stack[-1], Fight)
    number, _ = play(OPEN, fighting, ("7 hearts",), Stop())
    assert isinstance(number.stack[-1], NextCard)


@pytest.mark.rule("siege:UA.8", "siege:R25")
def test_the_first_ace_of_hearts_is_a_full_ace_and_sights_the_column() -> None:
    after, events = play(OPEN, BASE, ("A hearts",))
    assert after.sighted
    assert after.stack[-1] == Act(GARRISON, 3)
    assert any(event.clause == "siege:UA.8" for event in events)


@pytest.mark.rule("siege:UA.8", "siege:WI.1", "siege:R25")
def test_the_second_ace_of_hearts_ends_the_game_as_it_is_drawn() -> None:
    fighting = state(SQUAD, foes(9, row(10, 9, 9)), Melee((1, 9), GARRISON), game=OPEN, sighted=True, reshuffled=True)
    after, _ = play(OPEN, fighting, ("A hearts",))
    over = OPEN.pending(after)
    assert isinstance(over, Over)
    assert (over.winner, over.clause) == (GARRISON, "siege:WI.1")


@pytest.mark.rule("siege:UA.9", "siege:UA.10", "siege:R26")
def test_a_joker_reshuffles_everything_and_brings_a_group_by_each_edge() -> None:
    fighting = state(
        SQUAD, foes(9, row(10, 9, 9)), Melee((1, 9), GARRISON), game=OPEN, deck=without("2 hearts", "A clubs")
    )
    after, _ = play(OPEN, fighting, ("joker 1",))
    assert after.deck == FULL_DECK
    assert isinstance(after.stack[-1], JokerEdges)
    after, _ = play(OPEN, after, FirstEdge(3))
    assert [frame.edge for frame in reversed(after.stack) if isinstance(frame, Entry)] == [3, 4, 1, 2]
    assert not any(isinstance(frame, Act | Fight) for frame in after.stack)


@pytest.mark.rule("siege:UA.11", "siege:R26")
def test_after_the_sighting_only_the_next_joker_reshuffles() -> None:
    sighted = state(SQUAD, BAND, game=OPEN, deck=without("A hearts", "3 clubs"), sighted=True)
    after, _ = play(OPEN, sighted, ("joker 2",))
    assert after.deck == FULL_DECK
    assert after.reshuffled
    again = state(SQUAD, BAND, game=OPEN, deck=without("3 clubs"), sighted=True, reshuffled=True)
    after, _ = play(OPEN, again, ("joker 2",))
    assert after.deck == without("3 clubs", "joker 2")
    assert isinstance(after.stack[-1], JokerEdges)


@pytest.mark.rule("siege:R26")
def test_the_whole_life_of_a_deck() -> None:
    """Sighting, jokers before and after it, arrival: and the deck never runs out."""
    rng = QuickRng(5)
    for _ in range(30):
        position, jokers = BASE, 0
        while not isinstance(pending := OPEN.pending(position), Over):
            if isinstance(pending, Decide):
                position, _ = play(OPEN, position, Stop() if Stop() in pending.options else pending.pick(rng))
            else:
                assert position.deck or not isinstance(pending, Draw)
                outcome = pending.sample(rng)
                if isinstance(pending, Draw):
                    jokers += outcome[0].startswith("joker")
                    if position.sighted and not position.reshuffled:
                        assert not position.deck >> NUMBERS["A hearts"] & 1
                position, _ = OPEN.apply(position, outcome)
                if isinstance(position.stack[-1], JokerEdges | EdgeDie | Entry):
                    position = OPEN.decode(OPEN.encode(position))
        assert position.sighted
        assert position.reshuffled
        assert jokers


def deck_life(rng: QuickRng) -> tuple[int, int, int]:
    """Draw through the real rule, on an empty table, until the column is there: cards, cards to sight it, jokers."""
    position, jokers, sighted = BARE, 0, 0
    while not isinstance(pending := OPEN.pending(position), Over):
        card = pending.sample(rng)
        jokers += card[0].startswith("joker")
        position, _ = OPEN.apply(position, card)
        if position.sighted and not sighted:
            sighted = position.drawn
        if isinstance(position.stack[0], NextCard):
            position = replace(position, stack=BARE.stack)
    return position.drawn, sighted, jokers


@pytest.mark.rule("siege:UA.8", "siege:UA.11")
@pytest.mark.parametrize("runs", [200, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_decks_own_figures(runs: int) -> None:
    """82.5 cards on average to the arrival (median 75), 41.3 to the sighting (median 30), 4.0 jokers: within error."""
    rng = QuickRng(11)
    lives = [deck_life(rng) for _ in range(runs)]
    error = 4 / runs**0.5
    assert abs(mean(life[0] for life in lives) - 82.5) < 40 * error
    assert abs(mean(life[1] for life in lives) - 41.3) < 37 * error
    assert abs(mean(life[2] for life in lives) - 4.0) < 2.6 * error
    assert abs(median(life[0] for life in lives) - 75) < 50 * error
    assert abs(median(life[1] for life in lives) - 30) < 46 * error
    arrivals = sorted(life[0] for life in lives)
    assert abs(arrivals[runs // 20] - 31) < 30 * error + 1
    assert abs(arrivals[runs * 19 // 20] - 162) < 100 * error + 1


@pytest.mark.rule("siege:R55")
def test_a_siege_without_end_is_held() -> None:
    after, _ = play(OPEN, state(SQUAD, BAND, game=OPEN, drawn=MOST_CARDS - 1), ("5 clubs",))
    over = OPEN.pending(after)
    assert isinstance(over, Over)
    assert (over.winner, over.clause) == (GARRISON, "siege:R55")


@pytest.mark.rule("siege:DB.1", "siege:R52")
def test_a_double_sized_battle_doubles_the_actions_but_not_beyond_three_a_group() -> None:
    assert [card_use(GAME, NUMBERS[card], 2).actions for card in ("5 hearts", "K hearts", "A spades")] == [2, 4, 6]
    position = actions(BASE, GARRISON, 6)
    after, _ = play(OPEN, position, Activate(1), Stay(), Activate(1), Stay(), Activate(1), Stay())
    assert set(options(OPEN, after)) == {Activate(2), Stop()}
    assert refused(OPEN, after, Activate(1)) == "siege:DB.1"


@pytest.mark.rule("siege:RE.5", "siege:R27")
def test_where_a_joker_begins_is_the_attackers_choice_or_a_dies() -> None:
    after, _ = play(OPEN, BASE, ("joker 1",))
    pending = OPEN.pending(after)
    assert isinstance(pending, Decide)
    assert pending.seat == ATTACKERS
    by_die = state(SQUAD, BAND, game=OPEN, options=Settings(joker="die"))
    after, _ = play(OPEN, by_die, ("joker 1",), (2,))
    assert [frame.edge for frame in reversed(after.stack) if isinstance(frame, Entry)] == [2, 3, 4, 1]
    # One group is rolled and placed before the next.
    after, _ = play(OPEN, after, (3, 4, 1), ComeOn(24_000))
    assert isinstance(after.stack[-1], Entry)
    assert after.stack[-1].edge == 3
