"""What else can be typed: questions about the rules, undo, a hint, saving, leaving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kemu.core.pending import Decide
from kemu.core.refusal import Refusal
from kemu.players import consult, make_player
from kemu.players.levels import HINT

from .reading import read_answer
from .screen import Leaving
from .store import save_copy
from .words import choices_with_odds, clauses_of, found_clauses, odds_list

if TYPE_CHECKING:
    from .session import Session

HELP = (
    ("f6, 3 …", "an answer: as it is written in the list, or by its number"),
    ("why f6, ? f6", "why something is not allowed, with the clause"),
    ("odds [ANSWER]", "the odds of what an answer begins, such as a battle: of one answer, or of all that have odds"),
    ("rules [WORD]", "the rules in short: all titles, or the clauses with this id or word"),
    ("options", "the list of answers again"),
    ("board", "the board again"),
    ("hint", "what the computer would do"),
    ("undo", "take the last choice back (not past chance, or another seat's turn)"),
    ("back", "take your last choice back, past dice and answers too; the record says so"),
    ("log", "all that has happened"),
    ("save FILE", "a copy of the record so far"),
    ("resign", "give the game up"),
    ("quit", "stop here; the record is kept (Ctrl-D does the same)"),
    ("help, ?", "this list; where a command is also an answer, write /undo for the command"),
)


class Commands:
    """The commands of a session. Each takes the pending decision and the words after its name."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen = session.screen
        self._named: dict[str, Callable[[Decide, str], None]] = {
            "help": self.help,
            "?": self.why,
            "why": self.why,
            "odds": self.odds,
            "rules": self.rules,
            "options": self.options,
            "board": self.board,
            "hint": self.hint,
            "undo": self.undo,
            "back": self.back,
            "log": self.log,
            "save": self.save,
            "resign": self.resign,
            "quit": self.quit,
            "exit": self.quit,
        }

    def obey(self, decide: Decide, line: str) -> bool:
        """Carry out a line that is a command, with or without a slash; return False if it is none."""
        text = line.removeprefix("/").strip()
        if text.startswith("?"):
            text = f"? {text[1:]}"
        elif text.endswith("?"):
            text = f"? {text[:-1]}"
        name, _, words = text.partition(" ")
        command = self._named.get(name.lower())
        if command is None:
            return False
        try:
            command(decide, words.strip())
        except Refusal as refusal:
            self.screen.say(str(refusal), "yellow")
        return True

    def help(self, decide: Decide, words: str) -> None:
        """Say what can be typed."""
        for usage, explanation in HELP:
            self.screen.say(f"  {usage:14} {explanation}")

    def why(self, decide: Decide, words: str) -> None:
        """Say why something is not allowed."""
        if words:
            self.session.explain(decide, words)
        else:
            self.help(decide, words)

    def odds(self, decide: Decide, words: str) -> None:
        """Say the odds of the answers that have any, or of one; why not, if it is none."""
        session = self.session
        view = session.table.view(decide.seat)
        only = read_answer(session.game, view, decide, words) if words else None
        if words and only is None:
            session.explain(decide, words)
            return
        # Worked out when asked for, and not for each list of answers: a large battle takes its time.
        with self.screen.busy("working out the odds …"):
            found = choices_with_odds(session.game, view, decide)
        told = [choice for choice in found if only is None or decide.options[choice.option] == only]
        if not told:
            raise Refusal("No answer here has odds." if only is None else "This answer has no odds.")
        self.screen.show(odds_list(told))

    def rules(self, decide: Decide, words: str) -> None:
        """Print the clauses: their titles, or those that were asked for, in full."""
        game = self.session.game
        if not clauses_of(game):
            raise Refusal(f"{game.title} has no list of clauses yet.")
        if not words:
            for clause in clauses_of(game).values():
                self.screen.say(f"  {clause.id:8} {clause.title}")
            self.screen.say("'rules WORD' or 'rules ID' shows one in full.")
            return
        found = found_clauses(game, words)
        if not found:
            raise Refusal(f"No clause has '{words}' in it.")
        for full, clause in found:
            self.screen.say(f"{full}  {clause.title}", "bold")
            self.screen.say(f"  {clause.summary}")
            if clause.reading:
                self.screen.say(f"  Here: {clause.reading}")

    def options(self, decide: Decide, words: str) -> None:
        """List the answers again."""
        self.session.list_options(decide)

    def board(self, decide: Decide, words: str) -> None:
        """Show the board again."""
        self.session.show(decide.seat)

    def hint(self, decide: Decide, words: str) -> None:
        """Say what a program would do that knows what this seat knows."""
        session = self.session
        with self.screen.busy("thinking …"):
            action = consult(make_player(HINT.id, session.table.ply), session.game, session.table.state, decide)
        label = session.game.label(session.table.view(decide.seat), action)
        self.screen.say(f"The computer would answer: {session.game.notation(action)}  ({label})")

    def undo(self, decide: Decide, words: str) -> None:
        """Take back the last choice, with what the table answered by itself after it."""
        table = self.session.table
        table.undo(decide.seat)
        while table.forced() is not None and table.can_undo(decide.seat) is None:
            table.undo(decide.seat)
        self.session.forget()

    def back(self, decide: Decide, words: str) -> None:
        """Take back this seat's last choice, however long ago; dice fall the same again."""
        table = self.session.table
        to = next(table.decisions({decide.seat}), None)
        if to is None:
            raise Refusal("You have chosen nothing yet.")
        table.take_back(to)
        self.screen.say("Taken back. Dice that have fallen fall the same again.")

    def log(self, decide: Decide, words: str) -> None:
        """Tell everything that this seat may know."""
        for event in self.session.told_to(decide.seat):
            self.session.say_event(event)

    def save(self, decide: Decide, words: str) -> None:
        """Write a copy of the record."""
        if not words:
            raise Refusal("Say where: save FILE.")
        save_copy(self.session.table.record(), Path(words))
        self.screen.say(f"Saved: {words}")

    def resign(self, decide: Decide, words: str) -> None:
        """Give up."""
        if self.screen.sure("Resign the game?"):
            self.session.table.leave(decide.seat)

    def quit(self, decide: Decide, words: str) -> None:
        """Stop; the record is there."""
        raise Leaving
