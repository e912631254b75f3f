"""A game's settings: typed structs, read from a command line, a form or a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from .refusal import Refusal

O = TypeVar("O", bound=Struct)  # noqa: E741


class Setting(Struct, frozen=True):
    """One setting as a form shows it."""

    name: str
    default: Any
    choices: tuple[Any, ...]
    explanation: str
    labels: tuple[str, ...] = ()
    """What a form calls each choice, where the setting says so (`Meta(extra={"labels": {choice: label}})`)."""


def _unwrapped(hint: Any) -> tuple[Any, str, dict[Any, str]]:
    """Return a type without its annotation, and the explanation and the labels in the annotation."""
    if hasattr(hint, "__metadata__"):
        metas = [m for m in hint.__metadata__ if isinstance(m, msgspec.Meta)]
        labels: dict[Any, str] = next(
            (m.extra["labels"] for m in metas if m.extra and "labels" in m.extra), dict[Any, str]()
        )
        return hint.__origin__, next((m.description for m in metas if m.description), ""), labels
    return hint, "", {}


def describe_settings(shape: type[Struct]) -> tuple[Setting, ...]:
    """Return every setting with its default, its choices (if it has a closed list) and its explanation."""
    hints = get_type_hints(shape, include_extras=True)
    described: list[Setting] = []
    for field in msgspec.structs.fields(shape):
        kind, explanation, labels = _unwrapped(hints[field.name])
        choices: tuple[Any, ...] = ()
        if get_origin(kind) is Literal:
            choices = get_args(kind)
        elif kind is bool:
            choices = (False, True)
        named = tuple(labels[choice] for choice in choices) if labels else ()
        described.append(Setting(field.name, field.default, choices, explanation, named))
    return tuple(described)


def _matching(setting: Setting, value: Any) -> Any:
    """Return the choice that `value`, perhaps typed as text, stands for."""
    if isinstance(value, int) and abs(value) > 10**9:
        raise Refusal(f"Option '{setting.name}': no number here is as large as that.")
    text = str(value).lower() if isinstance(value, bool | str) else str(value)
    for choice in setting.choices:
        if type(choice) is type(value) and choice == value:
            return choice
        if isinstance(value, str) and text == str(choice).lower():
            return choice
    listed = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in setting.choices)
    raise Refusal(f"Option '{setting.name}': '{value}' is not one of {listed}.")


def parse_settings(shape: type[O], given: Mapping[str, Any]) -> O:
    """Return settings of the given shape, or raise a `Refusal` that names the wrong one and what it takes."""
    known = {setting.name: setting for setting in describe_settings(shape)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise Refusal(f"There is no option '{name}'; the options are {', '.join(known) or '(none)'}.")
        values[name] = _matching(known[name], value) if known[name].choices else value
    try:
        return msgspec.convert(values, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal(f"Options: {error}.") from None
