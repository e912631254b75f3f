"""What the checks are called, and what they found."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

CHECKS = {
    "encode": "a state encodes, and decodes to an equal state that waits for the same thing",
    "options": "a decision's options are unique, stably ordered, legal, and can be written and read back",
    "dead-end": "a decision has an answer",
    "free": "a continuum's samples are legal, its reach can be drawn, and it refuses what it must",
    "chance": "the weights sum to the total; what is drawn can happen; what cannot happen is refused",
    "illegal": "an illegal action or garbage is refused with a reason and changes nothing",
    "wrong-seat": "an action by the wrong seat is refused",
    "why-not": "why_not agrees with apply, and answers anything",
    "immutable": "a choice leaves the state it was applied to as it was",
    "mind": "the mind names answers of the decision, and values a state between -1 and 1 for every seat",
    "clauses": "every prompt, refusal, event and outcome names a clause that exists, or none at all",
    "events": "an event tells a sentence, and can be encoded",
    "redeal": "a redeal gives the same view and waits for the same seat, with the same options if they are its own",
    "hidden": "what a seat may not see makes no difference to its view",
    "scene": "a scene can be encoded, shows every option once, and is a function of the view",
    "ends": "a game ends within its bound, and then takes nothing more",
    "replay": "a record replays to the same states, verifies, and is refused when it is changed",
    "same-seed": "two runs of one seed are identical, also in another process",
    "undo": "undo gives back the state before, and never crosses chance or another seat",
    "rooms": "the rules import no picture, mind, odds, player or server; pictures and mind not each other",
    "crash": "no question to the game raises anything but a refusal",
}


class Finding(Struct, frozen=True):
    """Something that does not conform: the check, where, and what."""

    check: str
    message: str


class Report(Struct, frozen=True):
    """What the checks found in a number of games with one set of settings."""

    game: str
    settings: dict[str, Any]
    games: int
    decisions: int
    findings: tuple[Finding, ...]
