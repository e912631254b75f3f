"""The registry: which games there are. Our own are folders beside this package; others come by entry point.

Another package registers `id = "package.module:Class"` in the entry-point group `kemu.games`, and has an `about.toml`
beside that module. What is wrong with another package's game takes nothing else down: it is listed as broken, with the
reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from .about import About, read_about
from .game import Game
from .printable import one_line
from .refusal import Refusal

OWN_GAMES = Path(__file__).parent.parent / "games"
GROUP = "kemu.games"
FAULTS = (Exception, SystemExit)
"""What somebody else's game may do when it is imported or built: also leave the whole program."""


def games() -> Mapping[str, About]:
    """Return every game there is, by id: our own first, then those of other packages.

    No game is imported for it, so it cannot know of every fault; `tried` does.
    """
    return _listed()


@cache
def _listed() -> dict[str, About]:
    read = [read_about(path.parent) for path in sorted(OWN_GAMES.glob("*/about.toml"))]
    found = {about.id: about for about in read if about is not None and about.listed}
    for point in entry_points(group=GROUP):
        if point.name not in found:
            found[point.name] = _about(point.name, point.value)
    return found


def tried() -> Mapping[str, About]:
    """Return every game there is, having built those of other packages: what cannot be played is named as broken."""
    for id_, about in games().items():
        if not about.broken and not about.entry.startswith("kemu.games."):
            try:
                game(id_)
            except Refusal:
                continue  # it is listed as broken from now on
    return games()


def _about(name: str, entry: str) -> About:
    """Return what can be told of another package's game, if possible without importing it."""
    try:
        spec = find_spec(entry.partition(":")[0])
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"there is no module '{entry.partition(':')[0]}'")
        about = read_about(Path(spec.origin).parent)
        if about is None:
            about = _told_by_class(_class(entry))
        if about.id != name:
            raise ValueError(f"its id is '{about.id}'")
    except FAULTS as error:
        return _broken(About(id=name, title=name, sentence="", seats=(), minutes="", entry=entry), error)
    return replace(about, entry=entry)


def _told_by_class(game: type[Game[Any, Any]]) -> About:
    """Return what a game without an `about.toml` says of itself."""
    sentence = (game.__doc__ or "").strip().split("\n")[0]
    return About(
        id=game.id, title=game.title, sentence=sentence, seats=game.seats, titles=dict(game.seat_titles), minutes=""
    )


def _broken(about: About, error: BaseException) -> About:
    reason = one_line(f"{type(error).__name__}: {error}")
    return replace(about, sentence=f"(cannot be loaded: {reason})", broken=reason)


def _class(entry: str) -> type[Game[Any, Any]]:
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)


@cache
def _with_own_kit(entry: str) -> Game[Any, Any]:
    return _class(entry)()


def game(id: str, kit: str | Path | None = None) -> Game[Any, Any]:  # noqa: A002
    """Return the game with this id, with its own kit or with the files of the folder `kit` laid over it.

    Raises a `Refusal` if there is no such game, or if it is broken, and a `KitError` if the kit has a mistake.
    """
    about = games().get(id)
    if about is None:
        raise Refusal(f"There is no game '{id}'; the games are {', '.join(games())}.")
    if about.broken:
        raise _cannot_be_loaded(about)
    if kit is not None:
        return _class(about.entry)(Path(kit))
    try:
        return _with_own_kit(about.entry)
    except FAULTS as error:
        if about.entry.startswith("kemu.games."):
            raise
        broken = _listed()[id] = _broken(about, error)
        raise _cannot_be_loaded(broken) from error


def _cannot_be_loaded(about: About) -> Refusal:
    return Refusal(f"The game '{about.id}' cannot be loaded: {about.broken}.")
