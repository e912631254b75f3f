"""Unfinished games that were begun under other rules than those that are installed now."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from kemu.core.refusal import Refusal

from ..kits import game_by_id
from . import schema


class Outdated(Struct, frozen=True):
    """So many unfinished games of one version of a game's rules."""

    game: str
    rules: int
    now: int
    number: int


class _Head(Struct):
    game: str
    rules: int


def outdated(connection: Connection) -> list[Outdated]:
    """Return the unfinished games whose rules are not today's, counted."""
    t = schema.games.c
    counts: Counter[tuple[str, int]] = Counter()
    for header in connection.execute(select(t.header).where(~t.over, ~t.closed)).scalars():
        head = msgspec.json.decode(header, type=_Head)
        counts[head.game, head.rules] += 1
    found: list[Outdated] = []
    for (game, rules), number in sorted(counts.items()):
        try:
            now = game_by_id(game).rules_version
        except Refusal:
            continue
        if rules != now:
            found.append(Outdated(game, rules, now, number))
    return found


def words(old: Outdated) -> str:
    """Say what becomes of them."""
    games = "1 unfinished game" if old.number == 1 else f"{old.number} unfinished games"
    return (
        f"{games} of {old.game} began under version {old.rules} of its rules and cannot go on under version {old.now}: "
        "serve the release before until they are finished, or let them be"
    )
