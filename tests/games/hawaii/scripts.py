"""Whole games by script: what matters is written down, part by part; in all else both sides do the least they can."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kemu.core.pending import Chance, Decide, Over
from kemu.games.hawaii import Settings, State
from kemu.games.hawaii.model.catalogue import CardDraw
from kemu.games.hawaii.rules.fight import Fight

from .positions import GAME

Script = Mapping[tuple[str, str], str]
"""By month and side (`Jan K`): a card, dice and actions, with semicolons between them."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov")
SIDES = ("K", "A")


def part_of(state: State) -> tuple[str, str]:
    """The month, and the side whose part it is; the set-up belongs to the first part."""
    seat: Any = getattr(state.stack[0], "seat", 0)
    return MONTHS[state.month - 1], SIDES[seat]


def parsed(text: str) -> list[str | tuple[int, ...]]:
    """A script's choices: `6` is a die, `6-1` the dice for the advantage, anything else an action or a card."""
    choices: list[str | tuple[int, ...]] = []
    for word in filter(None, (part.strip() for part in text.split(";"))):
        dice = word.replace("-", "")
        choices.append(tuple(int(die) for die in word.split("-")) if dice.isdigit() else word)
    return choices


def least(pending: Decide | Chance, state: State) -> Any:
    """The choice of who does the least: the first recruit to the first space, no move, no card, nobody sighted."""
    if isinstance(pending, CardDraw):
        return (pending.pool[0],)
    if isinstance(pending, Chance):
        assert not isinstance(state.stack[-1], Fight), f"the script has no dice for {pending.prompt}"
        return (6,) if "looks out" in pending.prompt else (4,)
    named = {GAME.notation(option): option for option in pending.options}
    for word in ("done", "wait"):
        if word in named:
            return named[word]
    declined = [name for name in named if name.startswith(("decline", "discard"))]
    return named[declined[0]] if declined else pending.options[0]


def played(length: Any, script: Script) -> tuple[State, Over, list[tuple[str, str]]]:
    """Play a game from its set-up to its end by the script; return the last state, the end, and the parts begun."""
    state = GAME.start(Settings(length=length))
    parts: list[tuple[str, str]] = []
    due: list[str | tuple[int, ...]] = []
    while not isinstance(pending := GAME.pending(state), Over):
        if not parts or part_of(state) != parts[-1]:
            assert not due, f"{parts[-1]}: never played: {due}"
            parts.append(part_of(state))
            due = parsed(script.get(parts[-1], ""))
        state, _ = GAME.apply(state, _next(pending, state, due))
    assert not due, f"{parts[-1]}: never played: {due}"
    unplayed = set(script) - set(parts)
    assert not unplayed, f"the game was over before {unplayed}"
    return state, pending, parts


def _next(pending: Decide | Chance, state: State, due: list[str | tuple[int, ...]]) -> Any:
    """The next choice of the script if it can be made now, else the least."""
    word = due[0] if due else None
    if isinstance(pending, Decide):
        named = {GAME.notation(option): option for option in pending.options}
        if isinstance(word, str) and word in named:
            due.pop(0)
            return named[word]
    elif isinstance(pending, CardDraw):
        if isinstance(word, str) and word in pending.pool:
            due.pop(0)
            return (word,)
    elif isinstance(word, tuple) and pending.check(word) is None:
        due.pop(0)
        return word
    return least(pending, state)
