"""`kemu admin`: what whoever runs a server may have to do. The server may be running."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .quick import QuickCommand, QuickGroup

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
admin = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    cls=QuickGroup,
    help="Look after the tables and records of a server: hide, end, delete, bar. The server may be running.",
)
DatabaseName = Annotated[
    str | None, typer.Option("--database", help="A file, or postgresql://USER@HOST/NAME, as 'kemu serve' has it.")
]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id, as its address has it.")]
Why = Annotated[str, typer.Option("--why", help="Kept with what was done, and in the log.")]


def _do(database: str | None, work: Callable[[Connection], T], reads: bool = False) -> T:
    """Run some work on the database, which must be there."""
    from kemu.core.refusal import Refusal
    from kemu.server.ready import opened
    from kemu.server.storage import Busy

    found = opened(database)
    try:
        if not reads:
            return found.write(work)
        with found.read() as connection:
            return work(connection)
    except Busy as busy:
        raise Refusal(f"{busy}.") from None
    finally:
        found.close()


def _time(milliseconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%d %H:%M")


@admin.command("tables", cls=QuickCommand)
def tables(
    database: DatabaseName = None, number: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 20
) -> None:
    """List the tables at which something happened last."""
    from kemu.core.printable import one_line
    from kemu.server.storage import admin as store

    for line in _do(database, lambda c: store.tables(c, number), reads=True):
        clock = "" if line.runs_out is None else f", its clock runs out {_time(line.runs_out)}"
        said = f", {line.chat} lines of chat" if line.chat else ""
        words = f"{line.game}, ply {line.ply}, {line.state}{clock}, {line.record} bytes{said}; {line.seats}"
        typer.echo(one_line(f"{line.id} {_time(line.changed)} {words}", 400))


@admin.command("chat", cls=QuickCommand)
def chat(table: TableId, database: DatabaseName = None) -> None:
    """Show a table's chat, with the numbers of its lines."""
    from kemu.core.printable import one_line
    from kemu.server.storage import admin as store

    for line, seat, text in _do(database, lambda c: store.lines_of(c, table), reads=True):
        typer.echo(one_line(f"{line}  seat {seat + 1}: {text}", 800))


@admin.command("hide-name", cls=QuickCommand)
def hide_name(
    table: TableId,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="The seat's name in the game: black.")],
    why: Why = "",
    database: DatabaseName = None,
) -> None:
    """Hide what somebody has called himself, at the table and in its record."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    _do(database, lambda c: store.hide_name(c, table, seat, why, now()))
    typer.echo(f"ok the name at {seat} is hidden")


@admin.command("hide-line", cls=QuickCommand)
def hide_line(
    table: TableId,
    line: Annotated[int, typer.Argument(metavar="LINE", min=1, help="The line's number ('kemu admin chat').")],
    why: Why = "",
    database: DatabaseName = None,
) -> None:
    """Hide a line of chat."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    _do(database, lambda c: store.hide_line(c, table, line, why, now()))
    typer.echo(f"ok line {line} is hidden")


@admin.command("end", cls=QuickCommand)
def end(table: TableId, why: Why = "", database: DatabaseName = None) -> None:
    """End a table as it stands: it can be looked at, and nobody plays or talks there any more."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    _do(database, lambda c: store.end(c, table, why, now()))
    typer.echo("ok the table is ended")


@admin.command("delete", cls=QuickCommand)
def delete(table: TableId, why: Why = "", database: DatabaseName = None) -> None:
    """Delete a table with its record and its chat, for good."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    _do(database, lambda c: store.remove(c, table, why, now()))
    typer.echo("ok the table is deleted")


@admin.command("records", cls=QuickCommand)
def records(
    database: DatabaseName = None, number: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 20
) -> None:
    """List the records that somebody has brought last, to be looked at."""
    from kemu.core.printable import one_line
    from kemu.server.storage import admin as store

    for line in _do(database, lambda c: store.records(c, number), reads=True):
        typer.echo(one_line(f"{line.id} {_time(line.brought)} {line.game}; {line.seats}", 400))


@admin.command("delete-record", cls=QuickCommand)
def delete_record(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record's id, as its address has it.")],
    why: Why = "",
    database: DatabaseName = None,
) -> None:
    """Delete a record that somebody has brought, for good: the same record is refused from then on."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    _do(database, lambda c: store.remove_record(c, record, why, now()))
    typer.echo("ok the record is deleted")


def _network(address: str) -> str:
    """Return a network as the server knows its clients: of IPv6, nothing is smaller than the /64 of a household."""
    try:
        network = ip_network(address, strict=False)
    except ValueError:
        raise typer.BadParameter(f"'{address}' is neither an address nor a network such as 192.0.2.0/24.") from None
    return str(network if network.version == 4 or network.prefixlen <= 64 else network.supernet(new_prefix=64))


@admin.command("bar", cls=QuickCommand)
def bar(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="An address, or a network: 192.0.2.0/24.")],
    days: Annotated[float, typer.Option(min=0, help="For how long; 0: for good.")] = 0.0,
    why: Why = "",
    database: DatabaseName = None,
) -> None:
    """Bar an address: it is refused whatever it asks for. Of IPv6, the whole /64 that a household has."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    network = _network(address)
    until = now() + int(days * 86_400_000) if days else 0
    _do(database, lambda c: store.bar(c, network, until, why, now()))
    typer.echo(f"ok {network} is barred")


@admin.command("let-in", cls=QuickCommand)
def let_in(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="As it was barred.")], database: DatabaseName = None
) -> None:
    """Let an address in that was barred."""
    from kemu.server.clock import now
    from kemu.server.storage import admin as store

    network = _network(address)
    _do(database, lambda c: store.let_in(c, network, now()))
    typer.echo(f"ok {network} may come in")


@admin.command("bars", cls=QuickCommand)
def bars(database: DatabaseName = None) -> None:
    """List who is barred."""
    from kemu.server.snapshot import stamp
    from kemu.server.storage import admin as store

    for address, until in _do(database, store.bars, reads=True).items():
        typer.echo(f"{address}  {f'until {stamp(until)}' if until else 'for good'}")
