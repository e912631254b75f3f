"""Lessons on the network. Where a lesson stands is known from its step, so nothing of a learner is kept here."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from kemu.core.game import Game
from kemu.core.kit import KitError
from kemu.core.lesson import Lesson, Moment, answered, lessons_of, position, read_lesson, run
from kemu.core.pending import Decide, Touch
from kemu.core.refusal import Refusal
from kemu.core.winning import FILE, read_winning

from .bases import Bases
from .dragging import would_stand
from .errors import ApiError
from .kits import game_by_id
from .plain import scene_of
from .stills import colours, still
from .tables import parse
from .wire import SeatState, Snapshot
from .wire_acts import Because, Drag, Dragged, NotAllowed, Why
from .wire_games import LessonInfo
from .wire_lessons import LessonReply, LessonStep, Try


def lesson_infos(game: Game[Any, Any]) -> list[LessonInfo]:
    """Return a game's lessons, the first one first."""
    return [_info(name, read_lesson(path)) for name, path in lessons_of(game).items()]


def _info(name: str, lesson: Lesson) -> LessonInfo:
    return LessonInfo(name, lesson.title, lesson.about, lesson.minutes, len(lesson.step))


@cache
def winning_picture(game_id: str) -> str | None:
    """Return the SVG of how a game is won, or None if it says nothing of it."""
    from kemu.scene.svg import render_svg

    game = game_by_id(game_id)
    winning = read_winning(game.folder)
    if winning is None:
        return None
    state, _ = position(game, winning.settings, winning.seed, winning.start, game.folder / FILE)
    return render_svg(scene_of(game, game.view(state, None), None), panels=False, prefix=f"{game_id}-won-")


class Here(Struct, frozen=True):
    """A step of a lesson, found."""

    game: Game[Any, Any]
    lesson: Lesson
    seat: int
    moment: Moment


@cache
def _ran(game_id: str, name: str) -> tuple[Lesson, tuple[Moment, ...]]:
    game = game_by_id(game_id)
    return run(game, lessons_of(game)[name])


class Lessons:
    """What a learner is shown and told at each step."""

    def __init__(self, bases: Bases) -> None:
        self._bases = bases

    def _find(self, game_id: str, name: str, number: int) -> Here:
        game = game_by_id(game_id)
        if name not in lessons_of(game):
            raise ApiError(404, "unknown-lesson", "There is no such lesson.")
        try:
            lesson, moments = _ran(game_id, name)
        except KitError:
            # An own kit, or a rule that has changed: the lesson says no longer what is so.
            raise ApiError(409, "other-kit", "This lesson does not fit the game as it is served here.") from None
        if number >= len(moments):
            raise ApiError(404, "unknown-step", f"This lesson has {len(moments)} steps.")
        return Here(game, lesson, game.seats.index(lesson.seat), moments[number])

    def step(self, game_id: str, name: str, number: int) -> LessonStep:
        """Return a step, and the table there."""
        here = self._find(game_id, name, number)
        game, seat, moment = here.game, here.seat, here.moment
        wanted, pending, step = moment.wanted, moment.pending, moment.step
        view = game.view(moment.state, seat)
        options = pending.options if isinstance(pending, Decide) else ()
        option = None if wanted is None or wanted not in options else options.index(wanted)
        return LessonStep(
            lesson=_info(name, here.lesson),
            number=number,
            heading=step.title,
            say=step.say,
            points=list(step.point),
            waits=wanted is not None,
            option=option,
            label="" if wanted is None else game.label(view, wanted),
            pieces=would_stand(game, view, wanted) if wanted is not None and option is None else (),
            action=None if wanted is None else msgspec.to_builtins(wanted),
            snapshot=self._snapshot(here, number),
        )

    def moment(self, game_id: str, name: str, number: int, ply: int) -> Snapshot:
        """Return the table as it was after a ply, on the way to a step."""
        here = self._find(game_id, name, number)
        if ply >= len(here.moment.past):
            raise ApiError(404, "unknown-ply", f"The table stands at ply {len(here.moment.past)}.")
        state = here.moment.past[ply].before
        then = Moment(here.moment.step, state, here.game.pending(state), here.moment.past[:ply], None)
        return self._snapshot(Here(here.game, here.lesson, here.seat, then), number, choices=False)

    def _snapshot(self, here: Here, number: int, choices: bool = True) -> Snapshot:
        game, seat, moment = here.game, here.seat, here.moment
        seats = [
            SeatState(
                name=name,
                title=game.seat_title(index),
                player="",
                kind="you" if index == seat else "computer",
                level="",
                colour=colour,
                present=True,
                taken=True,
            )
            for index, (name, colour) in enumerate(zip(game.seats, colours(game), strict=True))
        ]
        return still(
            game,
            moment.state,
            moment.pending,
            moment.past,
            seat,
            self._bases,
            revision=number,
            choices=choices,
            seats=seats,
        )

    def attempt(self, game_id: str, name: str, number: int, body: Try) -> LessonReply:
        """Say what becomes of an answer."""
        here = self._find(game_id, name, number)
        try:
            told = answered(here.game, here.seat, here.moment, parse(here.game, body.action))
        except Refusal as refusal:
            return LessonReply(False, refusal.reason, refusal.clause)
        return LessonReply(told.right, told.say, told.clause)

    def why(self, game_id: str, name: str, number: int, body: Why) -> Because:
        """Say whether the learner may do something, and if not, why not."""
        touch, action = body.intent.touch, body.intent.action
        if isinstance(touch, str) == isinstance(action, dict):
            raise ApiError(422, "malformed", "An intent is either a touch or an action.")
        here = self._find(game_id, name, number)
        intent: Any = Touch(touch) if isinstance(touch, str) else parse(here.game, action)  # pyright: ignore[reportArgumentType]
        refusal = here.game.why_not(here.moment.state, here.seat, intent)
        if refusal is None:
            return Because(True, "", "")
        return Because(False, refusal.reason, refusal.clause)

    def drag(self, game_id: str, name: str, number: int, body: Drag) -> Dragged:
        """Say which answer a drag stands for, and whether it is legal."""
        here = self._find(game_id, name, number)
        game, pending, state = here.game, here.moment.pending, here.moment.state
        free = pending.free if isinstance(pending, Decide) and pending.seat == here.seat else None
        if free is None:
            raise ApiError(409, "no-answer", "That stands for nothing here.")
        draft = None if body.draft is None else parse(game, body.draft)
        action = (
            free.at(body.x, body.y, body.piece) if draft is None else free.adjust(draft, body.x, body.y, body.piece)
        )
        if action is None:
            raise ApiError(409, "no-answer", "That stands for nothing here.", here.moment.pending.clause)
        refusal = game.why_not(state, here.seat, action)
        view = game.view(state, here.seat)
        pieces = would_stand(game, view, action) if refusal is None else ()
        told = None if refusal is None else NotAllowed(refusal.reason, refusal.clause)
        return Dragged(msgspec.to_builtins(action), game.label(view, action), told, pieces)
