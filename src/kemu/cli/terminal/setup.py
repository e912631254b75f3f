"""Before a game: which one, how, and who sits where. What the command line has said is not asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kemu.core.game import Game
from kemu.core.refusal import Refusal
from kemu.core.registry import games
from kemu.core.settings import Setting, describe_settings
from kemu.players import REGISTER, player_maker
from kemu.players.levels import LEVELS

from .reading import in_list
from .screen import Screen

HUMAN = "human"
OPPONENT = "club"
"""The same as the page offers first."""


def ask_game(screen: Screen) -> str:
    """Show the games and return the id of the one that is chosen, by number or by name."""
    listed = list(games().values())
    for number, about in enumerate(listed, 1):
        screen.say(f"{number:>2}  {about.title} ({about.id})", "bold")
        screen.say(f"    {about.sentence}")
    while True:
        answer = screen.ask("Which game? Its number or its name [1]: ") or "1"
        number = in_list(answer, len(listed))
        if number is not None:
            return listed[number].id
        for about in listed:
            if answer.casefold() in (about.id.casefold(), about.title.casefold()):
                return about.id
        screen.say(f"There is no game '{answer}' in the list.")


def ask_settings(screen: Screen, game: Game[Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask for each setting that is not given yet, with its explanation; nothing typed means the default."""
    chosen = dict(given)
    for setting in describe_settings(game.settings_type):
        if setting.name not in given:
            screen.say()
            screen.say(f"{setting.name}: {setting.explanation}" if setting.explanation else setting.name)
            chosen[setting.name] = _ask_setting(screen, game, setting)
    return chosen


def _ask_setting(screen: Screen, game: Game[Any, Any], setting: Setting) -> Any:
    choices = f" ({', '.join(_written(choice) for choice in setting.choices)})" if setting.choices else ""
    while True:
        answer = screen.ask(f"{setting.name}{choices} [{_written(setting.default)}]: ")
        if not answer:
            return setting.default
        try:
            return getattr(game.parse_settings({setting.name: answer}), setting.name)
        except Refusal as refusal:
            screen.say(str(refusal))


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def default_seats(game: Game[Any, Any], given: Mapping[str, str]) -> dict[str, str]:
    """Return who sits where: as given; else one human, if none is given, and the opponent everywhere else."""
    seats = dict(given)
    for seat in game.seats:
        if seat not in seats:
            seats[seat] = OPPONENT if HUMAN in seats.values() else HUMAN
    return {seat: seats[seat] for seat in game.seats}


def ask_seats(screen: Screen, game: Game[Any, Any], given: Mapping[str, str]) -> dict[str, str]:
    """Ask who takes each seat that is not given yet."""
    seats = dict(given)
    screen.say()
    screen.say("Who plays? human (somebody at this screen), or a program:")
    for entry in REGISTER.values():
        screen.say(f"  {entry.usage:14} {entry.explanation}")
    for level in LEVELS.values():
        screen.say(f"  {level.id:14} {level.explanation}")
    for index, seat in enumerate(game.seats):
        if seat in given:
            continue
        default = default_seats(game, seats)[seat]
        while True:
            answer = screen.ask(f"{game.seat_title(index)} [{default}]: ") or default
            try:
                check_seat(answer)
            except Refusal as refusal:
                screen.say(str(refusal))
            else:
                seats[seat] = answer
                break
    return {seat: seats[seat] for seat in game.seats}


def check_seat(who: str) -> None:
    """Raise a `Refusal` unless this is `human` or a player's spec."""
    if who != HUMAN:
        try:
            player_maker(who)
        except Refusal as refusal:
            raise Refusal(f"{refusal.reason} A seat may also be taken by 'human'.") from None
