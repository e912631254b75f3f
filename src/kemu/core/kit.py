"""Kits: the data of a game in TOML, with errors that name the file, the line and the field.

A kit is a folder. A player's own folder may lie over it: a file there stands in place of the file of the same
name. So the owner of a printed game can type in its charts without touching code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from .printable import control_in

T = TypeVar("T")
TomlPath = tuple[str | int, ...]


class KitError(ValueError):
    """Something in a kit is wrong. The message names the file, the line and the field."""


class Kit:
    """The data files of one game."""

    def __init__(self, home: Path, overlay: Path | None = None) -> None:
        self.home = home
        self.overlay = overlay
        if overlay is not None:
            if not overlay.is_dir():
                raise KitError(f"{overlay}: there is no such folder; a kit is a folder of TOML files")
            known = {path.name for path in self._in(home)}
            for path in self._in(overlay):
                if path.name not in known:
                    raise KitError(f"{path}: this game's kit has no such file; it has {', '.join(sorted(known))}")

    @staticmethod
    def _in(folder: Path) -> list[Path]:
        return sorted(folder.glob("*.toml"))

    @cached_property
    def files(self) -> dict[str, Path]:
        """The file in force for each name."""
        files = {path.name: path for path in self._in(self.home)}
        if self.overlay is not None:
            files.update((path.name, path) for path in self._in(self.overlay))
        return files

    @cached_property
    def digest(self) -> str:
        """A digest of what the kit says: comments, order of keys and spelling of TOML do not matter."""
        digest = blake2b(digest_size=16)
        for name in sorted(self.files):
            data = read_toml(self.files[name])
            digest.update(name.encode() + b"\0" + msgspec.json.encode(data, order="sorted") + b"\0")
        return digest.hexdigest()

    def read(self, name: str, shape: type[T]) -> T:
        """Return one file as a value of the given shape, or raise a `KitError` that names the place."""
        return read_shaped(self.files[name], shape)

    def error(self, name: str, path: TomlPath, message: str) -> KitError:
        """Return an error about one place of a file, for what a shape alone cannot say."""
        return error_in(self.files[name], path, message)


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file as plain data. It holds no control characters: what a kit says is printed on terminals."""
    try:
        data = tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+), column (\d+)", place)
        where = f"line {found[1]}, column {found[2]}" if found else "at its end"
        raise KitError(f"{path}, {where}, the file: {message[:1].lower()}{message[1:]}") from None
    except OSError as error:
        raise KitError(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise KitError(f"{path}: nested too deeply") from None
    except UnicodeDecodeError as error:
        raise KitError(f"{path}: not UTF-8 text at byte {error.start}") from None
    except ValueError as error:  # a number of thousands of digits
        raise KitError(f"{path}: {error}") from None
    for where, text in _texts(data, ()):
        if control := control_in(text, allowed="\t\r\n"):
            raise error_in(path, where, f"the control character {control} has no place in a text")
    return data


def _texts(data: Any, where: TomlPath) -> Iterator[tuple[TomlPath, str]]:
    """Yield every text of a file, names of fields too, with its place."""
    if isinstance(data, str):
        yield where, data
    elif isinstance(data, dict):
        for name, value in cast(dict[str, Any], data).items():
            yield where, name
            yield from _texts(value, (*where, name))
    elif isinstance(data, list):
        for number, value in enumerate(cast(list[Any], data)):
            yield from _texts(value, (*where, number))


def _text(path: Path) -> str:
    """Return what a file says. Some editors put a mark of three bytes before it, which says nothing."""
    return path.read_text(encoding="utf-8-sig")


def read_shaped(path: Path, shape: type[T]) -> T:
    """Return a TOML file as a value of the given shape, or raise a `KitError` that names the place."""
    data = read_toml(path)
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        raise error_in(path, _path(where), message) from None


def _path(where: str) -> TomlPath:
    """Read msgspec's `$.card[2].span` as ("card", 2, "span")."""
    parts = re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", where)
    return tuple(int(index) if index else name for name, index in parts)


def error_in(file: Path, path: TomlPath, message: str) -> KitError:
    """Return an error about one place of a TOML file, with its line and its field."""
    unknown = re.search(r"unknown field `([^`]+)`", message)
    if unknown:
        path = (*path, unknown.group(1))
    field = ""
    for part in path:
        field += f"[{part}]" if isinstance(part, int) else f".{part}" if field else part
    return KitError(f"{file}, line {_line(_text(file), path)}, {field or 'the file'}: {in_words(message)}")


KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def in_words(message: str) -> str:
    """Return what msgspec finds wrong with a value as an author would say it.

    >>> in_words("Expected `int`, got `str`")
    'a whole number is due, not text'
    >>> in_words("Object missing required field `name`")
    "the field 'name' is missing"
    """
    if found := re.fullmatch(r"Expected `(.+)`, got `(.+)`", message):
        due, got = (" or ".join(KINDS.get(kind, kind) for kind in part.split(" | ")) for part in found.groups())
        return f"{due} is due, not {got}"
    if found := re.fullmatch(r"Expected `(\w+)` (>=|<=|>|<) (\S+)", message):
        bound = {">=": "of at least", "<=": "of at most", ">": "above", "<": "below"}[found[2]]
        return f"{KINDS.get(found[1], found[1])} {bound} {found[3]} is due"
    if found := re.fullmatch(r"Expected `(array|str)` of length (>=|<=) (\d+)", message):
        bound = "at least" if found[2] == ">=" else "at most"
        what = "entries" if found[1] == "array" else "letters"
        return f"{KINDS[found[1]]} of {bound} {found[3]} {what} is due"
    if found := re.fullmatch(r"Object missing required field `(.+)`", message):
        return f"the field '{found[1]}' is missing"
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", message):
        return f"there is no field '{found[1]}' here"
    if found := re.fullmatch(r"Invalid (?:enum )?value (.+)", message):
        return f"{found[1]} is not one of the values that are allowed here"
    return message


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"^\s*(\"[^\"]+\"|[A-Za-z0-9_-]+)\s*=")


def _line(text: str, path: TomlPath) -> int:
    """Return the line on which the value at `path` begins, or that of its nearest parent."""
    lines: dict[TomlPath, int] = {(): 1}
    counts: dict[TomlPath, int] = {}
    prefix: TomlPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header:
            names = [name.strip().strip('"') for name in header.group(2).split(".")]
            prefix = ()
            for i, name in enumerate(names):
                prefix = (*prefix, name)
                if i == len(names) - 1 and header.group(1) == "[[":
                    counts[prefix] = counts.get(prefix, -1) + 1
                if prefix in counts:
                    prefix = (*prefix, counts[prefix])
            lines[prefix] = number
            lines.setdefault(prefix[:-1], number)
        elif key:
            lines.setdefault((*prefix, key.group(1).strip('"')), number)
    while path not in lines:
        path = path[:-1]
    return lines[path]
