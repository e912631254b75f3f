"""Lessons: a scripted game, of which the learner makes some of the choices himself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kemu.core.game import Game
from kemu.core.kit import KitError
from kemu.core.lesson import Moment, answered, lessons_of, run
from kemu.core.pending import Decide, Over
from kemu.core.registry import game as game_by_id
from kemu.core.registry import games
from kemu.core.rng import QuickRng
from kemu.core.winning import FILE, meaning, read_winning
from kemu.scene import Scene

OURS = tuple(name for name, about in games().items() if about.entry.startswith("kemu.games."))
LESSONS = tuple((name, lesson) for name in OURS for lesson in lessons_of(game_by_id(name)))
TRIES = 40
"""So many legal answers are tried at each step of a lesson, spread over all that there are."""


def steps(game: str, lesson: str) -> tuple[Game[Any, Any], int, tuple[Moment, ...]]:
    played = game_by_id(game)
    told, moments = run(played, lessons_of(played)[lesson])
    return played, played.seats.index(told.seat), moments


def scene(game: Game[Any, Any], seat: int, moment: Moment) -> Scene:
    own = moment.pending if isinstance(moment.pending, Decide) and moment.pending.seat == seat else None
    return game.scene(game.view(moment.state, seat), own)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_can_be_followed_to_its_end(game: str, lesson: str) -> None:
    """Each right answer is taken, and leads to the next step."""
    played, seat, moments = steps(game, lesson)
    assert any(moment.wanted is not None for moment in moments)
    for moment in moments:
        if moment.wanted is not None:
            assert answered(played, seat, moment, moment.wanted).right


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_what_a_step_points_at_is_on_the_table(game: str, lesson: str) -> None:
    played, seat, moments = steps(game, lesson)
    for number, moment in enumerate(moments):
        shown = scene(played, seat, moment)
        ids = {thing.id for things in (shown.zones, shown.pieces, shown.panels) for thing in things}
        ids |= {item.id for panel in shown.panels for item in panel.items}
        assert set(moment.step.point) <= ids, f"step {number + 1}: {set(moment.step.point) - ids} is not there"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_wrong_answer_of_a_lesson_is_answered_in_words(game: str, lesson: str) -> None:
    played, seat, moments = steps(game, lesson)
    for moment in moments:
        pending = moment.pending
        if moment.wanted is None or not isinstance(pending, Decide):
            continue
        options = list(pending.options[:: max(1, len(pending.options) // TRIES)])
        if pending.free is not None:
            sampled = pending.free.sample(QuickRng(1))
            options += [] if sampled is None else [sampled]
        for option in options:
            reply = answered(played, seat, moment, option)
            assert reply.right or reply.say


@pytest.mark.parametrize("game", OURS)
def test_how_a_game_is_won_is_said_and_shown(game: str) -> None:
    from kemu.core.lesson import position

    played = game_by_id(game)
    winning = read_winning(played.folder)
    if winning is None:
        pytest.skip("it does not say")
    state, _ = position(played, winning.settings, winning.seed, winning.start, played.folder / FILE)
    assert played.scene(played.view(state, None), None).pieces
    assert winning.ways
    assert winning.caption


ENDINGS = (
    *(
        ("moeraki", way, clause, won)
        for way, clause in (("tahuna", "D.1"), ("awa", "D.2"), ("awa", "D.3"))
        for won in (0, 1)
    ),
    *(
        ("moeraki", way, clause, 1)
        for way, clause in (("ara", "D.4"), ("marae", "D.5"), ("marae", "D.6"), ("lead", "R.4"))
    ),
    ("moeraki", "tahuna", "E.3", 0),
    ("moeraki", "draw", "D.8", None),
    ("moeraki", "draw", "R.4", None),
    *(("hawaii", "occupation", "5.1", won) for won in (0, 1)),
    *(("hawaii", "sudden death", "5.2", won) for won in (0, 1)),
    ("hawaii", "tie", "5.3", None),
    *(("maurice", "morale", "2.morale", won) for won in (0, 1)),
    ("maurice", "nightfall", "4.nightfall", None),
    *(("siege", "relieved", clause, 0) for clause in ("WI.1", "R48", "R55")),
    ("siege", "overrun", "WI.2", 1),
    *(("maori_wars", "9 Victory Points", "1.0", won) for won in (0, 1)),
    ("maori_wars", "the Maori have no Village and no Pa left", "1.0", 0),
    ("maori_wars", "there is no Settlement left", "1.0", 1),
    *(("maori_wars", level, "1.0.2", 0) for level in ("Minor Victory", "Major Victory")),
    ("maori_wars", "Draw", "1.0.2", None),
    ("maori_wars", "Draw", "14.0.6", None),
    ("maori_wars", "the campaign, 9 to 4", "14.0.6", 1),
)
"""Every ending that the rules know: why, under which clause, and who has won."""


@pytest.mark.parametrize(("name", "reason", "clause", "winner"), ENDINGS)
def test_every_ending_says_in_plain_words_what_it_means(
    name: str, reason: str, clause: str, winner: int | None
) -> None:
    game = game_by_id(name)
    assert f"{name}:{clause}" in game.clauses
    words = meaning(game, Over(winner, reason, f"{name}:{clause}", (0.0, 0.0)))
    assert words.endswith(".")
    assert "{" not in words


def test_the_words_of_an_ending_name_who_has_won() -> None:
    game = game_by_id("moeraki")
    assert "White has laid the fourth stone" in meaning(game, Over(1, "tahuna", "moeraki:D.1", (0.0, 0.0)))
    assert "Every hollow is full" in meaning(game, Over(None, "draw", "moeraki:D.8", (0.0, 0.0)))
    assert meaning(game, Over(1, "resigned", "", (0.0, 0.0))) == ""


GOOD = """
title = "A lesson"
about = "It teaches a stone."
minutes = "1"
seat = "black"
settings = { variant = "beginner" }

[[step]]
say = "The ball comes first."
do = "f6"
otherwise = "Not there."
wrong = [{ do = ["f4"], say = "Nearly." }]
then = ["c7"]

[[step]]
say = "Now a stone."
"""


def lesson_file(folder: Path, text: str) -> Path:
    path = folder / "first.toml"
    path.write_text(text)
    return path


def test_a_right_answer_goes_on_and_what_follows_is_played(tmp_path: Path) -> None:
    game = game_by_id("moeraki")
    _, (first, second) = run(game, lesson_file(tmp_path, GOOD))
    assert first.wanted is not None
    assert answered(game, 0, first, first.wanted).right
    assert [past.entry.ply for past in second.past] == [1, 2]
    assert second.wanted is None


def test_a_wrong_legal_answer_has_its_own_words_or_the_step_s(tmp_path: Path) -> None:
    game = game_by_id("moeraki")
    _, (first, second) = run(game, lesson_file(tmp_path, GOOD))
    at = {game.notation(option): option for option in getattr(first.pending, "options", ())}
    assert answered(game, 0, first, at["f4"]).say == "Nearly."
    assert answered(game, 0, first, at["f8"]).say == "Not there."
    assert not answered(game, 0, second, at["f6"]).right


def test_what_is_not_legal_is_refused_with_its_clause(tmp_path: Path) -> None:
    game = game_by_id("moeraki")
    _, (first, _second) = run(game, lesson_file(tmp_path, GOOD))
    reply = answered(game, 0, first, game.parse({"act": "ball", "at": "a3"}))
    assert not reply.right
    assert reply.clause.startswith("moeraki:")


@pytest.mark.parametrize(
    ("was", "is_", "place", "says"),
    [
        ('do = "f6"', 'do = "a1"', "step[0].do", "is not an answer here"),
        ('then = ["c7"]', 'then = ["f6"]', "step[0].then[0]", "is not an answer here"),
        ('then = ["c7"]', "then = [[6]]", "step[0].then[0]", "no throw is due here"),
        ('seat = "black"', 'seat = "green"', "seat", "the seats are black, white"),
        ('variant = "beginner"', 'variant = "huge"', "settings", "huge"),
        ('otherwise = "Not there."\n', "", "step[0].do", "otherwise"),
        ('say = "Now a stone."', 'says = "Now a stone."', "step[1]", "says"),
        ('title = "A lesson"\n', "", "the file", "title"),
    ],
)
def test_a_mistake_in_a_lesson_is_told_with_its_place(
    tmp_path: Path, was: str, is_: str, place: str, says: str
) -> None:
    path = lesson_file(tmp_path, GOOD.replace(was, is_))
    with pytest.raises(KitError) as told:
        run(game_by_id("moeraki"), path)
    assert f"{path}, line " in str(told.value)
    assert place in str(told.value)
    assert says in str(told.value)


@pytest.mark.parametrize("game", OURS)
def test_every_clause_stands_in_a_chapter_and_chapters_are_not_torn(game: str) -> None:
    chapters = [clause.chapter for clause in game_by_id(game).clauses.values()]
    assert all(chapters)
    begins = [one for one, before in zip(chapters, ["", *chapters], strict=False) if one != before]
    assert len(begins) == len(set(begins)), "a chapter is one piece of the list"
