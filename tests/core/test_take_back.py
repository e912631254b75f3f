"""Taking back: past throws and turns, with the same dice again, and the record says so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu import Decide, QuickRng, Record, RecordError, Refusal, Table, load_record, replay, verify
from kemu.core.record import Back, Drawn, Move
from toys.volley import VolleyGame


def table_after(choices: int, seed: int = 1) -> Table:
    table, rng = Table(VolleyGame(), seed=seed), QuickRng(seed)
    for _ in range(choices):
        pending = table.pending
        assert isinstance(pending, Decide)
        table.play(pending.pick(rng))
    return table


def test_the_game_stands_again_as_it_stood() -> None:
    table = table_after(4)
    to = next(table.decisions({0}))
    was = table.past[to].before
    table.take_back(to)
    assert table.state is was
    assert isinstance(table.pending, Decide)
    assert table.pending.seat == 0
    assert table.past[-1].entry == Back(table.ply, table.game.seats[0], to)


def test_dice_that_have_fallen_fall_the_same_again() -> None:
    table = table_after(4)
    to = next(table.decisions({0}))
    gone = [past.entry for past in table.past[to:]]
    assert any(isinstance(entry, Drawn) for entry in gone)
    table.take_back(to)
    for entry in gone:
        if isinstance(entry, Move):
            table.play(table.game.parse(entry.do))
    again = [past.entry for past in table.past[to + len(gone) + 1 :]]
    assert [replace(entry, ply=0) for entry in again] == [replace(entry, ply=0) for entry in gone]


def test_plies_are_counted_on_and_what_was_taken_back_no_longer_stands() -> None:
    table = table_after(4)
    to, before = next(table.decisions({0})), table.ply
    table.take_back(to)
    assert table.ply == before + 1
    assert table.stands == tuple(range(1, to + 1))
    with pytest.raises(Refusal, match="nothing to take back"):
        table.take_back(to)
    with pytest.raises(Refusal, match="nothing to take back"):
        table.take_back(before)


def test_one_takes_back_to_a_decision_only() -> None:
    table = table_after(2)
    thrown = next(past.entry.ply for past in table.past if isinstance(past.entry, Drawn))
    with pytest.raises(Refusal, match="to a decision"):
        table.take_back(thrown - 1)


def test_what_was_taken_back_is_not_undone() -> None:
    table = table_after(4)
    table.take_back(next(table.decisions({0})))
    with pytest.raises(Refusal, match="stands in the record"):
        table.undo()


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    table = finished()
    with pytest.raises(Refusal, match="over"):
        table.take_back(0)


def finished() -> Table:
    table, rng = table_after(4), QuickRng(5)
    table.take_back(next(table.decisions({1})))
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    return table


def test_a_record_with_something_taken_back_replays_and_verifies() -> None:
    table = finished()
    record = load_record(table.record().dump())
    states = [moment.state for moment in replay(record, table.game)]
    assert states == [*(past.before for past in table.past), table.state]
    verdict = verify(record, table.game)
    assert (verdict.backs, verdict.dice) == (1, "unbound")


def test_a_table_resumes_after_something_was_taken_back() -> None:
    table = table_after(4)
    table.take_back(next(table.decisions({0})))
    table.play(table.options[0])
    resumed = Table.resume(table.record(), table.game, table.dealer)
    assert resumed.state == table.state
    assert resumed.stands == table.stands


def with_back(record: Record, **changes: object) -> Record:
    entries = tuple(replace(entry, **changes) if isinstance(entry, Back) else entry for entry in record.entries)
    return load_record(replace(record, entries=entries).dump())


def test_a_forged_taking_back_is_found() -> None:
    table = finished()
    record = table.record()
    (back,) = (entry for entry in record.entries if isinstance(entry, Back))
    other = table.game.seats[1 - table.game.seats.index(back.seat)]
    with pytest.raises(RecordError, match=f"line {back.ply + 1}: one takes back to a decision of one's own"):
        verify(with_back(record, seat=other), table.game)
    with pytest.raises(RecordError, match=f"line {back.ply + 1}: nothing can be taken back so"):
        verify(with_back(record, back=back.ply - 1), table.game)
    with pytest.raises(RecordError):
        verify(with_back(record, back=back.ply + 5), table.game)


def test_a_line_played_after_an_undo_stands() -> None:
    """A free undo leaves no trace; it and taking back may follow one another."""
    table = Table("moeraki", seed=1)
    table.play("f6")
    table.play("a5")
    table.take_back(0)
    table.play("f6")
    assert table.stands == (4,)
    assert table.can_undo() is not None
    assert load_record(table.record().dump()) == table.record()
