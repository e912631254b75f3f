"""What the rulebook says before its rules: what it is about, which wars, figures, sparse cover, the column's marker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege import LAYOUTS, Settings, Siege, State
from kemu.games.siege.model.actions import Lose, Stop
from kemu.games.siege.model.events import CameOn
from kemu.games.siege.model.ground import BASE
from kemu.games.siege.model.layout import Layout
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.shooting import Volley
from kemu.parts.tabletop.points import within
from kemu.parts.tabletop.polygons import contains
from kemu.parts.tabletop.segments import near

from .positions import GAME, OPEN, SPARE, foes, order, play, row, squad, state

BAND = foes(9, row(20, 30, 4), "muskets")
ARMIES = Siege.folder / "kit" / "armies.toml"


def random_game(game: Siege, chosen: Settings, seed: int, plies: int) -> Iterator[tuple[State, list[object]]]:
    """Yield the positions of a game that is played at random, with what has happened before each."""
    rng = QuickRng(seed)
    position = game.start(chosen)
    for _ in range(plies):
        pending = game.pending(position)
        if isinstance(pending, Over):
            return
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        position, events = game.apply(position, choice)
        yield position, events


# -- the game ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:G.1")
def test_it_ends_when_the_column_comes_or_when_the_garrison_is_wiped_out_and_not_before() -> None:
    last = (squad(1, row(20, 20, 1)), BAND, SPARE)
    sighted, _ = play(OPEN, state(*last, game=OPEN), ("A hearts",), Stop())
    assert not isinstance(OPEN.pending(sighted), Over)
    again = state(*last, game=OPEN, sighted=True, stack=())
    relieved = OPEN.pending(play(OPEN, again, ("A hearts",))[0])
    assert isinstance(relieved, Over)
    assert (relieved.winner, relieved.scores) == (GARRISON, (1.0, 0.0))
    missed, _ = play(OPEN, state(*last, game=OPEN, stack=(Volley(9, (1,), 4, 12, 2),)), (1, 1, 1, 1))
    assert isinstance(missed.stack[-1], NextCard)
    killed = OPEN.pending(play(OPEN, state(*last, game=OPEN, stack=(Volley(9, (1,), 4, 6, 0),)), (6, 6, 6, 6))[0])
    assert isinstance(killed, Over)
    assert (killed.winner, killed.scores) == (ATTACKERS, (0.0, 1.0))


@pytest.mark.rule("siege:G.2")
def test_another_war_is_another_kit_and_the_same_rules(tmp_path: Path) -> None:
    text = ARMIES.read_text(encoding="utf-8")
    for old, new in (
        ('name = "Boxers"\none = "Boxer"', 'name = "Zulus"\none = "Zulu"'),
        ("figures = { boxers = 60, muskets = 20, tigers = 20 }", "figures = { boxers = 90, muskets = 6 }"),
        ('name = "German Seebataillon"', 'name = "24th Foot"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "armies.toml").write_text(text, encoding="utf-8")
    game = Siege(tmp_path)
    assert game.opening(Settings()).pool[:3] == (90, 6, 0)
    came: list[CameOn] = []
    drawn = 0
    for position, events in random_game(game, Settings(squads=4), 3, 120):
        came += [event for event in events if isinstance(event, CameOn) and event.number]
        drawn = position.drawn
        assert sum(position.pool) + position.count(ATTACKERS) + position.dead[1] <= 96 + 4
    assert drawn > 5
    assert any("Zulus" in event.tell(game) for event in came)
    assert not any("Boxers" in event.tell(game) for event in came)
    assert all(4 <= event.number <= 10 for event in came if "Zulus" in event.tell(game))


# -- equipment and forces ----------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:EQ.3", "siege:R2")
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_figure_stands_on_a_base_of_its_own(name: str) -> None:
    looked = 0
    for position, _ in random_game(GAME, Settings(layout=name), 11, 160):
        if position.stack[-1] != NextCard():
            continue
        looked += 1
        bases = [(man, group.room) for group in position.groups for man in group.men]
        bases += [(gun.at, 0) for gun in position.guns]
        for i, (man, room) in enumerate(bases):
            assert not any(room == there and within(man, other, BASE - 1) for other, there in bases[:i])
        drawn = [piece.id for piece in GAME.scene(GAME.view(position, None)).pieces]
        figures = [f"g{group.id}-{mark}" for group in position.groups for mark in group.figures]
        assert len(set(drawn)) == len(drawn) == len(bases)
        assert set(figures) <= set(drawn)
    assert looked > 5


@pytest.mark.rule("siege:EQ.3", "siege:SH.8")
def test_one_figure_is_taken_off_and_the_others_stay_as_they_are() -> None:
    position = state(BAND, squad(1, row(20, 20, 3)), game=OPEN, stack=(Volley(1, (9,), 3, 6, 0),))
    after, _ = play(OPEN, position, (2, 2, 2), Lose(9, 1))
    assert after.group(9).men == (BAND.men[0], *BAND.men[2:])


def test_before_the_game_nobody_is_told_of_a_deck_without_cards() -> None:
    def deck(position: State) -> str:
        scene = GAME.scene(GAME.view(position, GARRISON), None)
        (item,) = [item for panel in scene.panels for item in panel.items if item.id == "deck"]
        return item.value

    assert deck(GAME.start()) == "not shuffled yet"
    assert deck(state(squad(1, row(20, 20, 3)), BAND, game=GAME)) == "54 cards"


@pytest.mark.rule("siege:DF.4")
def test_the_columns_marker_shows_that_it_is_sighted_and_stands_nowhere() -> None:
    def marker(position: State) -> tuple[str, bool]:
        scene = GAME.scene(GAME.view(position, GARRISON), None)
        (item,) = [item for panel in scene.panels for item in panel.items if item.id == "column"]
        assert item.symbol in scene.symbols
        assert not any("column" in piece.id for piece in scene.pieces)
        return item.value, item.lit

    before = state(squad(1, row(20, 20, 3)), BAND, game=GAME)
    assert marker(before) == ("not in sight", False)
    after, _ = play(GAME, before, ("A hearts",))
    assert marker(after) == ("sighted", True)
    # It has no size and is nobody: it can be neither shot at nor met, and no force counts it.
    assert after.groups == before.groups
    assert GAME.scores(after) == GAME.scores(before)
    targets = {getattr(option, "target", 9) for option in GAME.pending(order(after, 1)).options}
    assert targets == {9}


# -- the table ---------------------------------------------------------------------------------------------------------


def sheltered(layout: Layout, p: tuple[int, int]) -> bool:
    """Whether somebody here is in a house or an area, or at a wall or the like."""
    shapes = (*layout.houses, *layout.areas)
    return any(contains(shape.outline, p) for shape in shapes) or any(near(p, w.a, w.b, 1000) for w in layout.lines)


@pytest.mark.rule("siege:SU.3")
@pytest.mark.parametrize("name", LAYOUTS)
def test_cover_outside_is_sparse_and_open_ground_lies_before_every_compound(name: str) -> None:
    layout = GAME.grounds[name].layout

    def inside(p: tuple[int, int]) -> bool:
        return any(contains(outline, p) for outline in layout.compounds)

    steps = [(x, y) for x in range(500, layout.width, 500) for y in range(500, layout.height, 500)]
    outside = [p for p in steps if not inside(p)]
    covered = [p for p in outside if sheltered(layout, p)]
    assert len(covered) < len(outside) // 4
    for near_edge in (lambda p: p[0] < 12_000, lambda p: p[1] < 12_000, lambda p: p[0] > layout.width - 12_000):
        assert any(near_edge(p) for p in covered)
    # Nobody who comes on gets to a compound from cover to cover: what lies at its walls does not reach so far out.
    edge = [p for p in steps if inside(p)]
    seen, there = set(edge), set(covered)
    while edge:
        x, y = edge.pop()
        for beside in ((x + dx, y + dy) for dx in (-500, 0, 500) for dy in (-500, 0, 500)):
            if beside in there and beside not in seen:
                seen.add(beside)
                edge.append(beside)
    assert min(min(x, y, layout.width - x, layout.height - y) for x, y in seen) > 4000
