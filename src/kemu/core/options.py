"""A game's options: typed structs, read from a command line, a form or a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from .refusal import Refusal

O = TypeVar("O", bound=Struct)  # noqa: E741


class Option(Struct, frozen=True):
    """One option as a form shows it."""

    name: str
    default: Any
    choices: tuple[Any, ...]
    explanation: str


def _unwrapped(hint: Any) -> tuple[Any, str]:
    """Return a type without its annotation, and the explanation in the annotation."""
    if hasattr(hint, "__metadata__"):
        metas = [m for m in hint.__metadata__ if isinstance(m, msgspec.Meta)]
        return hint.__origin__, next((m.description for m in metas if m.description), "")
    return hint, ""


def describe_options(shape: type[Struct]) -> tuple[Option, ...]:
    """Return every option with its default, its choices (if it has a closed list) and its explanation."""
    hints = get_type_hints(shape, include_extras=True)
    described: list[Option] = []
    for field in msgspec.structs.fields(shape):
        kind, explanation = _unwrapped(hints[field.name])
        choices: tuple[Any, ...] = ()
        if get_origin(kind) is Literal:
            choices = get_args(kind)
        elif kind is bool:
            choices = (False, True)
        described.append(Option(field.name, field.default, choices, explanation))
    return tuple(described)


def _matching(option: Option, value: Any) -> Any:
    """Return the choice that `value`, perhaps typed as text, stands for."""
    if isinstance(value, int) and abs(value) > 10**9:
        raise Refusal(f"Option '{option.name}': that number is beyond all measure.")
    text = str(value).lower() if isinstance(value, bool | str) else str(value)
    for choice in option.choices:
        if type(choice) is type(value) and choice == value:
            return choice
        if isinstance(value, str) and text == str(choice).lower():
            return choice
    listed = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in option.choices)
    raise Refusal(f"Option '{option.name}': '{value}' is not one of {listed}.")


def parse_options(shape: type[O], given: Mapping[str, Any]) -> O:
    """Return options of the given shape, or raise a `Refusal` that names the wrong option and what it takes."""
    known = {option.name: option for option in describe_options(shape)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise Refusal(f"There is no option '{name}'; the options are {', '.join(known) or '(none)'}.")
        values[name] = _matching(known[name], value) if known[name].choices else value
    try:
        return msgspec.convert(values, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal(f"Options: {error}.") from None
