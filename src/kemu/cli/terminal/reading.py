"""From what a player types to an action, or to what he seems to want."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch


def _same(text: str) -> str:
    return " ".join(text.split()).casefold()


def in_list(text: str, length: int) -> int | None:
    """Return the place in a list that a number typed by a player names, counted from nought; None if it names none."""
    return int(text) - 1 if text.isdecimal() and len(text) < 10 and 1 <= int(text) <= length else None


def read_answer(game: Game[Any, Any], view: View[Any], decide: Decide, text: str) -> Action | None:
    """Return the legal answer that a text names: by notation, by number in the list, by label; None if there is none.

    An answer from a continuum is written as its fields, in order: `30000 20000 true`.
    """
    options, wanted = decide.options, _same(text)
    for option in options:
        if _same(game.notation(option)) == wanted:
            return option
    number = in_list(wanted, len(options))
    if number is not None:
        return options[number]
    labelled = [option for option in options if _same(game.label(view, option)) == wanted]
    if len(labelled) == 1:
        return labelled[0]
    return next((action for action in written(game, decide, text) if decide.check(action) is None), None)


def read_intent(game: Game[Any, Any], decide: Decide, text: str) -> Action | Touch:
    """Return what a text that names no legal answer may mean: an action of the game, or else a touch of something."""
    return next(written(game, decide, text), Touch(text))


def written(game: Game[Any, Any], decide: Decide, text: str) -> Iterator[Action]:
    """Yield the actions whose fields, in order, are the words of a text, those of the pending decision's kinds first.

    The action's own tag may stand before them: `stone f6`.
    """
    words = text.split()
    kinds: tuple[type[Action], ...] = get_args(game.action_type) or (game.action_type,)
    asked = {type(option) for option in decide.options}
    for kind in sorted(kinds, key=lambda kind: kind not in asked):
        tag = str(kind.__struct_config__.tag)
        values = words[1:] if words and words[0].casefold() == tag.casefold() else words
        fields = kind.__struct_fields__
        if len(values) != len(fields) or not words or (not fields and values is words):
            continue
        plain = {"act": tag, **dict(zip(fields, values, strict=True))}
        try:
            yield msgspec.convert(plain, kind, strict=False)
        except msgspec.ValidationError:
            continue
