"""What things are called in prompts and in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pieces import ATTACKERS, CREW, SQUAD, Group

if TYPE_CHECKING:
    from .. import Siege

EDGES = ("", "north", "east", "south", "west")
_ONE = {"are": "is", "do": "does", "go": "goes", "have": "has", "cannot": "cannot", "cross": "crosses"}
COVERS = {"open": "in the open", "soft": "in soft cover", "hard": "in hard cover"}


def name_of(game: Siege, group: Group) -> str:
    """Return a group's name: the squad's, the gun's, or the kind of attackers and the group's number."""
    if group.kind == SQUAD:
        return game.armies.squad[group.name].short
    if group.kind == CREW:
        return game.armies.gun[group.name].name
    return f"{game.titles[group.kind]} {group.id}"


def does(game: Siege, who: str, what: str) -> str:
    """Return a name with what is told of it, verb first: groups are many, a gun of the garrison is one."""
    if all(gun.name != who for gun in game.armies.gun):
        return f"{who} {what}"
    verb, space, rest = what.partition(" ")
    return f"{who} {_ONE.get(verb, verb if verb.endswith('s') else f'{verb}s')}{space}{rest}"


def figures(number: int) -> str:
    """Return a number of figures in words.

    >>> figures(1), figures(3)
    ('1 figure', '3 figures')
    """
    return f"{number} figure" if number == 1 else f"{number} figures"


def card_name(card: str) -> str:
    """Return a card as players write it.

    >>> card_name("A hearts"), card_name("7 clubs"), card_name("joker 2")
    ('Ace of hearts', '7 of clubs', 'Joker')
    """
    rank, _, suit = card.partition(" ")
    names = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
    return "Joker" if rank == "joker" else f"{names.get(rank, rank)} of {suit}"


def side_of(side: int) -> str:
    """Return a side as the log calls it."""
    return "the attackers" if side == ATTACKERS else "the garrison"
