"""`kemu learn`: a guided first game in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import GameId, find_game


def learn(
    game: GameId,
    lesson: Annotated[str, typer.Option("--lesson", metavar="NAME", help="Which, if there are several.")] = "",
    step: Annotated[int, typer.Option("--step", metavar="N", help="Where to begin, from 1.", min=1)] = 1,
) -> None:
    """Be led through a first game, step by step.

    Press Enter to read on; type an answer where one is asked for. 'show' shows it, 'back' goes back, 'quit' stops.

    \b
    kemu learn moeraki
    kemu learn moeraki --step 9
    """
    from kemu.core.lesson import lessons_of, run
    from kemu.core.refusal import Refusal

    from .terminal.lesson import lead
    from .terminal.screen import Screen

    found = find_game(game)
    lessons = lessons_of(found)
    if not lessons:
        raise Refusal(f"{found.title} has no lesson.")
    name = lesson or next(iter(lessons))
    if name not in lessons:
        raise Refusal(f"{found.title} has no lesson '{name}'; it has {', '.join(lessons)}.")
    told, moments = run(found, lessons[name])
    if step > len(moments):
        raise Refusal(f"This lesson has {len(moments)} steps.")
    lead(found, told, moments, step - 1, Screen())
