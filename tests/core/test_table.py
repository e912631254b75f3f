"""The table: it deals, it plays, it takes back what may be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import kemu
from kemu import Dealer, Decide, QuickRng, Refusal, Table, verify
from kemu.core.dealer import UnboundDealer, salt_of
from kemu.core.record import Drawn, RecordError
from toys.ambush import AmbushGame, Let, Spring
from toys.dispatch import DispatchGame
from toys.volley import VolleyGame


def test_chance_is_dealt_before_anybody_is_asked() -> None:
    table = Table(AmbushGame(), seed=3)
    assert isinstance(table.pending, Decide)
    assert [type(past.entry) for past in table.past] == [Drawn] * 3


def test_a_choice_may_be_given_by_its_notation() -> None:
    table = Table("moeraki", seed=1)
    table.play("f6")
    table.play("a5")
    assert table.ply == 2
    with pytest.raises(Refusal, match="'a5' is not one of the choices"):
        table.play("a5")


def test_the_wrong_seat_is_refused_and_nothing_changes() -> None:
    table = Table("moeraki", seed=1)
    before = table.state
    with pytest.raises(Refusal, match="It is for Black to decide"):
        table.play(table.options[0], seat=1)
    assert table.state is before
    assert table.ply == 0


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    table, rng = Table("moeraki", seed=1), QuickRng(1)
    while isinstance(pending := table.pending, Decide):
        last = pending.pick(rng)
        table.play(last)
    assert table.options == ()
    assert table.outcome is table.pending
    for attempt in (lambda: table.play(last), lambda: table.undo(), lambda: table.leave(0)):
        with pytest.raises(Refusal, match="over"):
            attempt()


def test_undo_ends_at_a_throw() -> None:
    table = Table(VolleyGame(), seed=1)
    table.play(table.options[0])
    with pytest.raises(Refusal, match="Chance has spoken"):
        table.undo()


def test_undo_ends_at_another_seats_turn() -> None:
    table = Table("moeraki", seed=1)
    table.play("f6")
    with pytest.raises(Refusal, match="passed to another seat"):
        table.undo()


def test_undo_gives_back_what_showed_nothing() -> None:
    """In Ambush, letting a card pass with an empty deck shows nothing, and the same seat goes on."""
    table, rng = Table(AmbushGame(), seed=2), QuickRng(2)
    taken_back = 0
    while isinstance(pending := table.pending, Decide):
        before, seat = table.state, pending.seat
        action = pending.options[0] if Let() in pending.options else pending.pick(rng)
        table.play(action)
        if table.can_undo() is None:
            taken_back += 1
            with pytest.raises(Refusal, match="Only the seat"):
                table.undo(seat=1 - seat)
            table.undo(seat=seat)
            assert table.state is before
            table.play(action)
    assert taken_back


def test_undo_ends_where_something_hidden_was_shown() -> None:
    """Who springs an ambush has shown a card: with an empty deck he goes on at once, and cannot take it back."""
    refused = 0
    for seed in range(60):
        table, rng = Table(AmbushGame(), seed=seed), QuickRng(seed)
        while isinstance(pending := table.pending, Decide):
            seat = pending.seat
            action = pending.options[-1] if Let() in pending.options else pending.pick(rng)
            table.play(action)
            after = table.pending
            goes_on = isinstance(after, Decide) and after.seat == seat and not isinstance(table.past[-1].entry, Drawn)
            if goes_on and action == Spring():
                refused += 1
                with pytest.raises(Refusal, match="hidden has been shown"):
                    table.undo()
    assert refused


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(Refusal, match="Nothing has been done"):
        Table("moeraki", seed=1).undo()


def test_what_is_undone_leaves_the_record() -> None:
    game = AmbushGame()
    for seed in range(30):
        table, rng = Table(game, seed=seed), QuickRng(seed)
        while isinstance(pending := table.pending, Decide):
            table.play(pending.pick(rng))
            if table.can_undo() is None:
                length = len(table.record().entries)
                table.undo()
                assert len(table.record().entries) == length - 1
                return
    pytest.fail("no undo was possible in thirty games")


def test_a_table_resumes_where_its_record_ends_and_deals_on_alike() -> None:
    game = DispatchGame()
    whole, rng = Table(game, seed=8), QuickRng(8)
    while isinstance(pending := whole.pending, Decide):
        whole.play(pending.pick(rng))
    cut, rng = Table(game, seed=8), QuickRng(8)
    for _ in range(4):
        pending = cut.pending
        assert isinstance(pending, Decide)
        cut.play(pending.pick(rng))
    resumed = Table.resume(cut.record(), game, Dealer.from_seed(8))
    assert resumed.state == cut.state
    while isinstance(pending := resumed.pending, Decide):
        resumed.play(pending.pick(rng))
    assert resumed.record() == whole.record()
    with pytest.raises(RecordError, match="not the dealer"):
        Table.resume(cut.record(), game, Dealer.from_seed(9))


def test_a_dealer_of_another_table_is_another_dealer_even_before_he_has_drawn() -> None:
    table = Table("moeraki", dealer=Dealer(bytes(32), "ours"))
    assert Table.resume(table.record(), table.game, Dealer(bytes(32), "ours")).record() == table.record()
    forged = replace(table.record(), header=replace(table.header, table="theirs", salt=salt_of("theirs", {})))
    with pytest.raises(RecordError, match="not the dealer"):
        Table.resume(forged, table.game, Dealer(bytes(32), "ours"))


def test_a_record_of_format_1_goes_on_as_one() -> None:
    game, old = DispatchGame(), UnboundDealer(bytes(32), "ours")
    table = Table(game, dealer=old)
    table.play(table.options[0])
    assert b'"from"' not in table.record().dump()
    resumed = Table.resume(table.record(), game, Dealer(bytes(32)))
    resumed.play(resumed.options[0])
    table.play(table.options[0])
    assert resumed.record() == table.record()
    assert resumed.header.kemu == "record/1"


# -- the seats' salts ------------------------------------------------------------------------------------------


def unsalted(game: Any) -> Table:
    return Table(game, dealer=Dealer(bytes(32), "ours", dict.fromkeys(game.seats), "server"))


def test_nothing_is_drawn_before_every_seat_has_added_its_salt() -> None:
    game = AmbushGame()
    table = unsalted(game)
    first, second = game.seats
    assert (table.waits_for_salt, table.ply) == (True, 0)
    assert first.capitalize() in table.pending.prompt
    assert table.options == ()
    with pytest.raises(Refusal, match="salt"):
        table.play(Spring())
    table.add_salt(0, "a" * 32)
    assert (table.waits_for_salt, table.ply) == (True, 0)
    assert second.capitalize() in table.pending.prompt
    table.add_salt(1, "b" * 32)
    assert not table.waits_for_salt
    assert [type(past.entry) for past in table.past] == [Drawn] * 3
    assert table.header.salts == {first: "a" * 32, second: "b" * 32}


def test_what_comes_before_the_first_draw_is_played_without_a_salt() -> None:
    table = unsalted(VolleyGame())
    assert not table.waits_for_salt
    table.play(table.options[0])
    assert table.waits_for_salt
    table.undo()
    assert not table.waits_for_salt


def test_no_salt_is_taken_after_the_first_draw() -> None:
    table = unsalted(AmbushGame())
    table.add_salt(0, "a" * 32)
    table.add_salt(1, "b" * 32)
    for seat in (0, 1):
        with pytest.raises(Refusal, match="stands"):
            table.add_salt(seat, "c" * 32)


def test_another_salt_gives_other_dice_and_the_same_commitment() -> None:
    def dealt(salt: str) -> Table:
        table = unsalted(AmbushGame())
        table.add_salt(1, "b" * 32)
        table.add_salt(0, salt)
        return table

    tables = [dealt(letter * 32) for letter in "acdefghi"]
    assert len({table.header.commitment for table in tables}) == 1
    assert len({tuple(past.entry for past in table.past) for table in tables}) > 1


def test_whoever_resigns_before_the_salts_are_there_has_a_record() -> None:
    table = unsalted(AmbushGame())
    table.leave(0)
    assert not table.waits_for_salt
    assert verify(table.record(), table.game).dice == "none"
    with pytest.raises(Refusal, match="over"):
        table.add_salt(0, "a" * 32)


@pytest.mark.parametrize("name", [1, None, "\udcff", "x" * 10_000])
def test_a_name_that_no_record_could_hold_is_refused_when_sitting_down(name: Any) -> None:
    with pytest.raises(Refusal, match="name"):
        Table("moeraki", players=("Tane", name))


def test_a_seed_decides_the_dice_and_no_seed_decides_nothing() -> None:
    assert Table(AmbushGame(), seed=5).state == Table(AmbushGame(), seed=5).state
    assert len({Table(AmbushGame()).header.commitment for _ in range(3)}) == 3


def test_the_secret_is_told_only_at_the_end() -> None:
    table, rng = Table(VolleyGame(), seed=1), QuickRng(1)
    assert table.dealer.secret.hex().encode() not in table.record().dump()
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    assert table.dealer.secret.hex().encode() in table.record().dump()


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(Refusal, match="not options of Volley"):
        Table(VolleyGame(), kemu.game("moeraki").parse_settings({}))


def test_whoever_leaves_has_a_seat_and_a_reason_that_records_know() -> None:
    table = Table("moeraki", seed=1)
    for seat, ends in ((7, "resigned"), (-1, "resigned"), (0, "sulking")):
        with pytest.raises(Refusal, match="resigns, accepts a draw, or has no time left"):
            table.leave(seat, ends)  # type: ignore[arg-type]
    assert table.outcome is None
    with pytest.raises(Refusal, match="2 seats; 1 players"):
        Table("moeraki", seed=1, players=("Ana",))


def test_a_record_with_other_dice_is_not_resumed() -> None:
    game = DispatchGame()
    table = Table(game, seed=8)
    table.play(table.options[0])
    record = table.record()
    at, drawn = next((i, entry) for i, entry in enumerate(record.entries) if isinstance(entry, Drawn))
    other = next((chit,) for chit in ("plan", "quiet", "raid") if (chit,) != drawn.out)
    forged = replace(record, entries=(*record.entries[:at], replace(drawn, out=other)))
    with pytest.raises(RecordError, match="draws otherwise"):
        Table.resume(forged, game, Dealer.from_seed(8))
