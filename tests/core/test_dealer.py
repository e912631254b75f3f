"""The dealer: fair, repeatable, bound by his commitment to one table, and drawing only when every salt is there."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import Any

import pytest

from kemu import Dealer, Refusal
from kemu.core.dealer import DrawStream, UnboundDealer, commitment_of, salt_of

SECRET = bytes(range(32))
BLACK, WHITE = "b" * 32, "w" * 32


def numbers(dealer: Dealer, index: int) -> list[int]:
    stream = dealer.draw(index)
    return [stream.below(1000) for _ in range(20)]


def dealer(black: str | None = BLACK, white: str | None = WHITE, table: str = "t1") -> Dealer:
    return Dealer(SECRET, table, {"black": black, "white": white}, "server")


def test_a_draw_depends_on_secret_table_salts_and_index_alone() -> None:
    first = numbers(dealer(), 3)
    assert numbers(dealer(), 3) == first
    assert numbers(dealer(), 4) != first
    assert numbers(dealer(table="t2"), 3) != first
    assert numbers(dealer(black="x" * 32), 3) != first
    assert numbers(dealer(white="x" * 32), 3) != first
    assert numbers(dealer(WHITE, BLACK), 3) != first
    assert numbers(Dealer(bytes(32), "t1", {"black": BLACK, "white": WHITE}), 3) != first


def test_the_stream_is_the_one_that_the_record_format_describes() -> None:
    """Written out once more from docs/record.md, so that another program can prove the dice."""
    told = f"t1\nblack={BLACK}\nwhite={WHITE}\n".encode()
    salt = blake2b(told, digest_size=16, person=b"kemu salts").hexdigest().encode()
    blocks = b"".join(
        blake2b(
            (7).to_bytes(8, "big") + salt + b"\0" + number.to_bytes(8, "big"), key=SECRET, person=b"kemu draw"
        ).digest()
        for number in range(3)
    )
    words = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]
    stream = dealer().draw(7)
    assert [stream.below(6) for _ in range(24)] == [word % 6 for word in words]
    assert len(set(words)) == 24


def test_words_past_the_last_whole_multiple_are_passed_over() -> None:
    stream = DrawStream(SECRET, "", 0)
    stream._words = [5, (1 << 64) - 1]  # the last is beyond the last multiple of 3 that fits
    assert (1 << 64) % 3 == 1
    assert stream.below(3) == 2


@pytest.mark.parametrize("n", [1, 2, 6, 52, 1000])
def test_numbers_are_in_range_and_even(n: int) -> None:
    even = Dealer(SECRET, "even")
    count = Counter(even.draw(i).below(n) for i in range(6000))
    assert set(count) <= set(range(n))
    expected = 6000 / n
    chi = sum((count[value] - expected) ** 2 / expected for value in range(n))
    assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 1e-9


def test_the_commitment_fixes_the_secret_for_one_table_and_is_not_the_secret() -> None:
    assert dealer().commitment == blake2b(SECRET + b"t1", digest_size=32, person=b"kemu commit 2").hexdigest()
    assert dealer().commitment != commitment_of(SECRET[:-1] + b"\0", "t1")
    assert dealer().commitment != dealer(table="t2").commitment
    assert SECRET.hex() not in dealer().commitment


def test_the_commitment_is_made_before_any_salt_and_no_salt_changes_it() -> None:
    bare = dealer(None, None)
    assert bare.salted("black", BLACK).salted("white", WHITE).commitment == bare.commitment


def test_nothing_is_drawn_before_every_salt_is_there() -> None:
    bare = dealer(None, None)
    assert bare.waits_for == ("black", "white")
    half = bare.salted("white", WHITE)
    assert half.waits_for == ("black",)
    for early in (bare, half):
        assert early.salt == ""
        with pytest.raises(AssertionError, match="nothing is drawn before"):
            early.draw(0)
    assert numbers(half.salted("black", BLACK), 0) == numbers(dealer(), 0)


def test_a_salt_stands_once_it_is_added() -> None:
    with pytest.raises(Refusal, match="already"):
        dealer().salted("black", "x" * 32)
    with pytest.raises(Refusal, match="no salt"):
        dealer().salted("computer", "x" * 32)


@pytest.mark.parametrize("salt", ["", "short", "x" * 65, "two words of salt", "line\nbreak in a salt", "\udcff" * 20])
def test_a_salt_is_one_word_that_any_record_can_hold(salt: str) -> None:
    with pytest.raises(Refusal, match="16 to 64"):
        dealer(None).salted("black", salt)
    with pytest.raises(ValueError, match="salt"):
        dealer(salt)


@pytest.mark.parametrize("table", ["", "a b", "x" * 65, "a\n"])
def test_a_tables_id_is_one_word(table: str) -> None:
    with pytest.raises(ValueError, match="table"):
        Dealer(SECRET, table)


def test_the_salt_of_a_table_without_seats_that_add_one_is_the_tables_own() -> None:
    assert salt_of("t1", {}) != salt_of("t2", {})
    assert salt_of("t1", {"black": None}) == ""


def test_a_dealer_without_a_secret_makes_one_of_his_own_and_a_table_too() -> None:
    assert Dealer().secret != Dealer().secret
    assert Dealer().table != Dealer().table


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dealer(b"short")


def test_the_dealer_of_old_records_draws_as_he_always_did() -> None:
    old = UnboundDealer(SECRET, "salt")
    block = blake2b(bytes(8) + b"salt\0" + bytes(8), key=SECRET, person=b"kemu draw").digest()
    assert old.draw(0).below(1000) == int.from_bytes(block[:8], "big") % 1000
    assert old.commitment == blake2b(SECRET, digest_size=32, person=b"kemu commit").hexdigest()


@pytest.mark.parametrize("salt", [1, None, "\udcff"])
def test_a_salt_that_no_old_record_could_hold_is_refused(salt: Any) -> None:
    with pytest.raises(ValueError, match="salt"):
        UnboundDealer(bytes(32), salt)
