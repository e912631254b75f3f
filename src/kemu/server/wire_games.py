"""What is told of games: their settings, levels, lessons, rulebooks and guides."""

from __future__ import annotations

from typing import Any

from .wire_base import Told
from .wire_seats import ClockTerms


class OptionInfo(Told, frozen=True):
    """One option of a game as a form shows it; `choices` is empty where it is not a closed list."""

    name: str
    default: Any
    choices: list[Any]
    explanation: str
    labels: list[str]
    """What the form calls each choice; empty: as the choice is spelt."""
    pictured: bool
    """Whether each choice has a picture, at the game's `picture.svg?choice=`."""


class LevelInfo(Told, frozen=True):
    """One strength of computer opponent."""

    id: str
    label: str
    explanation: str


class LessonInfo(Told, frozen=True):
    """A guided game."""

    id: str
    title: str
    about: str
    minutes: str
    steps: int


class GameInfo(Told, frozen=True):
    """A game as the front page shows it."""

    id: str
    title: str
    sentence: str
    seats: list[str]
    titles: list[str]
    """What people call each seat."""
    colours: list[str]
    """A colour for each seat, or none: then the page chooses."""
    minutes: str
    options: list[OptionInfo]
    levels: list[LevelInfo]
    hidden: bool
    """Whether it has, with some options at least, facts that not everybody knows."""
    draws: bool
    """Whether its rules know a draw: then one can be agreed on."""
    reconstruction: bool
    """Whether any part of it is a reconstruction: the page says so."""
    credits: str
    """Who designed and published it, and what this house has to do with them."""
    broken: str
    """Why it cannot be played here, in a line for its author; empty: it can."""
    lessons: list[LessonInfo]
    ways: list[str]
    """How it is won, a sentence each; there is a picture to it at the game's `winning.svg`."""
    caption: str
    """What that picture shows."""
    easy: dict[str, Any]
    """The options for somebody's first game, where the usual ones are not the easiest."""
    clocks: list[ClockTerms]
    """The clocks that suit it, where people play each other from two devices."""


class ClauseInfo(Told, frozen=True):
    """One clause of a game's rulebook, in our words."""

    id: str
    title: str
    summary: str
    status: str
    reading: str
    why: str
    reconstructed: str
    """What stands in place of something that the printed game has and we have not; empty: nothing."""
    chapter: str
    """The title of its chapter."""


class GuideEntry(Told, frozen=True):
    """One entry of a game's glossary."""

    name: str
    kind: str
    words: str
    on: list[str]
    """The things of a scene that it speaks of: patterns (`*` for anything) of their ids, symbols or labels."""
    signs: dict[str, str]
    """What is drawn or written on it, and what that means."""
    clauses: list[str]
    picture: str
    """Its picture among those of the guide; empty: it has none."""


class GuidePicture(Told, frozen=True):
    """A picture of a rule, drawn from a position."""

    id: str
    clause: str
    caption: str


class GuideInfo(Told, frozen=True):
    """What a newcomer looks up: the glossary, the numbers of things, the pictures of the rules."""

    entries: list[GuideEntry]
    numbers: dict[str, str]
    """By symbol or id, or by a pattern (`*` for anything) of labels."""
    pictures: list[GuidePicture]
