"""`kemu scene`: a picture of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import KitFolder, OptionPairs, find_game, game_of_record, pairs, seat_index

if TYPE_CHECKING:
    from kemu.core.game import Game


def scene(
    source: Annotated[str, typer.Argument(metavar="GAME|RECORD", help="A game's id (its start), or a record's file.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The picture: FILE.svg or FILE.png.")],
    ply: Annotated[
        int | None, typer.Option("--ply", min=0, help="After so many plies of a record; else its end.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", help="As this seat sees it; else as the seat to move does.")
    ] = None,
    option: OptionPairs = None,
    kit: KitFolder = None,
    legal: Annotated[bool, typer.Option("--legal", help="Mark what can be chosen.")] = False,
    near: Annotated[
        bool, typer.Option("--near", help="Only the part of the board that is looked at first, nothing beside it.")
    ] = False,
    width: Annotated[int, typer.Option("--width", min=16, max=8000, help="Pixels across, for a PNG.")] = 1200,
) -> None:
    """Draw a position: the start of a game, or any moment of a record.

    \b
    kemu scene moeraki --out board.svg
    kemu scene game.jsonl --out end.png --width 1600
    kemu scene game.jsonl --ply 12 --seat white --out after-12.svg
    """
    from kemu.core.pending import Decide
    from kemu.core.refusal import Refusal

    if out.suffix not in (".svg", ".png"):
        raise Refusal(f"{out}: a picture is an .svg or a .png file.")
    is_record = Path(source).is_file() or source.endswith(".jsonl")
    game, state = _moment(Path(source), ply, option, kit) if is_record else _start(source, ply, option, kit)
    pending = game.pending(state)
    if seat is not None:
        who = seat_index(game, seat)
    else:
        who = pending.seat if isinstance(pending, Decide) else None
    decide = pending if isinstance(pending, Decide) and pending.seat == who else None
    try:
        picture = game.scene(game.view(state, who), decide)
    except NotImplementedError as error:
        raise Refusal(f"{error}.") from None
    from kemu.scene.svg import render_svg

    svg = render_svg(picture, legal=legal, near=near)
    if out.suffix == ".svg":
        out.write_text(svg, encoding="utf-8")
    else:
        from kemu.scene.png import render_png

        out.write_bytes(render_png(svg, width))
    typer.echo(str(out))


def _start(name: str, ply: int | None, option: list[str] | None, kit: Path | None) -> tuple[Game[Any, Any], Any]:
    from kemu.core.refusal import Refusal

    if ply:
        raise Refusal("--ply belongs to a record; a game is shown as it starts.")
    game = find_game(name, kit)
    return game, game.start(game.parse_settings(pairs(option, "option")))


def _moment(file: Path, ply: int | None, option: list[str] | None, kit: Path | None) -> tuple[Game[Any, Any], Any]:
    from kemu.core.record import RecordError, load_record, replay
    from kemu.core.refusal import Refusal

    if option:
        raise Refusal("--option belongs to a game; a record has its own.")
    try:
        record = load_record(file.read_bytes())
        game = game_of_record(record.header.game, None, kit)
        moments = list(replay(record, game))
    except (RecordError, Refusal) as error:
        place = f"{file}, " if isinstance(error, RecordError) else f"{file}: "
        raise Refusal(f"{place}{error}") from None
    if ply is not None and ply >= len(moments):
        raise Refusal(f"{file}: there is no ply {ply}; the record has {len(moments) - 1}.")
    return game, moments[-1 if ply is None else ply].state
