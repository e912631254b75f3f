"""The dealer: fair, repeatable, and bound by his commitment."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from kemu import Dealer
from kemu.core.dealer import DrawStream, commitment_of

SECRET = bytes(range(32))


def test_a_draw_depends_on_secret_salt_and_index_alone() -> None:
    def numbers(dealer: Dealer, index: int) -> list[int]:
        stream = dealer.draw(index)
        return [stream.below(1000) for _ in range(20)]

    first = numbers(Dealer(SECRET), 3)
    assert numbers(Dealer(SECRET), 3) == first
    assert numbers(Dealer(SECRET), 4) != first
    assert numbers(Dealer(SECRET, salt="ours"), 3) != first
    assert numbers(Dealer(bytes(32)), 3) != first


def test_the_stream_is_the_one_that_the_record_format_describes() -> None:
    """Written out once more from docs/record.md, so that another program can prove the dice."""
    blocks = b"".join(
        blake2b(
            (7).to_bytes(8, "big") + b"salt\0" + number.to_bytes(8, "big"), key=SECRET, person=b"kemu draw"
        ).digest()
        for number in range(3)
    )
    words = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]
    stream = Dealer(SECRET, "salt").draw(7)
    assert [stream.below(6) for _ in range(24)] == [word % 6 for word in words]
    assert len(set(words)) == 24


def test_words_past_the_last_whole_multiple_are_passed_over() -> None:
    stream = DrawStream(SECRET, "", 0)
    stream._words = [5, (1 << 64) - 1]  # the last is beyond the last multiple of 3 that fits
    assert (1 << 64) % 3 == 1
    assert stream.below(3) == 2


@pytest.mark.parametrize("n", [1, 2, 6, 52, 1000])
def test_numbers_are_in_range_and_even(n: int) -> None:
    count = Counter(Dealer(SECRET).draw(i).below(n) for i in range(6000))
    assert set(count) <= set(range(n))
    expected = 6000 / n
    chi = sum((count[value] - expected) ** 2 / expected for value in range(n))
    assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 1e-9


def test_the_commitment_fixes_the_secret_and_is_not_the_secret() -> None:
    dealer = Dealer(SECRET)
    assert dealer.commitment == commitment_of(SECRET)
    assert dealer.commitment != commitment_of(SECRET[:-1] + b"\0")
    assert SECRET.hex() not in dealer.commitment


def test_a_dealer_without_a_secret_makes_one_of_his_own() -> None:
    assert Dealer().secret != Dealer().secret


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dealer(b"short")
