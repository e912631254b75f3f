"""Words, refusals, the scene and the evaluation: what players and programs are shown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Touch
from kemu.core.rng import QuickRng
from kemu.games.siege.model.actions import Activate, Fire, FireMelee, Lose, Move, Stop, Turn, Withdraw
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Blaze, Melee
from kemu.games.siege.rules.cards import CARDS, NUMBERS

from .positions import SPARE, actions, foes, house, on_table, order, play, refused, row, squad, state, wall

OPEN = on_table()
SQUAD = squad(1, row(20, 20, 7))
BAND = foes(9, row(20, 40, 9))
BAND_FAR = foes(8, row(20, 40, 3))


def scene(position: object, game: object = OPEN) -> object:
    pending = game.pending(position)
    return game.scene(game.view(position, pending.seat), pending)


def test_a_shot_is_labelled_with_cover_and_its_odds_stand_beside_it() -> None:
    position = order(state(SQUAD, BAND, game=OPEN), 1)
    label = OPEN.label(OPEN.view(position, GARRISON), Fire(9))
    assert label == "Fire at Boxers 9 (9 figures in the open)"
    choice = next(c for c in scene(position).selectable if c.label == label)
    assert choice.target == "g9"
    assert choice.odds.startswith("3.67 killed on average")


@pytest.mark.rule("siege:ME.2", "siege:R31", "siege:R32")
def test_a_shot_into_ones_own_melee_is_labelled_and_has_its_odds_too() -> None:
    game = on_table(wall((10, 20), (38, 20)))
    things = (squad(1, row(20, 19.4, 3)), foes(9, row(20, 20.6, 3)), BAND_FAR)
    for holder, where, killed in ((GARRISON, "in the open", 288 / 216), (ATTACKERS, "in hard cover", 81 / 216)):
        position = order(state(*things, Melee((1, 9), holder), game=game), 1)
        view = game.view(position, GARRISON)
        said = f"Fire at the enemies of this melee (3 figures {where})"
        assert game.label(view, FireMelee()) == said
        choice = next(c for c in scene(position, game).selectable if c.notation == "fire-melee")
        assert choice.odds.startswith(f"{killed:.2f} killed on average (")


def test_notations_can_be_typed() -> None:
    assert OPEN.notation(Fire(9)) == "fire 9"
    assert OPEN.notation(Stop()) == "stop"
    assert OPEN.notation(Move(0, 1000, 2000)) == "move 0 1000 2000"


@pytest.mark.parametrize(
    ("intent", "clause"),
    [
        (Activate(9), "siege:UA.1"),
        (Activate(77), "siege:UA.2"),
        (Touch("g9-2"), "siege:UA.1"),
        (Touch("nothing"), "siege:UA.2"),
        (Withdraw(), "siege:UA.2"),
    ],
)
def test_a_wrong_choice_of_group_is_explained(intent: object, clause: str) -> None:
    position = actions(state(SQUAD, BAND, game=OPEN), GARRISON, 1)
    assert refused(OPEN, position, intent) == clause


def test_a_click_on_an_enemy_that_cannot_be_seen_says_why() -> None:
    game = on_table(wall((10, 30), (40, 30), "wall", "high"))
    position = order(state(SQUAD, BAND, game=game), 1)
    refusal = game.why_not(position, GARRISON, Touch("g9"))
    assert refusal.clause == "siege:SH.3"
    assert "cannot be seen" in refusal.reason
    assert refused(game, position, Turn(1, 0)) == "siege:MV.9"


def test_the_roof_is_lifted_when_somebody_is_inside_and_fire_shows() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)]))

    def works(*things: object, **more: object) -> object:
        position = actions(state(*things, BAND, game=game, **more), GARRISON, 1)
        return next(layer for layer in scene(position, game).layers if layer.name == "works").shapes

    closed = works(SQUAD)
    assert works(squad(1, row(21, 22, 3), 1)) != closed
    assert len(works(SQUAD, fires=(Blaze(0, 2, 1, 3),))) > len(closed)
    assert works(SQUAD, ruins=1) != closed


def test_lines_of_sight_are_drawn_when_a_shooter_is_picked() -> None:
    picked = order(state(SQUAD, BAND, game=OPEN), 1)
    assert any(layer.name == "sight" and layer.shapes for layer in scene(picked).layers)
    unpicked = actions(state(SQUAD, BAND, game=OPEN), GARRISON, 1)
    assert not any(layer.name == "sight" for layer in scene(unpicked).layers)


def test_every_figure_is_a_piece_and_the_picture_is_told_in_words() -> None:
    position = actions(state(SQUAD, BAND, game=OPEN, card=NUMBERS["Q spades"], drawn=7), GARRISON, 1)
    picture = scene(position)
    assert {piece.id for piece in picture.pieces} == {f"g1-{i}" for i in range(7)} | {f"g9-{i}" for i in range(9)}
    assert "Card 7: Queen of spades." in picture.text
    assert "Boxers 9, 9 figures" in picture.text
    assert CARDS[NUMBERS["Q spades"]] == "Q spades"


def test_a_drag_is_a_move_and_a_drag_nowhere_is_none() -> None:
    position = order(state(SQUAD, BAND, game=OPEN), 1)
    free = OPEN.pending(position).free
    move = free.at(20 * 50, (48 - 24) * 50, "g1-0")
    assert (move.x, move.y) == (20_000, 24_000)
    assert free.check(move) is None
    assert free.at(float("nan"), 0.0) is None


def test_random_moves_always_find_something_to_do() -> None:
    """From an empty table to the cards: every choice offered is taken, and something has come of it each time."""
    rng = QuickRng(4)
    position = OPEN.start()
    for _ in range(120):
        pending = OPEN.pending(position)
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        after, events = play(OPEN, position, choice)
        assert after != position
        assert all(event.tell(OPEN) for event in events)
        position = after
    assert position.drawn > 5
    assert position.there(GARRISON)
    assert position.there(ATTACKERS)


def test_a_terminal_shows_the_table_in_letters() -> None:
    position = actions(state(SQUAD, BAND, game=OPEN), GARRISON, 1)
    drawn = OPEN.picture(OPEN.view(position, GARRISON)).plain.splitlines()
    assert drawn[24 - 1 - 10][20:27] == "Ooooooo"
    assert drawn[24 - 1 - 20][20:29] == "xxxxxxxxx"
    assert "Boxers 9" in drawn[-1]


def test_one_of_a_kind_in_the_pool_is_told_as_one() -> None:
    position = actions(state(SQUAD, BAND, game=OPEN), GARRISON, 1)
    few = replace(position, pool=tuple(1 if number else 0 for number in position.pool))
    assert "In the pool: 1 Boxer, 1 musketeer, 1 Tiger Man, a field gun" in scene(few).text
    assert "60 Boxers, 20 musketeers" in scene(position).text


def test_the_log_knows_whom_a_line_is_about_also_after_a_die() -> None:
    """After a throw nobody has chosen; after a loss it is the loser who has, whatever is told then."""
    band = foes(9, row(20, 30, 3))
    start = order(state(squad(1, row(20, 20, 7)), band, SPARE, game=OPEN), 1)
    position, spent = play(OPEN, start, Fire(9))
    position, shot = play(OPEN, position, (6, 1, 1, 1, 1, 1, 1))
    _, after = play(OPEN, position, Lose(9, 0), Lose(9, 0), (1,))
    told = [(type(event).__name__, event.whose) for event in (*spent, *shot, *after)]
    assert told[:2] == [("CounterSpent", GARRISON), ("Shot", GARRISON)]
    assert told[2:] == [("Lost", ATTACKERS), ("Lost", ATTACKERS), ("Tested", ATTACKERS)]
    _, card = play(OPEN, state(squad(1, row(20, 20, 7)), SPARE, game=OPEN), ("7 spades",))
    assert card[0].whose == ATTACKERS
