"""Commands that start quickly: each is imported when it is called, and what it does not need is not imported at all."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup


def _with_default(option: Any) -> Any:
    """Give the flag `--help` a default.

    Typer leaves it without one, and turns what is not given into a bool by way of pydantic: some 100 ms, in each run
    of each command. With a default there is nothing to turn.
    """
    if option is not None and option.default is None:
        option.default = False
    return option


class QuickCommand(TyperCommand):
    """A command whose `--help` costs nothing."""

    def get_help_option(self, ctx: Any) -> Any:
        """Return the flag that shows the help page."""
        return _with_default(super().get_help_option(ctx))


class QuickGroup(TyperGroup):
    """A group of commands whose `--help` costs nothing."""

    def get_help_option(self, ctx: Any) -> Any:
        """Return the flag that shows the help page."""
        return _with_default(super().get_help_option(ctx))


class LazyGroup(QuickGroup):
    """A group whose commands are functions, or groups, of the same name in modules of that name, imported on call."""

    package: ClassVar[str]
    lazy: ClassVar[Mapping[str, str]]
    """Each command's name, and what it does in a few words."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order in which the help shows them."""
        return list(self.lazy)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, imported now if it was not yet; None if there is no such command."""
        if cmd_name not in self.lazy:
            # What is close to it is offered by name: for that the names must be known.
            self.commands = dict.fromkeys(self.lazy, None)  # pyright: ignore[reportAttributeAccessIssue]
            return None
        found = getattr(import_module(f".{cmd_name}", self.package), cmd_name)
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(rich_markup_mode=None, add_completion=False)
            alone.command(cmd_name, cls=QuickCommand)(found)
            found = alone
        command: Any = typer.main.get_command(found)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.lazy.items()))
