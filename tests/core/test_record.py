"""The record: it replays, it proves the dice, and no byte of it can be changed unnoticed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import kemu
from kemu import Dealer, Decide, Game, QuickRng, Record, RecordError, Refusal, Table, load_record, replay, verify
from kemu.core.dealer import UnboundDealer, salt_of
from kemu.core.record import Drawn, End, Ending, Leave, Move, _seal, left
from kemu.core.sources import Faces
from toys.volley import VolleyGame


def played(game: Game, seed: int = 1, **options: object) -> Table:
    table, rng = Table(game, options, seed=seed), QuickRng(seed)
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    return table


@pytest.fixture(scope="module")
def moeraki() -> Table:
    return played(kemu.game("moeraki"), variant="master")


@pytest.fixture(scope="module")
def volley() -> Table:
    return played(VolleyGame())


def resealed(record: Record) -> Record:
    """What a forger does: change the record and make all digests fit again."""
    return load_record(record.dump())


def test_a_record_is_readable_json_lines(moeraki: Table) -> None:
    header, *moves, end = [msgspec.json.decode(line) for line in moeraki.record().dump().splitlines()]
    assert header["game"] == "moeraki"
    assert header["options"] == {"variant": "master", "kemu": 1, "first": "black"}
    assert moves[0]["seat"] == "black"
    assert moves[0]["do"]["act"] == "ball"
    assert moves[1] == {
        "ply": 2,
        "seat": "white",
        "do": {"act": "stone", "at": moves[1]["do"]["at"]},
        "h": moves[1]["h"],
    }
    assert end["over"]["winner"] in ("black", "white")
    assert end["over"]["reason"] in ("tahuna", "awa", "ara", "marae")
    assert set(end["over"]["scores"]) == {"black", "white"}


def test_a_record_replays_to_the_states_that_were_played(volley: Table) -> None:
    moments = list(replay(load_record(volley.record().dump()), volley.game))
    assert [moment.state for moment in moments] == [*(past.before for past in volley.past), volley.state]
    assert [moment.ply for moment in moments] == list(range(volley.ply + 1))


def test_verification_says_what_it_proved(moeraki: Table, volley: Table) -> None:
    assert verify(moeraki.record(), moeraki.game).dice == "none"
    verdict = verify(volley.record(), volley.game)
    assert verdict.dice == "unbound"
    assert verdict.draws == sum(isinstance(past.entry, Drawn) for past in volley.past)


def salted(salts: dict[str, str | None] | None = None, whose: Any = "server") -> Record:
    """A whole game of Volley, dealt by a server to seats that have added their salts."""
    game, rng = VolleyGame(), QuickRng(1)
    salts = dict(zip(game.seats, ("a" * 32, "b" * 32), strict=True)) if salts is None else salts
    table = Table(game, dealer=Dealer(bytes(32), "t1", salts, whose))
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    return load_record(table.record().dump())


def test_dice_are_proved_where_the_seats_have_added_salts() -> None:
    record = salted()
    assert verify(record, VolleyGame()).dice == "proved"
    assert record.header.dealer == "server"
    assert verify(salted({}), VolleyGame()).dice == "unbound"
    # Whose machine deals can make the salts, too.
    assert verify(salted(whose="owner"), VolleyGame()).dice == "unbound"


def test_a_record_of_a_machine_of_ones_own_says_so(volley: Table) -> None:
    assert volley.record().header.dealer == "owner"
    assert b'"dealer":"owner"' in volley.record().dump().splitlines()[0]


def test_a_record_of_format_1_verifies_and_is_called_unbound() -> None:
    table, rng = Table(VolleyGame(), dealer=UnboundDealer(bytes(32), "ours")), QuickRng(1)
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    data = table.record().dump()
    assert data.startswith(b'{"kemu":"record/1",')
    assert verify(load_record(data), table.game).dice == "unbound"


def test_every_draw_tells_what_it_was_drawn_from(volley: Table) -> None:
    draws = [entry for entry in volley.record().entries if isinstance(entry, Drawn)]
    assert draws
    assert all(drawn.sources == (Faces(len(drawn.out), (1, 2, 3, 4, 5, 6)),) for drawn in draws)


def test_a_draw_from_something_else_than_the_rules_say_is_found(volley: Table) -> None:
    record = volley.record()
    at, throw = next((i, e) for i, e in enumerate(record.entries) if isinstance(e, Drawn))
    loaded = replace(throw, sources=(Faces(len(throw.out), (6, 6, 6, 6, 6, 6)),))
    forged = replace(record, entries=(*record.entries[:at], loaded, *record.entries[at + 1 :]))
    with pytest.raises(RecordError, match=f"line {at + 2}: By the rules this is drawn from something else"):
        verify(resealed(forged), volley.game)
    silent = replace(record, entries=(*record.entries[:at], replace(throw, sources=None), *record.entries[at + 1 :]))
    with pytest.raises(RecordError, match=f"line {at + 2}: this draw does not tell"):
        resealed(silent)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"salts": {"north": "c" * 32, "south": "b" * 32}}, "mixed into every draw"),
        ({"table": "t2"}, "mixed into every draw"),
        ({"salt": ""}, "mixed into every draw"),
        ({"salts": {"south": "b" * 32, "north": "a" * 32}}, "not those of seats"),
        ({"salts": {"nobody": "b" * 32}}, "not those of seats"),
        ({"salts": {"north": "short"}}, "16 to 64"),
        ({"table": "two words"}, "short word"),
        ({"table": None}, "has the table"),
        ({"kemu": "record/1"}, "has no table"),
        ({"salts": {"north": "a" * 32, "south": None}, "salt": ""}, "before every salt is there"),
    ],
)
def test_a_header_whose_salts_do_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    record = salted()
    names = dict(zip(("north", "south"), VolleyGame.seats, strict=True))
    if isinstance(changes.get("salts"), dict):
        changes = {**changes, "salts": {names.get(seat, seat): salt for seat, salt in changes["salts"].items()}}
    with pytest.raises(RecordError, match=message):
        resealed(replace(record, header=replace(record.header, **changes)))


def test_a_salt_changed_after_the_game_gives_other_dice() -> None:
    record = salted()
    first, second = VolleyGame.seats
    salts = {first: "c" * 32, second: "b" * 32}
    header = replace(record.header, salts=salts, salt=salt_of("t1", salts))
    with pytest.raises(RecordError, match="the dealer's secret gives another outcome"):
        verify(resealed(replace(record, header=header)), VolleyGame())


def test_a_commitment_made_for_another_table_is_found() -> None:
    record = salted()
    assert record.header.salts is not None
    header = replace(record.header, table="t2", salt=salt_of("t2", record.header.salts))
    with pytest.raises(RecordError, match="not the one the dealer had committed to"):
        verify(resealed(replace(record, header=header)), VolleyGame())


def test_no_bit_of_a_record_can_be_changed_unnoticed(moeraki: Table) -> None:
    data = moeraki.record().dump()
    rng = QuickRng(5)
    for position in range(len(data)):
        changed = bytearray(data)
        changed[position] ^= 1 << rng.below(8)
        with pytest.raises(RecordError):
            load_record(bytes(changed))


def test_the_changed_line_is_named(moeraki: Table) -> None:
    lines = moeraki.record().dump().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"ply":4', b'"ply":5')
    with pytest.raises(RecordError, match="line 5: the digest does not fit"):
        load_record(b"".join(lines))


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_record_that_breaks_off_in_a_line_is_refused(moeraki: Table, cut: int) -> None:
    with pytest.raises(RecordError, match="breaks off"):
        load_record(moeraki.record().dump()[:-cut])


def test_lines_cannot_be_left_out_or_swapped(moeraki: Table) -> None:
    lines = moeraki.record().dump().splitlines(keepends=True)
    for changed in (lines[:3] + lines[4:], [*lines[:3], lines[4], lines[3], *lines[5:]], lines + lines[-1:]):
        with pytest.raises(RecordError):
            load_record(b"".join(changed))


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"\xff\xfe\n", b"null\n", b"[1]\n" * 3])
def test_rubbish_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError, match="line 1"):
        load_record(data)


@pytest.mark.parametrize(
    "data", [b"", b"root:x:0:0::/:/bin/sh\nbin:x:1:1::/:/bin/sh\n", b"\x89PNG", b'{"name": "x"}\n']
)
def test_what_was_never_a_record_is_not_called_a_changed_one(data: bytes) -> None:
    with pytest.raises(RecordError, match="line 1: this is no record"):
        load_record(data)


def test_an_illegal_move_is_found_even_if_the_digests_fit(moeraki: Table) -> None:
    record = moeraki.record()
    first = record.entries[1]
    assert isinstance(first, Move)
    forged = replace(
        record, entries=(record.entries[0], replace(first, do={"act": "stone", "at": "z9"}), *record.entries[2:])
    )
    with pytest.raises(RecordError, match=r"line 3: .*no hollow 'z9'.*\[moeraki:M.1\]"):
        verify(resealed(forged), moeraki.game)


def test_a_move_by_the_wrong_seat_is_found(moeraki: Table) -> None:
    record = moeraki.record()
    first = record.entries[1]
    assert isinstance(first, Move)
    forged = replace(record, entries=(record.entries[0], replace(first, seat="black"), *record.entries[2:]))
    with pytest.raises(RecordError, match="line 3: It is for White to decide"):
        verify(resealed(forged), moeraki.game)


def test_a_better_throw_is_found_by_the_dealers_secret(volley: Table) -> None:
    record = volley.record()
    assert record.end is not None
    at, throw = next((i, e) for i, e in enumerate(record.entries) if isinstance(e, Drawn))
    other = (*throw.out[:-1], int(throw.out[-1]) % 6 + 1)
    shortened = replace(record, entries=(*record.entries[:at], replace(throw, out=other)))
    state = list(replay(shortened, volley.game))[-1].state
    ended = played_on(volley.game, state, shortened, record.end)
    with pytest.raises(RecordError, match=f"line {at + 2}: the dealer's secret gives another outcome"):
        verify(resealed(ended), volley.game)


def played_on(game: Game, state: object, record: Record, end: End) -> Record:
    """Finish a forged game by the rules, with throws of the forger's own."""
    rng, entries = QuickRng(9), list(record.entries)
    while True:
        pending = game.pending(state)
        if isinstance(pending, kemu.Over):
            winner = None if pending.winner is None else game.seats[pending.winner]
            scores = dict(zip(game.seats, pending.scores, strict=True))
            over = Ending(winner, pending.reason, pending.clause, scores, pending.text)
            return replace(record, entries=tuple(entries), end=replace(end, over=over))
        if isinstance(pending, Decide):
            choice = pending.pick(rng)
            entries.append(Move(len(entries) + 1, game.seats[pending.seat], msgspec.to_builtins(choice)))
        else:
            choice = pending.sample(rng)
            entries.append(Drawn(len(entries) + 1, pending.kind, choice, pending.drawn_from()))
        state, _ = game.apply(state, choice)


def test_another_secret_than_the_committed_one_is_found(volley: Table) -> None:
    record = volley.record()
    assert record.end is not None
    forged = replace(record, end=replace(record.end, secret="00" * 32))
    with pytest.raises(RecordError, match="committed"):
        verify(resealed(forged), volley.game)
    with pytest.raises(RecordError, match="belong together"):
        verify(resealed(replace(record, end=replace(record.end, secret=None))), volley.game)
    with pytest.raises(RecordError, match="32 bytes"):
        verify(resealed(replace(record, end=replace(record.end, secret="xyz"))), volley.game)


def test_another_outcome_than_the_rules_give_is_found(moeraki: Table) -> None:
    record = moeraki.record()
    assert record.end is not None
    loser = "white" if record.end.over.winner == "black" else "black"
    forged = replace(record, end=replace(record.end, over=replace(record.end.over, winner=loser)))
    with pytest.raises(RecordError, match="winner is"):
        verify(resealed(forged), moeraki.game)


def test_a_game_is_not_over_before_its_end_nor_open_after_it(moeraki: Table) -> None:
    record = moeraki.record()
    with pytest.raises(RecordError, match="by the rules it goes on"):
        verify(resealed(replace(record, entries=record.entries[:-1])), moeraki.game)
    with pytest.raises(RecordError, match="does not say how it ended"):
        verify(resealed(replace(record, end=None)), moeraki.game)


def test_an_unfinished_record_verifies_as_unfinished(volley: Table) -> None:
    record = replace(volley.record(), entries=volley.record().entries[:3], end=None)
    verdict = verify(resealed(record), volley.game)
    assert verdict.outcome is None
    assert verdict.dice == "committed"


def test_dice_thrown_by_hand_replay_and_are_called_unproved(volley: Table) -> None:
    record = volley.record()
    assert record.end is not None
    by_hand = replace(record, header=replace(record.header, commitment=None), end=replace(record.end, secret=None))
    assert verify(resealed(by_hand), volley.game).dice == "unproved"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", "chess", "a record of 'chess'"),
        ("rules", 99, "rules version 99"),
        ("kit", "0" * 32, "another kit"),
        ("options", {"variant": "basic"}, "not complete"),
        ("options", {"variant": "chess", "kemu": 1, "first": "black"}, "not one of beginner"),
        ("seats", {"white": "", "black": ""}, "the seats are black, white"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(moeraki: Table, field: str, value: object, message: str) -> None:
    record = moeraki.record()
    forged = replace(record, header=replace(record.header, **{field: value}))
    with pytest.raises(RecordError, match=f"line 1: .*{message}"):
        verify(resealed(forged), moeraki.game)


def test_a_resignation_is_recorded_and_verified() -> None:
    table = Table("moeraki", seed=1)
    table.play("f6")
    table.leave(1)
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (0, "resigned")
    record = load_record(table.record().dump())
    assert verify(record, table.game).outcome is not None
    with pytest.raises(RecordError, match="line 4: the game goes on after it was ended"):
        verify(resealed(replace(record, entries=(*record.entries, Leave(3, "black", "resigned")))), table.game)


def test_how_a_resignation_is_worded_is_not_held_against_a_record() -> None:
    table = Table("hawaii", seed=1)
    table.leave(1)
    record = table.record()
    assert record.end is not None
    assert record.end.over.text == "Allied Chiefs resign: Kamehameha wins."
    worded = replace(record.end.over, text="Allied resigns: Kamehameha wins.")
    assert verify(resealed(replace(record, end=replace(record.end, over=worded))), table.game).outcome is not None
    other = replace(worded, winner="allied")
    with pytest.raises(RecordError, match="the outcome is not the one recorded: winner"):
        verify(resealed(replace(record, end=replace(record.end, over=other))), table.game)


def test_an_agreed_draw_is_recorded_and_verified() -> None:
    table = Table("moeraki", seed=1)
    table.leave(0, "agreed")
    verdict = verify(load_record(table.record().dump()), table.game)
    assert verdict.outcome is not None
    assert verdict.outcome.winner is None


def test_time_that_has_run_out_is_recorded_for_the_seat_that_must_decide_and_verified() -> None:
    table = Table("moeraki", seed=1)
    table.play("f6")
    with pytest.raises(Refusal, match="Only the seat that is waited for"):
        table.leave(0, "timed-out")
    table.leave(1, "timed-out")
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (0, "timed-out")
    assert table.outcome.text == "Time has run out for White: Black wins."
    record = load_record(table.record().dump())
    assert verify(record, table.game).outcome is not None
    other = replace(record, entries=(*record.entries[:-1], Leave(2, "black", "timed-out")))
    with pytest.raises(RecordError, match="line 3: nobody can end the game so"):
        verify(resealed(other), table.game)


def test_one_spelling_of_the_secret_and_one_order_of_the_options(volley: Table, moeraki: Table) -> None:
    record = volley.record()
    assert record.end is not None
    assert record.end.secret is not None
    for spelt in (record.end.secret.upper(), " " + record.end.secret):
        with pytest.raises(RecordError, match="32 bytes"):
            verify(resealed(replace(record, end=replace(record.end, secret=spelt))), volley.game)
    header = moeraki.record().header
    turned = replace(header, options=dict(reversed(header.options.items())))
    with pytest.raises(RecordError, match="not in their order"):
        verify(resealed(replace(moeraki.record(), header=turned)), moeraki.game)


def test_a_record_nested_beyond_all_measure_is_refused_in_words(moeraki: Table) -> None:
    deep: dict[str, object] = {}
    for _ in range(300):
        deep = {"a": deep}
    record = moeraki.record()
    forged = replace(record, entries=(Move(1, "black", deep), *record.entries[1:]))
    with pytest.raises(RecordError, match="line 2"):
        verify(load_record(forged.dump()), moeraki.game)
    head, rest = record.dump().split(b"\n", 1)
    line = b'{"ply":1,"seat":"black","do":' + b'{"a":' * 5000 + b"{}" + b"}" * 5000 + b"}"
    sealed, _ = _seal(line, head[-18:-2])
    with pytest.raises(RecordError, match="line 2: nested too deeply"):
        load_record(head + b"\n" + sealed + rest)


def test_the_kind_of_chance_the_ply_and_the_spelling_are_checked(volley: Table, moeraki: Table) -> None:
    record = volley.record()
    at, throw = next((i, e) for i, e in enumerate(record.entries) if isinstance(e, Drawn))
    other = (*record.entries[:at], replace(throw, chance="draw"), *record.entries[at + 1 :])
    with pytest.raises(RecordError, match=f"line {at + 2}: dice is due, not draw"):
        verify(resealed(replace(record, entries=other)), volley.game)
    with pytest.raises(RecordError, match="line 3: ply 7 stands where ply 2 belongs"):
        resealed(replace(record, entries=(record.entries[0], replace(record.entries[1], ply=7), *record.entries[2:])))
    head = moeraki.record().dump().split(b"\n", 1)[0]
    spaced, _ = _seal(head[: head.rindex(b',"h"')].replace(b":", b": ", 1) + b"}", b"")
    with pytest.raises(RecordError, match="line 1: not written as a record writes it"):
        load_record(spaced)


def test_the_fields_of_an_action_have_one_order(moeraki: Table) -> None:
    record = moeraki.record()
    first = record.entries[0]
    assert isinstance(first, Move)
    turned = replace(first, do=dict(reversed(first.do.items())))
    with pytest.raises(RecordError, match="line 2: The action is not written as a record writes it"):
        verify(resealed(replace(record, entries=(turned, *record.entries[1:]))), moeraki.game)


@pytest.mark.parametrize(
    ("field", "lie"), [("reason", "marae"), ("clause", ""), ("text", "x"), ("scores", {"black": 9.0})]
)
def test_the_end_of_a_record_cannot_lie(moeraki: Table, field: str, lie: object) -> None:
    record = moeraki.record()
    assert record.end is not None
    forged = replace(record, end=replace(record.end, over=replace(record.end.over, **{field: lie})))
    with pytest.raises(RecordError, match=f"not the one recorded: {field} is"):
        verify(resealed(forged), moeraki.game)


def test_only_a_seat_of_the_game_leaves_and_only_while_it_goes_on(moeraki: Table) -> None:
    table = Table("moeraki", seed=1)
    table.leave(0)
    record = table.record()
    with pytest.raises(RecordError, match="nobody can end the game so"):
        verify(resealed(replace(record, entries=(Leave(1, "green", "resigned"),))), table.game)
    over = moeraki.record()
    late = Leave(len(over.entries) + 1, "black", "resigned")
    with pytest.raises(RecordError, match="nobody can end the game so"):
        verify(resealed(replace(over, entries=(*over.entries, late))), moeraki.game)


def test_many_resign_and_one_resigns() -> None:
    siege, moeraki = kemu.game("siege"), kemu.game("moeraki")
    assert left(siege, siege.start(), 0, "resigned").text == "Garrison resigns: Attackers win."
    assert left(siege, siege.start(), 1, "resigned").text == "Attackers resign: Garrison wins."
    assert left(moeraki, moeraki.start(), 0, "resigned").text == "Black resigns: White wins."
