"""Whose turn it has been (DB.1, R23, R36): who has acted takes that with him when groups form anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step

from .changes import changed

if TYPE_CHECKING:
    from ..model.state import State


@rule("siege:DB.1", "siege:R23", "siege:R36")
def turn_goes_along(step: Step[State], giver: int, takers: Sequence[int], *, gone: bool) -> None:
    """Whoever takes in men of a group whose turn is over has had his turn with this card too.

    Of the group that is acting: if it is `gone`, the first who takes in its men goes on with its turn, as often as
    it has left; everybody else who has men of it has had his turn.
    """
    from .acting import Act

    stack: list[Frame] = []
    for frame in step.state.stack:
        if isinstance(frame, Act) and takers:
            over: Sequence[int] = ()
            if giver in frame.closed:
                over = takers
            elif frame.current == giver:
                over = takers[1:] if gone else takers
                frame = changed(frame, current=takers[0]) if gone else frame
            frame = changed(frame, closed=(*frame.closed, *(gid for gid in over if gid not in frame.closed)))
        stack.append(frame)
    step.set(stack=tuple(stack))
