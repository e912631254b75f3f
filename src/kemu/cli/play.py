"""`kemu play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import KitFolder, OptionPairs, command, find_game, game_of_record, pairs, seat_index

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kemu.core.game import Game
    from kemu.core.table import Table

    from .terminal.screen import Screen
    from .terminal.store import Store


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game; you are asked if left out.")] = None,
    option: OptionPairs = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="SEAT=WHO", help="Who sits there: human, beginner, casual, club, strong, mcts:400."
        ),
    ] = None,
    kit: KitFolder = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="For dice that can be repeated.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Where the record goes; never over another file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a record; needs the --seed it had.")
    ] = None,
) -> None:
    """Play a game here: against the computer, with a friend at one screen, or just watch.

    \b
    kemu play                                            asks which game, how, and who plays
    kemu play moeraki                                    you against the computer
    kemu play moeraki -o variant=master -o kemu=3
    kemu play moeraki --seat white=human --seat black=strong
    kemu play moeraki --seat black=human --seat white=human

    Type an answer as it is listed, or its number. 'why f6' says why something is not allowed, 'odds' how a battle would
    go, 'rules' what the rules are, 'help' what else there is. The game is recorded as it goes: 'kemu verify' checks
    the record.
    """
    from .terminal.screen import Screen

    screen = Screen()
    if resume is not None:
        table, store = _resumed(resume, game, kit, seed, bool(option or seat or record))
        code = _sit(table, store, screen, game, kit, seed)
    else:
        code = _begin(screen, game, option, seat, kit, seed, record)
    raise typer.Exit(code)


def _begin(
    screen: Screen,
    name: str | None,
    option: Sequence[str] | None,
    seat: Sequence[str] | None,
    kit: Path | None,
    seed: int | None,
    record: Path | None,
) -> int:
    """Sit down to a new game."""
    import secrets

    from kemu.core.refusal import Refusal
    from kemu.core.table import Table

    from .terminal.screen import Leaving
    from .terminal.setup import ask_game, ask_seats, ask_settings, check_seat, default_seats
    from .terminal.store import Store

    try:
        game = find_game(name or ask_game(screen), kit)
        settings: dict[str, Any] = dict(pairs(option, "option"))
        game.parse_settings(settings)
        seats = _given_seats(game, seat)
        for who in seats.values():
            check_seat(who)
        if name is None:
            settings = ask_settings(screen, game, settings)
            seats = ask_seats(screen, game, seats)
        seats = default_seats(game, seats)
    except Leaving:
        raise Refusal("No game was begun: the input ended.") from None
    seed = secrets.randbits(64) if seed is None else seed
    table = Table(game, settings, seed=seed, players=tuple(seats.values()))
    store = Store(record) if record is not None else Store.for_game(game.id)
    return _sit(table, store, screen, name, kit, seed)


def _given_seats(game: Game[Any, Any], seat: Sequence[str] | None) -> dict[str, str]:
    return {game.seats[seat_index(game, name)]: who for name, who in pairs(seat, "seat").items()}


def _resumed(file: Path, name: str | None, kit: Path | None, seed: int | None, more: bool) -> tuple[Table, Store]:
    """Return the table at the end of an unfinished record, and its file."""
    from kemu.core.dealer import Dealer
    from kemu.core.record import RecordError, load_record
    from kemu.core.refusal import Refusal
    from kemu.core.table import Table

    from .terminal.store import Store

    if more:
        raise Refusal("--resume takes options and seats from the record, and goes on writing it.")
    if seed is None:
        raise Refusal(f"{file}: to go on with a record, give the --seed that 'kemu play' told.")
    try:
        found = load_record(file.read_bytes())
        if found.end is not None:
            raise Refusal(f"{file}: this game is over.")
        table = Table.resume(found, game_of_record(found.header.game, name, kit), Dealer.from_seed(seed))
    except RecordError as error:
        raise Refusal(f"{file}, {error}") from None
    return table, Store(file, fresh=False)


def _sit(table: Table, store: Store, screen: Screen, name: str | None, kit: Path | None, seed: int | None) -> int:
    """Play at a table and return the exit code. However it ends, the record is told of."""
    from kemu.lab.simulate import derived
    from kemu.players import make_player

    from .terminal.screen import Leaving
    from .terminal.session import Session
    from .terminal.setup import HUMAN

    game, names = table.game, table.header.seats
    settings = " ".join(f"{name}={value}" for name, value in table.header.options.items())
    sitting = ", ".join(f"{game.seat_title(seat)}: {who}" for seat, who in enumerate(names.values()))
    screen.say(f"{game.title}  {settings}  {sitting}", "bold")
    screen.tell(f"The record is kept in {store.path} (seed {seed})")
    store.begin(table.record())
    if HUMAN in names.values():
        screen.say("Type 'help' for what you can type.")
    # Draws of a player from its own seed and the ply: a resumed game goes on with fresh numbers.
    players = [
        None if who == HUMAN else make_player(who, derived(seed or 0, index, table.ply))
        for index, who in enumerate(names.values())
    ]
    code = 0
    try:
        Session(table, players, screen, store).run()
    except Leaving:
        pass
    except KeyboardInterrupt:
        screen.say()
        code = 130
    finally:
        kept = store.close()
    own = name if name is not None and ":" in name else None
    with_kit = f" --kit {kit}" if kit is not None else ""
    kemu = command()
    if kept:
        screen.tell(f"The record is in {store.path}")
        screen.tell(f"Check it with:  {kemu} verify {store.path}{with_kit}{f' --game {own}' if own else ''}")
        if table.outcome is None:
            screen.tell(
                f"Go on with it:  {kemu} play{f' {own}' if own else ''} --resume {store.path} --seed {seed}{with_kit}"
            )
    return code
