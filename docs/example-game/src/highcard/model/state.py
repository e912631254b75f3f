"""The state of a game, and what a table is set up with."""

from __future__ import annotations

from typing import Union

from msgspec import Struct

from ..rules import Deal, Ended, Trick


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is set up with: nothing, in this game."""


class State(Struct, frozen=True):
    """Everything that changes. The frames on the stack say what is due."""

    stack: tuple[Union[Deal, Trick, Ended], ...]  # noqa: UP007
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    open: tuple[int, ...] = ()
    """The cards that have been played."""
    tricks: tuple[int, int] = (0, 0)
