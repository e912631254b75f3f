"""The registry: which games there are. Our own are folders beside this package; others come by entry point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct

from .game import Game
from .kit import read_shaped
from .refusal import Refusal

OWN_GAMES = Path(__file__).parent.parent / "games"
GROUP = "kemu.games"


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What a list of games shows of one: it is read without importing the game."""

    id: str
    title: str
    sentence: str
    seats: tuple[str, ...]
    minutes: str
    entry: str
    """`package.module:Class`, where the game is."""
    colours: tuple[str, ...] = ()
    """The colour of each seat's pieces, as CSS writes it, to mark the seat by; none: whoever draws chooses."""
    draws: bool = False
    """Whether the rules know a draw: only then may players agree on one."""


@cache
def games() -> Mapping[str, About]:
    """Return every game there is, by id: our own first, then those of other packages.

    Another package registers `id = "package.module:Class"` in the entry-point group `kemu.games`.
    """
    found = {about.id: about for about in (read_shaped(p, About) for p in sorted(OWN_GAMES.glob("*/about.toml")))}
    for point in entry_points(group=GROUP):
        if point.name not in found:
            found[point.name] = _about(point.name, point.value)
    return found


def _about(name: str, entry: str) -> About:
    """Return what can be told of another package's game; one that cannot be loaded is listed, and says so."""
    try:
        game = _class(entry)
        if game.id != name:
            raise ValueError(f"its id is '{game.id}'")
    except Exception as error:
        sentence = f"(cannot be loaded: {' '.join(f'{type(error).__name__}: {error}'.split())})"
        return About(id=name, title=name, sentence=sentence, seats=(), minutes="", entry="")
    sentence = (game.__doc__ or "").strip().split("\n")[0]
    return About(
        id=name,
        title=game.title,
        sentence=sentence,
        seats=game.seats,
        minutes="",
        entry=entry,
        # Another package may say these on its class; most will not, and then there are none.
        colours=tuple(getattr(game, "colours", ())),
        draws=bool(getattr(game, "draws", False)),
    )


def _class(entry: str) -> type[Game[Any, Any]]:
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)


@cache
def _with_own_kit(entry: str) -> Game[Any, Any]:
    return _class(entry)()


def game(id: str, kit: str | Path | None = None) -> Game[Any, Any]:  # noqa: A002
    """Return the game with this id, with its own kit or with the files of the folder `kit` laid over it.

    Raises a `Refusal` if there is no such game and a `KitError` if the kit has a mistake.
    """
    about = games().get(id)
    if about is None:
        raise Refusal(f"There is no game '{id}'; the games are {', '.join(games())}.")
    if not about.entry:
        raise Refusal(f"The game '{id}' {about.sentence.strip('()')}.")
    return _with_own_kit(about.entry) if kit is None else _class(about.entry)(Path(kit))
