"""14.0.2: a set-up that one answer has made is changed piece by piece."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu import QuickRng
from kemu.core.pending import Action, Touch
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.model.actions import Arrange, Done, Everyone, Place, Raise, Roam, Take, Uproot
from kemu.games.maori_wars.rules.setup_changes import MOST_CHANGES, Changing, Run, run_of

from .positions import BRITISH, CAT, GAME, MAORI, Told, asked, hexes, options, place, play, site, targets

SCENARIOS = tuple(CAT.scenarios)


def arranged(scenario: str, seat: int) -> State:
    """A scenario in which a seat has just been set up, and may change it."""
    state = GAME.start(Settings(scenario=scenario))
    while not (isinstance(state.stack[-1], Changing) and asked(state).seat == seat):
        state = play(state, Arrange() if Arrange() in options(state) else Done())
    return state


def by_hand(scenario: str, wanted: State) -> State | None:
    """Give, answer by answer, the set-up that a state shows; None: some of it is no legal answer."""
    state = GAME.start(Settings(scenario=scenario))
    while asked(state).clause == "maori_wars:14.0.2":
        choice = next((option for option in options(state) if _shows(wanted, option)), None)
        if choice is None:
            return None
        state = play(state, choice)
    return state


def _shows(state: State, option: Action) -> bool:
    match option:
        case Place(unit, to) | Roam(unit, to):
            return state.where[CAT.index[unit]] == GAME.place_of(to)
        case Raise(what, to):
            return site(state, to).startswith(what)
        case _:
            return False


@pytest.mark.rule("maori_wars:14.0", "maori_wars:14.0.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_changed_the_set_up_could_have_been_given_answer_by_answer(scenario: str) -> None:
    for seed in range(3):
        rng, state, changes = QuickRng(seed), GAME.start(Settings(scenario=scenario)), 0
        while (pending := asked(state)).clause == "maori_wars:14.0.2":
            choice = pending.options[rng.below(len(pending.options))]
            if Arrange() in pending.options:
                choice = Arrange()
            elif choice == Done() and len(pending.options) > 1 and rng.below(4):
                choice = pending.options[-1]
            changes += isinstance(choice, Take | Uproot)
            state = play(state, choice)
        assert changes
        again = by_hand(scenario, state)
        assert again is not None
        assert (again.where, again.sites) == (state.where, state.sites)


@pytest.mark.parametrize("scenario", ["heke", "waikato"])
def test_what_is_kept_of_a_set_up_is_what_would_be_found_anew(scenario: str) -> None:
    rng, state = QuickRng(3), GAME.start(Settings(scenario=scenario))
    while (pending := asked(state)).clause == "maori_wars:14.0.2":
        frame = state.stack[-1]
        if isinstance(frame, Changing):
            kept = run_of(GAME, state, frame.first, frame.stood)
            anew = Run(GAME, state, frame.first, frame.stood)
            assert kept.states == anew.states
            assert kept.movable() == anew.movable()
        others = pending.options[1:] or pending.options
        state = play(state, Arrange() if Arrange() in others else others[rng.below(len(others))])


@pytest.mark.rule("maori_wars:14.0.2")
def test_alike_structures_that_have_changed_places_are_told_apart() -> None:
    state = arranged("heke", MAORI)
    frame = state.stack[-1]
    assert isinstance(frame, Changing)
    villages = [n for n, at in enumerate(frame.stood) if at in hexes("0707", "0606")][:2]
    stood = list(frame.stood)
    stood[villages[0]], stood[villages[1]] = stood[villages[1]], stood[villages[0]]
    swapped = replace(state, stack=(*state.stack[:-1], replace(frame, stood=tuple(stood))))
    assert options(state)
    assert options(swapped), "asked after the other one, whose places are the same"
    taken = play(swapped, Uproot("0606")).stack[-1]
    assert isinstance(taken, Changing)
    assert taken.item == villages[0]


@pytest.mark.rule("maori_wars:14.0.2")
def test_a_changed_piece_stands_where_it_was_put_and_the_others_stay() -> None:
    state = arranged("heke", MAORI)
    assert {Take("m-warrior-4"), Uproot("0606")} <= set(options(state))
    before = state
    state = play(state, Take("m-warrior-4"))
    assert place(before, "m-warrior-4") == "0908"
    assert "0908" in targets(state, Place), "it may stay where it is"
    state = play(state, Place("m-warrior-4", "0808"))
    assert place(state, "m-warrior-4") == "0808"
    assert [a for a, b in zip(before.where, state.where, strict=True) if a != b] == [CAT.hex_of["0908"]]
    assert state.sites == before.sites
    state = play(state, Done())
    assert asked(state).seat == BRITISH


@pytest.mark.rule("maori_wars:14.0.2")
def test_a_structure_takes_along_what_stands_in_it() -> None:
    state = arranged("hutt", BRITISH)
    assert site(state, "1638") == "village queenite"
    told: Told = []
    state = play(state, Uproot("1638"))
    state = play(state, Raise("village", "1639"), told=told)
    assert (site(state, "1638"), site(state, "1639")) == ("", "village queenite")
    assert place(state, "hipango") == place(state, "q-warrior-1") == "1639"
    assert len(told) == 3, "the Village, the Warrior and Hipango"


@pytest.mark.rule("maori_wars:14.0.2")
def test_what_cannot_stand_any_more_where_it_stood_is_set_up_anew() -> None:
    state = arranged("heke", MAORI)
    assert (site(state, "0707"), site(state, "0606")) == ("village maori", "village maori")
    state = play(state, Uproot("0707"), Raise("village", "0606"))
    assert (site(state, "0707"), site(state, "0606")) == ("village maori", "village maori")


@pytest.mark.rule("maori_wars:14.0.2")
def test_who_has_set_up_by_one_answer_alone_is_not_asked_again() -> None:
    state = play(GAME.start(Settings(scenario="heke")), Everyone(), Everyone())
    assert (state.turn, state.seat) == (1, MAORI)
    state = play(GAME.start(Settings(scenario="heke")), Arrange(), Done(), Everyone())
    assert asked(state).seat == BRITISH, "only the British wanted to change theirs"
    assert isinstance(state.stack[-1], Changing)
    state = play(state, Done())
    assert (state.turn, state.seat) == (1, MAORI)


@pytest.mark.rule("maori_wars:14.0.2")
def test_changes_come_to_an_end() -> None:
    state = arranged("heke", MAORI)
    for _ in range(MOST_CHANGES):
        state = play(state, Take("m-warrior-4"), Place("m-warrior-4", "0908"))
    assert asked(state).seat == BRITISH


@pytest.mark.rule("maori_wars:14.0.2")
def test_why_something_is_not_set_up_anew() -> None:
    state = arranged("heke", MAORI)
    view, decide = GAME.view(state, MAORI), asked(state)
    for intent, words in (
        (Take("kawiti"), "no other place"),
        (Take("n-warrior-2"), "not among what you set up now"),
        (Uproot("0807"), "no other place"),
        (Uproot("0907"), "not among what you set up now"),
        (Uproot("1417"), "No Structure"),
        (Touch("site-0807"), "no other place"),
        (Touch("n-warrior-2"), "not among what you set up now"),
    ):
        refusal = GAME.explain(view, decide, intent)
        assert words in str(refusal), intent
        assert refusal.clause == "maori_wars:14.0.2"
    state = play(state, Uproot("0606"))
    refusal = GAME.explain(GAME.view(state, MAORI), asked(state), Raise("village", "0907"))
    assert "Neutrals" in str(refusal)


def test_opponents_begin_with_what_stands() -> None:
    state = arranged("heke", MAORI)
    assert tuple(GAME.mind.candidates(GAME.view(state, MAORI), asked(state))) == (Done(),)
