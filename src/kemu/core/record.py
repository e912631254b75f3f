"""The record of a game: a header, then every choice, in JSON Lines; replayable anywhere, for ever.

`docs/record.md` describes the format for other programs. Each line carries a running digest `h`, so that a
damaged or edited line is named; the dice are proved by the dealer's commitment and secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from .dealer import Dealer, commitment_of
from .events import Event
from .game import Game
from .pending import Decide, Over
from .refusal import Refusal

FORMAT = "record/1"
_BEGINS = b'{"kemu":'
"""So the first line of every record begins, of whatever version."""
_DIGEST_HEX = 16


class RecordError(ValueError):
    """A record that cannot be believed. The message names the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which game, by which rules, kit and options, who sat where, and the dealer's commitment."""

    kemu: Literal["record/1"]
    game: str
    rules: int
    kit: str
    options: dict[str, Any]
    seats: dict[str, str]
    commitment: str | None
    salt: str


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's answer to a decision."""

    ply: int
    seat: str
    do: dict[str, Any]


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """What chance gave."""

    ply: int
    chance: str
    out: tuple[int | str, ...]


class Leave(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat ends the game outside its rules: it resigns, or accepts a draw."""

    ply: int
    seat: str
    ends: Literal["resigned", "agreed"]


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How it ended, in names instead of numbers."""

    winner: str | None
    reason: str
    clause: str
    scores: dict[str, float]
    text: str


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished game; the dealer's secret, now that nothing more is drawn."""

    over: Outcome
    secret: str | None


Entry = Move | Drawn | Leave


class Record(Struct, frozen=True):
    """A game as it was played; `end` is None while it goes on."""

    header: Header
    entries: tuple[Entry, ...]
    end: End | None

    def dump(self) -> bytes:
        """Return the record as JSON Lines. The same record gives the same bytes."""
        chain = b""
        lines: list[bytes] = []
        for part in (self.header, *self.entries, *(() if self.end is None else (self.end,))):
            line, chain = _seal(msgspec.json.encode(part), chain)
            lines.append(line)
        return b"".join(lines)

    def save(self, path: Path) -> None:
        """Write the record to a file."""
        path.write_bytes(self.dump())


def _seal(body: bytes, chain: bytes) -> tuple[bytes, bytes]:
    """Return a line with its digest, and that digest: of the one before it and of everything else on the line."""
    digest = blake2b(chain + body, digest_size=_DIGEST_HEX // 2, person=b"kemu record").hexdigest().encode()
    return body[:-1] + b',"h":"' + digest + b'"}\n', digest


def _unseal(line: bytes, chain: bytes, number: int) -> tuple[bytes, bytes]:
    """Return a line without its digest, and that digest; raise if it is not the one that belongs there."""
    tail = len(b',"h":"') + _DIGEST_HEX + len(b'"}')
    body = line[:-tail] + b"}"
    if len(line) <= tail or _seal(body, chain)[0] != line + b"\n":
        raise RecordError(number, "the digest does not fit: this line, or one before it, was changed")
    return body, line[-2 - _DIGEST_HEX : -2]


def load_record(data: bytes) -> Record:
    """Return a record from its bytes; raise a `RecordError` that names the line if anything is wrong with them."""
    if not data.startswith(_BEGINS):
        raise RecordError(1, "this is no record: it does not begin like one")
    lines = data.split(b"\n")
    if lines.pop() != b"" or not lines:
        raise RecordError(max(1, len(lines) + 1), "the record breaks off in the middle of a line")
    chain = b""
    parts: list[Any] = []
    for number, line in enumerate(lines, 1):
        body, chain = _unseal(line, chain, number)
        parts.append(_part(body, number))
    end = parts.pop() if len(parts) > 1 and isinstance(parts[-1], End) else None
    entries = tuple(parts[1:])
    for number, part in enumerate(entries, 2):
        if not isinstance(part, Entry):
            raise RecordError(number, "only the first line is a header, and nothing follows the end")
        if part.ply != number - 1:
            raise RecordError(number, f"ply {part.ply} stands where ply {number - 1} belongs")
    return Record(parts[0], entries, end)


def _part(body: bytes, number: int) -> Header | Entry | End:
    """Return one line as the part that it is, known by the field that only this part has."""
    try:
        fields = msgspec.json.decode(body, type=dict[str, Raw])
        shape = (
            Header
            if number == 1
            else Move
            if "do" in fields
            else Drawn
            if "chance" in fields
            else Leave
            if "ends" in fields
            else End
        )
        part = msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordError(number, str(error)) from None
    except RecursionError:
        raise RecordError(number, "nested too deeply to be a record") from None
    if msgspec.json.encode(part) != body:
        raise RecordError(number, "not written as a record writes it")
    return part


class Moment(Struct, frozen=True):
    """One moment of a replay: the state after `entry`, and what happened on the way to it."""

    ply: int
    entry: Entry | None
    state: Any
    events: tuple[Event, ...]


def outcome_named(game: Game[Any, Any], over: Over) -> Outcome:
    """Return an outcome with names in place of seat numbers."""
    return Outcome(
        winner=None if over.winner is None else game.seats[over.winner],
        reason=over.reason,
        clause=over.clause,
        scores=dict(zip(game.seats, (float(score) for score in over.scores), strict=True)),
        text=over.text,
    )


def left(game: Game[Any, Any], state: Any, seat: int, ends: Literal["resigned", "agreed"]) -> Over:
    """Return how a game ends when a seat resigns or accepts a draw."""
    name = game.seats[seat].capitalize()
    if ends == "agreed":
        return Over(None, "agreed", "", game.scores(state), "The players agree on a draw.")
    winner = 1 - seat if len(game.seats) == 2 else None
    wins = "" if winner is None else f": {_does(game.seats[winner].capitalize(), 'win')}"
    return Over(winner, "resigned", "", game.scores(state), f"{_does(name, 'resign')}{wins}.")


def _does(name: str, verb: str) -> str:
    """Return a seat's name and its verb, for one or for many.

    >>> _does("White", "resign"), _does("Attackers", "win")
    ('White resigns', 'Attackers win')
    """
    return f"{name} {verb}" if name.endswith("s") else f"{name} {verb}s"


def replay(record: Record, game: Game[Any, Any]) -> Iterator[Moment]:
    """Replay a record without any random number: yield the start and then the moment after each entry.

    Every choice goes through the game's own `apply`; a choice that is not legal raises a `RecordError` with
    its line and the refusal. The record must have been made by the same rules and the same kit.
    """
    header = record.header
    if header.game != game.id:
        raise RecordError(1, f"a record of '{header.game}', not of '{game.id}'")
    if header.rules != game.rules_version:
        raise RecordError(1, f"made by rules version {header.rules}; this is version {game.rules_version}")
    if header.kit != game.kit.digest:
        raise RecordError(1, "played with another kit; name its folder with --kit")
    if tuple(header.seats) != game.seats:
        raise RecordError(1, f"the seats are {', '.join(game.seats)}")
    try:
        options = game.parse_options(header.options)
    except Refusal as refusal:
        raise RecordError(1, str(refusal)) from None
    if list(msgspec.to_builtins(options).items()) != list(header.options.items()):
        raise RecordError(1, "the options are not complete, or not in their order")
    state = game.start(options)
    yield Moment(0, None, state, ())
    for number, entry in enumerate(record.entries, 2):
        if isinstance(entry, Leave):
            if number != len(record.entries) + 1:
                raise RecordError(number + 1, "the game goes on after it was ended")
            if entry.seat not in game.seats or isinstance(game.pending(state), Over):
                raise RecordError(number, "nobody can end the game so")
            yield Moment(entry.ply, entry, state, ())
            return
        try:
            state, events = game.apply(state, _choice(game, state, entry))
        except Refusal as refusal:
            raise RecordError(number, str(refusal)) from None
        yield Moment(entry.ply, entry, state, events)


def _choice(game: Game[Any, Any], state: Any, entry: Move | Drawn) -> Any:
    pending = game.pending(state)
    if isinstance(pending, Over):
        raise Refusal("The game is over.", pending.clause)
    if isinstance(entry, Move):
        if not isinstance(pending, Decide):
            raise Refusal(f"{pending.kind} is due, not a move.", pending.clause)
        if entry.seat != game.seats[pending.seat]:
            raise Refusal(f"It is for {game.seats[pending.seat].capitalize()} to decide.", pending.clause)
        action = game.parse(entry.do)
        if msgspec.json.encode(action) != msgspec.json.encode(entry.do):
            raise Refusal("The action is not written as a record writes it.", pending.clause)
        return action
    if isinstance(pending, Decide):
        raise Refusal("A decision is due, not a draw.", pending.clause)
    if entry.chance != pending.kind:
        raise Refusal(f"{pending.kind} is due, not {entry.chance}.", pending.clause)
    return entry.out


class Verdict(Struct, frozen=True):
    """What verification found: nothing wrong, or there would be a `RecordError`."""

    plies: int
    draws: int
    outcome: Outcome | None
    """None: the game is not finished."""
    dice: Literal["none", "proved", "committed", "unproved"]
    """`proved`: every draw follows from the secret, and the secret fits the commitment. `committed`: the game
    goes on and the secret is not yet told. `unproved`: nothing was committed to (dice thrown by hand)."""


def verify(record: Record, game: Game[Any, Any]) -> Verdict:
    """Replay a record, check every step of it, its outcome and its dice; raise a `RecordError` if any is wrong."""
    last = 1 + len(record.entries)
    dealer = _dealer(record)
    state: Any = None
    before: Any = None
    draws = 0
    over: Over | None = None
    for moment in replay(record, game):
        before, state = state, moment.state
        if isinstance(moment.entry, Drawn):
            pending = game.pending(before)
            assert not isinstance(pending, Decide | Over)
            if dealer is not None and pending.sample(dealer.draw(draws)) != moment.entry.out:
                raise RecordError(moment.ply + 1, "the dealer's secret gives another outcome here")
            draws += 1
        elif isinstance(moment.entry, Leave):
            over = left(game, state, game.seats.index(moment.entry.seat), moment.entry.ends)
    pending = game.pending(state)
    if over is None and isinstance(pending, Over):
        over = pending
    if record.end is None:
        if over is not None:
            raise RecordError(last + 1, "the game is over here, and the record does not say how it ended")
        dice = "none" if not draws else "unproved" if record.header.commitment is None else "committed"
        return Verdict(len(record.entries), draws, None, dice)
    if over is None:
        raise RecordError(last + 1, "the record says that the game has ended; by the rules it goes on")
    named = outcome_named(game, over)
    if named != record.end.over:
        raise RecordError(last + 1, f"the outcome is not the one recorded: {_difference(named, record.end.over)}")
    dice = "none" if not draws else "unproved" if dealer is None else "proved"
    return Verdict(len(record.entries), draws, named, dice)


def _dealer(record: Record) -> Dealer | None:
    """Return the dealer of a finished record, once its secret has been held against the commitment."""
    if record.end is None:
        return None
    secret, commitment = record.end.secret, record.header.commitment
    last = 2 + len(record.entries)
    if (secret is None) != (commitment is None):
        raise RecordError(last, "a commitment and its secret belong together; one is missing")
    if secret is None:
        return None
    try:
        raw = bytes.fromhex(secret)
        dealer = Dealer(raw, record.header.salt)
    except ValueError:
        raw = dealer = None
    if dealer is None or raw is None or raw.hex() != secret:
        raise RecordError(last, "the secret is not 32 bytes in small hexadecimal digits")
    if commitment_of(raw) != commitment:
        raise RecordError(last, "the secret is not the one the dealer had committed to")
    return dealer


def _difference(found: Outcome, told: Outcome) -> str:
    for field in Outcome.__struct_fields__:
        by_rules, by_record = getattr(found, field), getattr(told, field)
        if by_rules != by_record:
            return f"{field} is {by_rules!r} by the rules, {by_record!r} in the record"
    raise AssertionError("no difference")
