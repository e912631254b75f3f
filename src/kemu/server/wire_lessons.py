"""What travels in a lesson: a step, the learner's try, and what becomes of it."""

from __future__ import annotations

from typing import Any

from kemu.scene import Piece

from .wire import Snapshot
from .wire_base import Sent, Told
from .wire_games import LessonInfo


class LessonStep(Told, frozen=True):
    """A step of a lesson, and the table as the learner sees it there."""

    lesson: LessonInfo
    number: int
    """Counted from 0."""
    heading: str
    say: str
    points: list[str]
    """What to look at: ids of zones, pieces, panels and their items."""
    waits: bool
    """Whether something must be done here; else the learner reads, and goes on when he likes."""
    option: int | None
    """The number of the option that goes on, where it is one of the listed ones."""
    label: str
    """What is to be done, in a few words."""
    pieces: tuple[Piece, ...]
    """Where pieces shall come to stand, where the answer is over a continuum."""
    action: dict[str, Any] | None
    """The answer that goes on."""
    snapshot: Snapshot


class Try(Sent, frozen=True):
    """What the learner would do at a step of a lesson."""

    action: dict[str, Any]


class LessonReply(Told, frozen=True):
    """What becomes of it: it goes on, or what is said to it."""

    right: bool
    say: str
    clause: str
