"""One game at one screen: humans type, programs answer, the record grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kemu.core.events import Event
from kemu.core.game import Game
from kemu.core.pending import Decide
from kemu.core.table import Table
from kemu.players import Player, consult

from .commands import Commands
from .reading import begins_an_answer, read_answer, read_intent
from .screen import Screen
from .store import Store
from .words import clause_line, option_list, outcome_lines


class Session:
    """A table, who sits at it (None: a human), the screen they share and the file that keeps the record."""

    def __init__(self, table: Table, players: Sequence[Player | None], screen: Screen, store: Store) -> None:
        self.table = table
        self.game: Game[Any, Any] = table.game
        self.players = tuple(players)
        self.screen = screen
        self.store = store
        self.humans = [seat for seat, player in enumerate(self.players) if player is None]
        self._told = dict.fromkeys((*range(len(self.players)), None), 0)
        """How many entries of the record each seat (None: a watcher) has been told of."""
        self._at_screen: int | None = self.humans[0] if len(self.humans) == 1 else None
        self._commands = Commands(self)

    def run(self) -> None:
        """Play until the game is over. `Leaving` and KeyboardInterrupt pass through: the record is written by then."""
        while isinstance(decide := self.table.pending, Decide):
            player = self.players[decide.seat]
            if player is None:
                self._human(decide)
            else:
                self._program(player, decide)
        self._end()

    # -- turns -------------------------------------------------------------------------------------------

    def _program(self, player: Player, decide: Decide) -> None:
        name = f"{self.game.seat_title(decide.seat)} ({player.name})"
        with self.screen.busy(f"{name} thinks …"):
            action = consult(player, self.game, self.table.state, decide)
        self.table.play(action, decide.seat)
        self.keep()
        if not self.humans:
            self._tell(None)

    def _human(self, decide: Decide) -> None:
        """Show a seat what it may know, and read lines until one of them has changed the game."""
        seat, screen = decide.seat, self.screen
        only = self.table.forced()
        if only is not None:
            self.table.play(only, seat)
            self.keep()
            return
        self._hand_over(seat)
        self.show(seat)
        self._tell(seat)
        screen.say()
        name = self.game.seat_title(seat)
        clause = f"  [{decide.clause}]" if decide.clause else ""
        screen.say(f"{name}: {decide.prompt}{clause}", "bold")
        self.list_options(decide)
        before = self.table.past[-1:], self.table.outcome
        while (self.table.past[-1:], self.table.outcome) == before:
            line = screen.ask(f"{name}> ")
            if line:
                self._take(decide, line)
        self.keep()

    def _take(self, decide: Decide, line: str) -> None:
        """Take a line: an answer, a command, or something that is not allowed, with the reason."""
        action = None if line.startswith("/") else read_answer(self.game, self._view(decide), decide, line)
        if action is not None:
            self.table.play(action, decide.seat)
        elif not self._commands.obey(decide, line):
            self.explain(decide, line)

    def explain(self, decide: Decide, text: str) -> None:
        """Say why what a text means is not allowed now, with the clause; or that it is."""
        action = read_answer(self.game, self._view(decide), decide, text)
        if action is not None:
            self.screen.say(f"{self.game.notation(action)} is legal: {self.game.label(self._view(decide), action)}.")
            return
        if text.isdecimal():
            self.screen.say(f"There are {len(decide.options)} answers here, numbered from 1.", "yellow")
            return
        refusal = self.game.why_not(self.table.state, decide.seat, read_intent(self.game, decide, text))
        assert refusal is not None, "read_answer finds whatever is legal"
        self.screen.say(refusal.reason, "yellow")
        if refusal.clause:
            self.screen.say(f"  {clause_line(self.game, refusal.clause)}", "dim")
        if not begins_an_answer(self.game, text):
            self.screen.say("  Type 'options' for what can be answered here, 'help' for what else can be typed.", "dim")

    # -- what is shown -----------------------------------------------------------------------------------

    def _view(self, decide: Decide) -> Any:
        return self.table.view(decide.seat)

    def show(self, seat: int | None) -> None:
        """Print the picture of a seat's view."""
        self.screen.say()
        self.screen.show(self.game.picture(self.table.view(seat)))

    def list_options(self, decide: Decide) -> None:
        """Print the answers there are."""
        if decide.options:
            self.screen.show(option_list(self.game, self._view(decide), decide))
        if decide.free is not None:
            names = "; ".join(reach.label for reach in decide.free.reach() if reach.label)
            self.screen.say(f"Or anything in reach{f' ({names})' if names else ''}: 'hint' shows how one is written.")

    def told_to(self, seat: int | None, since: int = 0) -> list[Event]:
        """Return what a seat may know of what has happened since an entry of the record."""
        events = [event.seen_by(seat) for past in self.table.past[since:] for event in past.events]
        return [event for event in events if event is not None]

    def say_event(self, event: Event) -> None:
        """Print one event, with its clause."""
        self.screen.say(
            f"  {event.tell(self.game)}  [{event.clause}]" if event.clause else f"  {event.tell(self.game)}"
        )

    def _tell(self, seat: int | None) -> None:
        """Tell a seat what has happened since it was told last."""
        for event in self.told_to(seat, self._told[seat]):
            self.say_event(event)
        self._told[seat] = len(self.table.past)

    def forget(self) -> None:
        """After an undo: nobody has been told of entries that are no more."""
        self._told = {seat: min(told, len(self.table.past)) for seat, told in self._told.items()}

    def _hand_over(self, seat: int) -> None:
        """Where two humans share a screen and each has secrets, hide the one's before the other looks."""
        if self.game.hides and len(self.humans) > 1 and seat != self._at_screen:
            self.screen.clear()
            self.screen.ask(f"Pass the screen to {self.game.seat_title(seat)}, who presses Enter: ")
            self.screen.clear()
        self._at_screen = seat

    # -- the record --------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write the record as it stands."""
        self.store.write(self.table.record())

    def _end(self) -> None:
        over = self.table.outcome
        assert over is not None
        seat = self.humans[0] if len(self.humans) == 1 else None
        self.show(seat)
        self._tell(seat)
        self.screen.say()
        for line in outcome_lines(self.game, over, self.table.state):
            self.screen.say(line, "bold")
