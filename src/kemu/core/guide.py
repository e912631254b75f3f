"""What a newcomer looks up: `guide.toml`, a glossary of what lies on the board and pictures for the rules.

An entry of the glossary says what a thing is and what is written on it, and for which things of a scene it speaks. A
picture is a position, built by choices or borrowed from a step of a lesson, and the part of its scene that matters.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from .kit import error_in, read_shaped
from .lesson import WrittenChoice, lessons_of, position, run

if TYPE_CHECKING:
    from .game import Game

FILE = "guide.toml"
Kind = Literal["unit", "leader", "structure", "place", "terrain", "marker", "card", "table"]
"""What an entry speaks of; the glossary is in this order. `table`: what lies beside the board."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the glossary."""

    name: str
    kind: Kind
    words: str
    """What it is and what it does, in a sentence or three."""
    on: tuple[str, ...] = ()
    """The things that it speaks of: patterns (`*` for anything) of their ids, symbols or labels.

    What lies beside the board has its id with `beside:` before it as well: the same counter may lie on it.
    """
    signs: dict[str, str] = {}
    """What is drawn or written on it, and what that means."""
    symbol: str = ""
    """The symbol of the scene that shows it."""
    picture: str = ""
    """Or the picture that shows it."""
    clauses: tuple[str, ...] = ()
    """The rules about it, without the game's name."""

    def speaks_of(self, *names: str) -> bool:
        """Tell whether it speaks of a thing with this id, symbol or label."""
        return any(fnmatchcase(name, pattern) for pattern in self.on for name in names if name)


class Picture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture drawn from the game's own scene."""

    id: str
    caption: str
    clause: str = ""
    """The rule under which it stands, without the game's name; empty: it is for the glossary alone."""
    step: str = ""
    """The lesson and the name of the step whose table it shows: `first:march`."""
    settings: dict[str, Any] = {}
    seed: int = 1
    start: tuple[WrittenChoice, ...] = ()
    """Without a step: the settings, and what was played."""
    seat: str = ""
    """Whose view it is, with what he may choose; empty: what everybody sees."""
    around: tuple[str, ...] = ()
    """The things between which the part lies that is shown; empty: the whole board."""
    margin: float = 0.08
    """How much is shown round them, in parts of the scene's width."""
    mark: tuple[str, ...] = ()
    """Things with a ring round them."""


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game's folder tells a newcomer who looks something up."""

    entry: tuple[Entry, ...] = ()
    picture: tuple[Picture, ...] = ()


def read_guide(game: Game[Any, Any]) -> Guide:
    """Return a game's guide, an empty one if it has none; a mistake in it is a `KitError` that names the place."""
    path = game.folder / FILE
    if not path.is_file():
        return Guide()
    guide = read_shaped(path, Guide)
    known = {picture.id for picture in guide.picture}
    for number, entry in enumerate(guide.entry):
        for clause in entry.clauses:
            if f"{game.id}:{clause}" not in game.clauses:
                raise error_in(path, ("entry", number, "clauses"), f"there is no clause {clause}")
        if entry.picture and entry.picture not in known:
            raise error_in(path, ("entry", number, "picture"), f"there is no picture {entry.picture}")
    for number, picture in enumerate(guide.picture):
        if picture.clause and f"{game.id}:{picture.clause}" not in game.clauses:
            raise error_in(path, ("picture", number, "clause"), f"there is no clause {picture.clause}")
        if picture.seat and picture.seat not in game.seats:
            raise error_in(path, ("picture", number, "seat"), f"the seats are {', '.join(game.seats)}")
    return guide


def shown(game: Game[Any, Any], picture: Picture) -> Any:
    """Return the state that a picture shows, or raise a `KitError` that names the place."""
    path = game.folder / FILE
    if not picture.step:
        return position(game, picture.settings, picture.seed, picture.start, path)[0]
    name, _, step = picture.step.partition(":")
    _, moments = run(game, _lesson(game, name, path))
    found = next((moment for moment in moments if moment.step.name == step), None)
    if found is None:
        raise error_in(path, ("picture",), f"no step of the lesson {name} is called '{step}'")
    return found.state


def _lesson(game: Game[Any, Any], name: str, path: Path) -> Path:
    lessons = lessons_of(game)
    if name not in lessons:
        raise error_in(path, ("picture",), f"there is no lesson {name}")
    return lessons[name]
