"""From what a player types to an action, or to what he seems to want."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec

from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch
from kemu.parts.spelling import folded, plain


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
    for words in dict.fromkeys((text, plain(text))):
        for action in written(game, decide, words):
            if decide.check(action) is None:
                return action
    return _spelled(game, view, decide, text)


def _spelled(game: Game[Any, Any], view: View[Any], decide: Decide, text: str) -> Action | None:
    """Return the only answer that a text means but for marks on its letters, or by names: `walk Kalanikūpule`.

    Names are those of the label, each word of them whole and in its order, from the first; the action's tag says that
    an answer is meant.
    """
    wanted = folded(text)
    same = [
        option
        for option in decide.options
        if wanted in (folded(game.notation(option)), folded(game.label(view, option)))
    ]
    tag, *rest = wanted.split() or [""]
    names = _weighty(rest)
    if not same and names and not any(name.isdecimal() for name in names):
        for option in decide.options:
            label = _weighty(folded(game.label(view, option)).split())
            # "Kalanikūpule to Koʻolau", or with a verb before it: "Walk Kalanikūpule to Koʻolau".
            if _tag(type(option)).casefold() == tag and names in (label[: len(names)], label[1 : len(names) + 1]):
                same.append(option)
    return same[0] if len(same) == 1 else None


def _weighty(words: list[str]) -> list[str]:
    """Return the words without those that only hold the others together."""
    return [word for word in words if word not in ("to", "from", "in", "on", "at", "by", "the", "a", "an")]


def read_intent(game: Game[Any, Any], decide: Decide, text: str) -> Action | Touch:
    """Return what a text that names no legal answer may mean: an action of the game, or else a touch of something."""
    return next(written(game, decide, text), Touch(text))


def begins_an_answer(game: Game[Any, Any], text: str) -> bool:
    """Tell whether the first word of a text is the name of one of the game's actions."""
    kinds: tuple[type[Action], ...] = get_args(game.action_type) or (game.action_type,)
    return text.split()[:1] != [] and folded(text.split()[0]) in {_tag(kind).casefold() for kind in kinds}


def written(game: Game[Any, Any], decide: Decide, text: str) -> Iterator[Action]:
    """Yield the actions whose fields, in order, are the words of a text, those of the pending decision's kinds first.

    The action's own tag may stand before them, and then says which is meant: `stone f6`, or `land maui` where a canoe
    might be called "land". Fields at the end that have a default may be left out.
    Words such as `24000,15600` are the points of the action's list of points, wherever they stand.
    """
    words = text.split()
    kinds: tuple[type[Action], ...] = get_args(game.action_type) or (game.action_type,)
    asked = {type(option) for option in decide.options}
    tagged = [kind for kind in kinds if words and words[0].casefold() == _tag(kind).casefold()]
    for kind in tagged or sorted(kinds, key=lambda kind: kind not in asked):
        tag = _tag(kind)
        plain = _by_field(kind, words[1:] if tagged else words)
        if plain is None or not words or (not plain and not tagged):
            continue
        try:
            yield msgspec.convert({"act": tag, **plain}, kind, strict=False)
        except (msgspec.ValidationError, UnicodeEncodeError):
            continue


def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


def _by_field(kind: type[Action], words: list[str]) -> dict[str, Any] | None:
    """Return the words under the names of an action's fields, or None if they are too many or too few."""
    fields = msgspec.structs.fields(kind)
    lists = [field for field in fields if isinstance(field.default, tuple)]
    points = [word.split(",") for word in words if "," in word] if lists else []
    alone = [word for word in words if not (lists and "," in word)]
    single = [field for field in fields if field not in lists]
    if len(alone) > len(single) or any(field.required for field in single[len(alone) :]):
        return None
    plain: dict[str, Any] = {
        # A list of plain things is one word: `21,22`.
        field.name: word.split(",") if get_origin(field.type) is tuple else word
        for field, word in zip(single, alone, strict=False)
    }
    return {**plain, lists[0].name: points} if points else plain
