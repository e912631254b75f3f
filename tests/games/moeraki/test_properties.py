"""What holds in every game: tiles agree with a recount, and the symmetries of colours and board map games to games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kemu import Decide, Event, Over
from kemu.games.moeraki import State
from kemu.games.moeraki.model.events import TaneLaid, TileLaid, TilesRemoved
from kemu.games.moeraki.model.state import SEATS

from .oracle import LOOKS, Naive, Point, name, point
from .positions import BOARD, GAME, choices, choose, names, tiles

VARIANTS = st.sampled_from(["beginner", "basic", "master"])
PICKS = st.lists(st.integers(0, 10_000), min_size=60, max_size=80)
"""Each number picks one of the choices there are; when they run out, the first choice is taken."""


def careful_pick(state: State, number: int) -> str:
    """A choice, and if it would end the game, the next one that does not, as long as there is one: long games."""
    offered = choices(state)
    for i in range(len(offered)):
        choice = offered[(number + i) % len(offered)]
        if len(choose(state, choice)[0].played) == len(state.played):
            return choice
    return offered[number % len(offered)]


def play(variant: str, picks: list[int], first: str = "black") -> list[str]:
    """A whole game, as its choices."""
    state = GAME.start(GAME.parse_settings({"variant": variant, "first": first}))
    made: list[str] = []
    while isinstance(GAME.pending(state), Decide):
        made.append(careful_pick(state, picks[len(made)] if len(made) < len(picks) else 0))
        state, _ = choose(state, made[-1])
    return made


def replayed(variant: str, made: list[str], first: str = "black") -> list[tuple[State, tuple[Event, ...]]]:
    """Every state of a game, and what happened on the way to it."""
    states: list[tuple[State, tuple[Event, ...]]] = [
        (GAME.start(GAME.parse_settings({"variant": variant, "first": first})), ())
    ]
    for choice in made:
        states.append(choose(states[-1][0], choice))
    return states


def recounted(state: State) -> list[set[str]]:
    """The tiles that must lie if none is due, from the stones and the Tane alone."""
    naive = Naive(state.settings.variant)
    naive.ball = point(BOARD.hollows[state.ball])
    for seat, colour in enumerate(SEATS):
        naive.stones |= {point(at): colour for at in names(state.stones[seat], BOARD.hollows)}
    for tane in state.tanes:
        naive.step_out(SEATS[tane.seat], point(BOARD.beaches[tane.beach]), tane.look)
    found = naive.recount()
    return [{name(at) for at, owner in found.items() if owner == colour} for colour in SEATS]


@pytest.mark.rule("moeraki:C.4", "moeraki:C.5", "moeraki:T.3", "moeraki:T.5")
@settings(max_examples=40)
@given(st.sampled_from(["basic", "master"]), PICKS)
def test_tiles_never_disagree_with_a_recount(variant: str, picks: list[int]) -> None:
    for state, _ in replayed(variant, play(variant, picks)):
        tiles_are_due = len(state.stack) > 1
        won_early = state.pattern != 0
        if state.ball >= 0 and not tiles_are_due and not won_early:
            assert [tiles(state, colour) for colour in SEATS] == recounted(state)


@pytest.mark.rule("moeraki:C.4", "moeraki:T.2", "moeraki:R.7")
@settings(max_examples=40)
@given(st.sampled_from(["basic", "master"]), PICKS)
def test_what_is_told_is_what_happened_to_the_tiles(variant: str, picks: list[int]) -> None:
    lying: list[set[str]] = [set(), set()]
    for state, events in replayed(variant, play(variant, picks)):
        for event in events:
            if isinstance(event, TileLaid):
                assert event.at not in lying[0] | lying[1], "a tile laid twice"
                lying[event.seat].add(event.at)
            elif isinstance(event, TilesRemoved):
                assert set(event.at) <= lying[0] | lying[1]
                lying = [there - set(event.at) for there in lying]
            elif isinstance(event, TaneLaid):
                assert event.at not in lying[0] | lying[1]
        assert lying == [tiles(state, colour) for colour in SEATS]


def swapped(pair: tuple[object, object]) -> tuple[object, object]:
    return pair[1], pair[0]


@pytest.mark.rule("moeraki:A.1", "moeraki:R.2")
@settings(max_examples=40)
@given(VARIANTS, PICKS)
def test_swapping_the_colours_and_who_is_first_maps_games_to_games(variant: str, picks: list[int]) -> None:
    made = play(variant, picks, "black")
    for (one, _), (other, _) in zip(replayed(variant, made), replayed(variant, made, "white"), strict=True):
        assert choices(one) == choices(other)
        assert swapped(one.stones) == other.stones
        assert swapped(one.tiles) == other.tiles
        assert swapped(GAME.scores(one)) == GAME.scores(other)
        here, there = GAME.pending(one), GAME.pending(other)
        if isinstance(here, Over):
            assert isinstance(there, Over)
            assert (here.reason, here.clause) == (there.reason, there.clause)
            assert there.winner == (None if here.winner is None else 1 - here.winner)
        else:
            assert isinstance(there, Decide)
            assert there.seat == 1 - here.seat


Turn = Callable[[Point], Point]
SYMMETRIES: dict[str, Turn] = {
    "quarter turn": lambda p: (-p[1], p[0]),
    "half turn": lambda p: (-p[0], -p[1]),
    "three quarters": lambda p: (p[1], -p[0]),
    "left and right": lambda p: (-p[0], p[1]),
    "up and down": lambda p: (p[0], -p[1]),
    "main diagonal": lambda p: (p[1], p[0]),
    "other diagonal": lambda p: (-p[1], -p[0]),
}
"""The eight symmetries of the board, but for the one that changes nothing."""


def turned(choice: str, turn: Turn) -> str:
    """A choice as the turned board has it: the place and, for a Tane, where he looks."""
    if choice == "tile":
        return choice
    place, _, look = choice.partition(" ")
    where = name(turn(point(place)))
    if not look:
        return where
    turned_look = next(other for other, step in LOOKS.items() if step == turn(LOOKS[look]))
    return f"{where} {turned_look}"


@pytest.mark.rule("moeraki:R.1", "moeraki:T.2")
@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=12)
@given(VARIANTS, PICKS)
def test_each_symmetry_of_the_board_maps_games_to_games(symmetry: str, variant: str, picks: list[int]) -> None:
    turn = SYMMETRIES[symmetry]
    made = play(variant, picks)
    there = replayed(variant, [turned(choice, turn) for choice in made])
    for (one, _), (other, _) in zip(replayed(variant, made), there, strict=True):
        assert {turned(choice, turn) for choice in choices(one)} == set(choices(other))
        for seat, colour in enumerate(SEATS):
            stones = names(one.stones[seat], BOARD.hollows)
            assert {turned(at, turn) for at in stones} == names(other.stones[seat], BOARD.hollows)
            assert {turned(at, turn) for at in tiles(one, colour)} == tiles(other, colour)
        pattern = names(one.pattern, BOARD.hollows)
        assert {turned(at, turn) for at in pattern} == names(other.pattern, BOARD.hollows)
        here, over_there = GAME.pending(one), GAME.pending(other)
        if isinstance(here, Over):
            assert here == over_there
        else:
            assert isinstance(over_there, Decide)
            assert here.seat == over_there.seat
