"""What every player promises: legal answers, from the view alone, the same for the same seed."""

from __future__ import annotations

from typing import Any

import pytest

import kemu
from kemu import Action, Dealer, Decide, Game, View
from kemu.lab.simulate import play_game
from kemu.players import Player, consult, make_player
from players.coin import CoinGame, Dare, Safe
from toys.ambush import BACK, AmbushGame
from toys.dispatch import DispatchGame
from toys.march import MarchGame
from toys.volley import VolleyGame

SPECS = ("random", "greedy", "mcts:12")
TOYS = (AmbushGame, VolleyGame, DispatchGame, MarchGame, CoinGame)


def wins(first: str, second: str, games: int, **settings: Any) -> int:
    """Return how many games `first` wins against `second`, sitting on either side in turn."""
    game = kemu.game("moeraki")
    parsed = game.parse_settings(settings)
    won = 0
    for number in range(games):
        seat = number % 2
        players = [make_player(first, number), make_player(second, number + 1_000)]
        over, _ = play_game(game, parsed, players if seat == 0 else players[::-1], Dealer.from_seed(number))
        won += over.winner == seat
    return won


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("toy", TOYS)
def test_every_player_plays_every_toy_to_its_end(toy: type[Game[Any, Any]], spec: str) -> None:
    game = toy()
    for seed in range(3):
        players = [make_player(spec, seed + seat) for seat in range(len(game.seats))]
        over, decisions = play_game(game, game.parse_settings({}), players, Dealer.from_seed(seed))
        assert over.reason
        assert 0 < decisions <= game.bound(game.parse_settings({}))


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:3"])
@pytest.mark.parametrize("id", kemu.list_games())
def test_every_player_plays_every_game_to_its_end(id: str, spec: str) -> None:  # noqa: A002
    game = kemu.game(id)
    players = [make_player(spec, 1), *(make_player("random", seat) for seat in range(1, len(game.seats)))]
    over, decisions = play_game(game, game.parse_settings({}), players, Dealer.from_seed(1))
    assert over.reason
    assert 0 < decisions <= game.bound(game.parse_settings({}))


@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_greedy_beats_random(variant: str) -> None:
    assert wins("greedy", "random", 20, variant=variant) >= 18


@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_search_beats_random_with_few_iterations(variant: str) -> None:
    assert wins("mcts:60", "random", 20, variant=variant) >= 18


def test_more_iterations_play_better() -> None:
    assert wins("mcts:400", "mcts:20", 10) >= 8


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("toy", [*TOYS, None])
def test_the_same_seed_gives_the_same_choices(toy: type[Game[Any, Any]] | None, spec: str) -> None:
    game = kemu.game("moeraki") if toy is None else toy()

    def choices(seed: int) -> list[Action]:
        made: list[Action] = []
        players = [make_player(spec, seed + seat) for seat in range(len(game.seats))]
        play_game(game, game.parse_settings({}), players, Dealer.from_seed(7), made)
        return made

    assert choices(1) == choices(1)
    if toy is None or spec == "random":  # elsewhere one answer may be plainly best
        assert any(choices(1) != choices(seed) for seed in range(2, 8))


def test_a_search_by_the_clock_gives_a_legal_answer() -> None:
    table = kemu.Table("moeraki", seed=1)
    decide = table.pending
    assert isinstance(decide, Decide)
    assert consult(make_player("mcts:0.00001s", 1), table.game, table.state, decide) in decide.options


# -- nobody sees a state ---------------------------------------------------------------------------------


class Spy:
    """Answers like a random player, and keeps what it was given."""

    name = "spy"

    def __init__(self) -> None:
        self.given: list[tuple[Any, ...]] = []
        self._inner = make_player("random", 5)

    def choose(self, *given: Any) -> Action:
        self.given.append(given)
        return self._inner.choose(*given)


def test_a_player_is_given_the_game_its_seats_view_and_the_decision() -> None:
    game, spies = AmbushGame(), [Spy(), Spy()]
    play_game(game, game.parse_settings({}), spies, Dealer.from_seed(3))
    for seat, spy in enumerate(spies):
        assert spy.given
        for of, view, decide in spy.given:
            assert of is game.without_memory()
            assert isinstance(view, View)
            assert isinstance(decide, Decide)
            assert view.seat == decide.seat == seat
            assert set(view.state.hands[1 - seat]) <= {BACK}, "the other hand lies face down"
            assert set(view.state.deck) <= {BACK}, "and so does the deck"


class Truth:
    """The true states of a game, and whether a player is thinking."""

    def __init__(self) -> None:
        self.states: list[Any] = []
        self.thinking = False


class Guarded(AmbushGame):
    """Ambush that knows its true states, and lets no player ask about one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.truth = Truth()  # one for the game and for the copy of it that players get

    def _guard(self, state: Any) -> None:
        assert not (self.truth.thinking and any(state is true for true in self.truth.states)), "a player has the state"

    def pending(self, state: Any) -> Any:
        self._guard(state)
        return super().pending(state)

    def apply(self, state: Any, choice: Any) -> Any:
        self._guard(state)
        after, events = super().apply(state, choice)
        if not self.truth.thinking:
            self.truth.states.append(after)
        return after, events

    def view(self, state: Any, seat: int | None) -> Any:
        self._guard(state)
        return super().view(state, seat)


class Watched:
    """A player whose thinking the game knows of."""

    def __init__(self, game: Guarded, player: Player) -> None:
        self.truth, self.player, self.name = game.truth, player, player.name

    def choose(self, game: Any, view: Any, decide: Decide) -> Action:
        self.truth.thinking = True
        try:
            return self.player.choose(game, view, decide)
        finally:
            self.truth.thinking = False


@pytest.mark.parametrize("spec", SPECS)
def test_a_player_never_works_on_the_true_state(spec: str) -> None:
    game = Guarded()
    players = [Watched(game, make_player(spec, seat)) for seat in (0, 1)]
    for seed in range(3):
        play_game(game, game.parse_settings({}), players, Dealer.from_seed(seed))
    assert len(game.truth.states) > 30


@pytest.mark.parametrize("side", [1, 2, 3])
def test_search_does_not_dare_what_only_one_who_sees_the_coin_could_dare(side: int) -> None:
    game = CoinGame()
    state, _ = game.apply(game.start(), (side,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    for seed in range(5):
        assert consult(make_player("mcts:300", seed), game, state, decide) == Safe()


def test_greedy_guesses_a_hidden_coin_no_better_than_chance() -> None:
    game = CoinGame()
    named: list[tuple[int, Any]] = []
    for seed in range(60):
        side = seed % 3 + 1
        state, _ = game.apply(game.start(), (side,))
        state, _ = game.apply(state, Dare())
        decide = game.pending(state)
        assert isinstance(decide, Decide)
        state, _ = game.apply(state, decide.options[0])
        decide = game.pending(state)
        assert isinstance(decide, Decide)
        named.append((side, consult(make_player("greedy", seed), game, state, decide)))
    right = sum(side == name.side for side, name in named)
    assert 8 <= right <= 32, "a third of sixty, give or take four deviations"
