"""A lesson in the terminal: its words, the board, and what the learner types."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from kemu.core.game import Game
from kemu.core.lesson import Lesson, Moment, answered
from kemu.core.pending import Decide

from .reading import read_answer, read_intent
from .screen import Leaving, Screen


def lead(game: Game[Any, Any], lesson: Lesson, moments: tuple[Moment, ...], number: int, screen: Screen) -> None:
    """Lead a learner from a step to the end, or to where he stops."""
    screen.say(f"{game.title}: {lesson.title}", "bold")
    screen.say(lesson.about)
    try:
        while number < len(moments):
            number = _step(game, lesson, moments, number, screen)
    except Leaving:
        screen.say()
        screen.tell(f"Go on with:  kemu learn {game.id} --step {number + 1}")


def _step(game: Game[Any, Any], lesson: Lesson, moments: tuple[Moment, ...], number: int, screen: Screen) -> int:
    """Show one step and return the number of the next."""
    moment, seat = moments[number], game.seats.index(lesson.seat)
    view = game.view(moment.state, seat)
    before = len(moments[number - 1].past) if number else len(moment.past)
    screen.show(game.picture(view))
    for past in moment.past[before:]:
        for event in past.events:
            seen = event.seen_by(seat)
            if seen is not None:
                screen.say(f"  {seen.tell(game)}", "dim")
    screen.say()
    screen.say(f"{number + 1}/{len(moments)}  {moment.step.title}", "bold")
    screen.show(marked(moment.step.say))
    while True:
        wanted, pending = moment.wanted, moment.pending
        line = screen.ask(f"{pending.prompt} > " if wanted is not None and isinstance(pending, Decide) else "Enter > ")
        if line in ("quit", "exit"):
            raise Leaving
        if line == "back":
            return max(0, number - 1)
        if wanted is None:
            return number + 1
        assert isinstance(pending, Decide)
        if line == "show":
            screen.say(f"{game.notation(wanted)}  {game.label(view, wanted)}")
        elif line:
            action = read_answer(game, view, pending, line)
            if action is None:
                refusal = game.why_not(moment.state, seat, read_intent(game, pending, line))
                screen.say(refusal.reason if refusal is not None else moment.step.otherwise, "yellow")
                continue
            reply = answered(game, seat, moment, action)
            if reply.right:
                return number + 1
            screen.say(reply.say, "yellow")


def marked(words: str) -> Text:
    """Return words in which what stands between two stars is bold."""
    parts = words.strip().split("**")
    return Text.assemble(*((part.replace("*", ""), "bold" if n % 2 else "") for n, part in enumerate(parts)))
