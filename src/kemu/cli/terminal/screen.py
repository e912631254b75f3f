"""The screen: where a game is shown, and where lines are read. A pipe will do as well as a terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text


class Leaving(Exception):
    """The player has had enough, or the input has ended."""


class Screen:
    """A console to print on, and a line of input to read."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.typed = sys.stdin.isatty()
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401  # pyright: ignore[reportUnusedImport]  # arrow keys and history

    def say(self, text: str = "", style: str = "") -> None:
        """Print plain words: whatever is in them, they are no markup."""
        self.console.print(Text(text, style=style))

    def tell(self, text: str) -> None:
        """Print a line that may be copied, such as a command: it is not broken, however long it is."""
        self.console.print(Text(text), soft_wrap=True)

    def show(self, thing: RenderableType | Any) -> None:
        """Print whatever rich prints; a text is printed as it is."""
        self.console.print(thing, markup=False)

    def ask(self, prompt: str) -> str:
        """Return a line that is typed or piped in, without the blanks round it; `Leaving` when there is no more."""
        try:
            line = self.console.input(Text(prompt, style="bold"))
        except EOFError:
            self.console.print()
            raise Leaving from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        if not self.typed:
            # In a transcript the answer should stand behind its question.
            self.console.print(Text(line))
        return line.strip()

    def sure(self, question: str) -> bool:
        """Ask a question that only a clear yes answers."""
        return self.ask(f"{question} [y/N] ").lower() in ("y", "yes")

    def clear(self) -> None:
        """Hide what was shown from whoever looks next."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.rule()

    def busy(self, text: str) -> Any:
        """Return a context in which a program is seen to think."""
        return self.console.status(Text(text))
