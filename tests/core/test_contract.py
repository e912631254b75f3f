"""What the contract promises of decisions, frames and refusals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

import kemu
from kemu import Action, Decide, Frame, Over, QuickRng, Refusal, Touch
from kemu.core.frames import Step, settle
from kemu.core.rng import shuffled
from kemu.parts.dice import Dice
from kemu.parts.odds import Odds
from toys.ambush import AmbushGame
from toys.dispatch import Combat, DispatchGame, Fought
from toys.march import Block, Go, Halt, March, MarchGame
from toys.volley import MEN, VolleyGame, hits, odds


def test_a_continuum_is_checked_reached_and_sampled() -> None:
    game = MarchGame()
    state = game.start()
    pending = game.pending(state)
    assert isinstance(pending, Decide)
    assert pending.free is not None
    assert pending.check(Go(5_000 + 9_000, 20_000, True)) is None
    assert pending.check(Go(5_000 + 9_001, 20_000, True)) == Refusal("That is farther than 9 paces.", "march:2")
    assert pending.check(Go(1_000, 20_000, True)) == Refusal("The block would leave the table.", "march:2")
    with pytest.raises(Refusal, match="leave the table"):
        game.apply(state, Go(1_000, 20_000, True))
    assert game.why_not(state, 0, Go(5_000 + 9_001, 20_000, True)) is not None
    assert pending.free.at(9_000.4, 20_000.0) == Go(9_000, 20_000, True)
    rng = QuickRng(1)
    assert len({pending.pick(rng) for _ in range(50)}) > 20
    assert all(reach.path.startswith("M") for reach in pending.free.reach())


def test_a_combat_can_start_a_combat_three_deep_and_return() -> None:
    game = DispatchGame()
    deepest: Any = None
    for seed in range(40):
        rng, state = QuickRng(seed), game.start()
        while not isinstance(pending := game.pending(state), Over):
            choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
            state, _ = game.apply(state, choice)
            depth = sum(isinstance(frame, Combat) for frame in state.stack)
            if deepest is None or depth > deepest[0]:
                deepest = (depth, state)
    depth, inside = deepest
    assert depth >= 3
    copy = game.decode(game.encode(inside))
    assert copy == inside
    rng = QuickRng(1)
    while not isinstance(pending := game.pending(copy), Over):
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        copy, _ = game.apply(copy, choice)


def test_each_frame_of_a_nested_combat_goes_on_in_its_turn() -> None:
    """Raid in raid in attack: the innermost throws first, then the one round it, then the first."""
    game = DispatchGame()
    state = game.start()
    script: list[Any] = [0, ("raid",), 0, ("raid",), 0, ("plan",), (1,), (2,), (3,)]
    fought: list[tuple[int, int]] = []
    for choice in script:
        pending = game.pending(state)
        if isinstance(pending, Decide):
            choice = pending.options[choice]
        state, events = game.apply(state, choice)
        fought += [(event.depth, event.die) for event in events]  # type: ignore[attr-defined]
    assert fought == [(3, 1), (2, 2), (1, 3)]


def test_the_passive_player_interrupts_and_the_deck_is_drawn_when_due() -> None:
    game = AmbushGame()
    state = game.start()
    for card in ((5,), (1,), (0,)):
        state, _ = game.apply(state, card)
    state, _ = game.apply(state, game.parse({"act": "play", "card": 5}))
    pending = game.pending(state)
    assert isinstance(pending, Decide)
    assert pending.seat == 1
    assert [game.notation(option) for option in pending.options] == ["let"]
    state, _ = game.apply(state, pending.options[0])
    assert state.points == (5, 0)
    assert len(state.deck) == 10


def test_twelve_dice_have_exact_odds_as_sum_and_as_count() -> None:
    throw = Dice(MEN, "volley:2")
    assert throw.total() == 6**12
    assert sum(weight for _, weight in throw.outcomes()) == 6**12
    for how in ("aimed", "massed"):
        assert odds(how, MEN) == Odds.of_chance(throw, lambda dice, how=how: hits(how, dice))
    assert odds("aimed", MEN).mean == 4
    assert odds("massed", MEN).total == 6**12


def test_a_refusal_says_the_same_to_whoever_asks_and_to_whoever_tries() -> None:
    game = kemu.game("moeraki")
    state = game.start()
    wrong = game.parse({"act": "ball", "at": "a5"})
    asked = game.why_not(state, 0, wrong)
    with pytest.raises(Refusal) as tried:
        game.apply(state, wrong)
    assert tried.value == asked
    assert str(asked).endswith("[moeraki:B.2]")
    assert asked != Refusal("else", "moeraki:B.2")
    assert asked != "a string"
    assert len({asked, tried.value}) == 1


def test_a_click_gets_a_reason() -> None:
    game = kemu.game("moeraki")
    refusal = game.why_not(game.start(), 0, Touch("hollow-a5"))
    assert refusal is not None
    assert refusal.clause == "moeraki:B.2"


def test_chance_takes_no_action_and_a_decision_no_outcome() -> None:
    game = AmbushGame()
    state = game.start()
    with pytest.raises(Refusal, match="Chance comes first"):
        game.apply(state, game.parse({"act": "let"}))
    assert game.why_not(state, 0, game.parse({"act": "let"})) == Refusal("Chance comes first.", "ambush:1")
    with pytest.raises(Refusal, match="not in the pool"):
        game.apply(state, (9,))
    moeraki = kemu.game("moeraki")
    with pytest.raises(Refusal, match="takes one of this game's actions, not tuple"):
        moeraki.apply(moeraki.start(), (3,))


def test_what_others_are_told_of_a_decision_names_no_option() -> None:
    decide = Decide(0, "Play the ace or the king.", "toy:1", (Action(), Action()), waiting="Fox thinks.")
    assert decide.for_others() == Decide(0, "Fox thinks.", "toy:1")


class _Restless(Frame, frozen=True, tag="restless"):
    def run(self, game: Any, step: Step[Any]) -> None:
        pass


class _Idle(Frame, frozen=True, tag="idle"):
    pass


class _State(Struct, frozen=True):
    stack: tuple[Any, ...]


def test_frames_that_never_pause_are_found() -> None:
    with pytest.raises(AssertionError, match="never pause"):
        settle(VolleyGame(), Step(_State((_Restless(),))))


def test_a_frame_must_ask_or_run() -> None:
    with pytest.raises(NotImplementedError, match="neither asks nor runs"):
        settle(VolleyGame(), Step(_State((_Idle(),))))


def test_a_step_pushes_swaps_and_pops() -> None:
    step = Step(_State(("a",)))
    step.push("b")  # type: ignore[arg-type]
    step.swap("c", "d")  # type: ignore[arg-type]
    assert step.state.stack == ("a", "c", "d")
    step.pop()
    assert step.state.stack == ("a", "c")


@pytest.mark.parametrize(
    "raw",
    [
        None,
        3,
        {},
        {"act": "stone"},
        {"act": "stone", "at": 3},
        {"act": "nope"},
        {"at": "f6"},
        {"act": "stone", "at": "f6", "x": 1},
        [],
    ],
)
def test_what_is_no_action_is_refused_in_words(raw: object) -> None:
    with pytest.raises(Refusal, match="Not an action of Moeraki-Kemu"):
        kemu.game("moeraki").parse(raw)


def scripted(game: Any, *choices: Any) -> Any:
    """Return the state after choices: an action by its fields, or an outcome."""
    state = game.start()
    for choice in choices:
        state, _ = game.apply(state, game.parse(choice) if isinstance(choice, dict) else choice)
    return state


def test_a_sprung_ambush_cancels_the_card() -> None:
    opening = [
        (5,),
        (4,),
        (3,),
        {"act": "play", "card": 5},
        {"act": "let"},
        (0,),
        (1,),
        (1,),
        {"act": "play", "card": 1},
    ]
    opening += [{"act": "let"}, (2,), {"act": "play", "card": 4}]
    game = AmbushGame()
    before = scripted(game, *opening)
    assert before.points == (5, 1)
    assert scripted(game, *opening, {"act": "let"}).points == (9, 1)
    sprung = scripted(game, *opening, {"act": "spring"})
    assert sprung.points == (5, 1)
    assert 0 not in sprung.hands[1]


def test_a_redeal_deals_anew() -> None:
    game = AmbushGame()
    state = scripted(game, (5,), (4,), (3,), {"act": "play", "card": 5}, {"act": "let"}, (0,), (1,), (1,))
    rng = QuickRng(1)
    assert len({game.redeal(game.view(state, 0), rng).hands[1] for _ in range(30)}) > 5


def test_a_quiet_chit_ends_its_own_combat_and_no_other() -> None:
    attack = {"act": "attack", "post": 0}
    state = scripted(DispatchGame(), attack, ("raid",), attack, ("quiet",))
    assert sum(isinstance(frame, Combat) for frame in state.stack) == 1
    after, _ = DispatchGame().apply(state, (6,))
    assert after.posts == ((2, 2, 1), (1, 2, 1))


def test_blocks_do_not_overlap_and_the_reach_holds_what_is_legal() -> None:
    west, east = Block(20_000, 20_000, True), Block(24_000, 20_000, True)
    free = March(west, east)
    assert free.check(Go(21_000, 20_000, True)) is None
    assert free.check(Go(21_001, 20_000, True)) == Refusal("The other block stands there.", "march:2")
    (reach,) = free.reach()
    assert reach.path == "M11000 20000a9000 9000 0 1 0 18000 0a9000 9000 0 1 0 -18000 0z"


class Chatty(Frame, frozen=True, tag="chatty"):
    """Has something to tell before anybody has chosen anything."""

    def ask(self, game: Any, state: Any) -> None:
        return None

    def run(self, game: Any, step: Step[Any]) -> None:
        step.say(Fought(0, 0, 0, 1))
        step.pop()


def test_events_before_the_first_choice_would_be_lost_and_are_an_error() -> None:
    class Early(DispatchGame):
        def opening(self, options: Any) -> Any:
            state = super().opening(options)
            return replace(state, stack=(*state.stack, Chatty()))  # pyright: ignore[reportArgumentType]

    with pytest.raises(AssertionError, match="before the first choice"):
        Early().start()


def test_a_shuffle_gives_every_order_equally_often() -> None:
    counted: Counter[tuple[int, ...]] = Counter()
    rng = QuickRng(1795)
    for _ in range(24_000):
        cards = [0, 1, 2, 3]
        shuffled(cards, rng)
        counted[tuple(cards)] += 1
    assert len(counted) == 24
    expected = 1_000
    assert sum((n - expected) ** 2 / expected for n in counted.values()) < 49.7  # chi-square, 23 degrees, one in 1,000


def test_a_random_answer_is_from_the_list_as_often_as_from_the_continuum() -> None:
    game = MarchGame()
    pending = game.pending(game.start())
    assert isinstance(pending, Decide)
    rng = QuickRng(1845)
    halts = sum(pending.pick(rng) == Halt() for _ in range(1_000))
    assert 430 < halts < 570


class Count(Action, tag="count", frozen=True):
    """So many."""

    number: int


def test_a_bare_number_is_no_notation_because_it_names_a_place_in_the_list() -> None:
    assert VolleyGame().notation(Count(3)) == "count 3"
