"""Material and board: hollows, beaches, the field, the lines; and the mistakes that a kit can have."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kemu import KitError
from kemu.games.moeraki import MoerakiKemu
from kemu.games.moeraki.model.board import name_of

from .oracle import BEACHES, FIELD, HOLLOWS, SEMI_BEACHES, around, name
from .positions import BOARD, hollows, names


@pytest.mark.rule("moeraki:M.1", "moeraki:R.1")
def test_the_board_has_57_hollows_in_the_shape_of_an_octagon() -> None:
    assert len(BOARD.hollows) == 57
    assert set(BOARD.hollows) == {name(point) for point in HOLLOWS}
    assert not {"a1", "a11", "k1", "k11"} & set(BOARD.hollows)


@pytest.mark.rule("moeraki:R.1")
def test_files_run_to_the_right_ranks_upwards_and_f6_is_the_centre() -> None:
    across = [point[0] for point in BOARD.points]
    up = [point[1] for point in BOARD.points]
    centre = ((min(across) + max(across)) // 2, (min(up) + max(up)) // 2)
    assert name_of(centre) == "f6"
    assert (BOARD.hollows[0], BOARD.hollows[-1]) == ("c1", "i11")
    assert {name_of((x, 0)) for x, y in BOARD.points if y == 0} == {"c1", "e1", "g1", "i1"}


@pytest.mark.rule("moeraki:M.2")
def test_forty_beaches_lie_between_four_hollows_and_twelve_semi_beaches_between_three() -> None:
    full = {at for at, semi in zip(BOARD.beaches, BOARD.semi, strict=True) if not semi}
    semi = set(BOARD.beaches) - full
    assert (full, semi) == ({name(point) for point in BEACHES}, {name(point) for point in SEMI_BEACHES})
    assert (len(full), len(semi)) == (40, 12)
    for beach in BEACHES | SEMI_BEACHES:
        shore = BOARD.round[BOARD.beach[name(beach)]]
        assert names(shore, BOARD.hollows) == {name(hollow) for hollow in around(beach)}
        assert shore.bit_count() == (4 if beach in BEACHES else 3)


@pytest.mark.rule("moeraki:M.3")
def test_the_moeraki_field_is_the_nine_hollows_round_the_centre() -> None:
    assert set(BOARD.field) == {name(point) for point in FIELD}
    assert " ".join(sorted(BOARD.field)) == "d6 e5 e7 f4 f6 f8 g5 g7 h6"


@pytest.mark.rule("moeraki:D.2", "moeraki:R.1")
def test_nine_diagonals_run_each_way_three_to_nine_hollows_long() -> None:
    assert Counter(mask.bit_count() for mask in BOARD.diagonals) == {3: 4, 5: 4, 7: 4, 9: 6}
    assert hollows("a9 b10 c11") in BOARD.diagonals
    assert hollows("b2 c3 d4 e5 f6 g7 h8 i9 j10") in BOARD.diagonals


@pytest.mark.rule("moeraki:D.4", "moeraki:R.1")
def test_the_sidelines_are_four_rows_of_four() -> None:
    rows = ("c1 e1 g1 i1", "c11 e11 g11 i11", "a3 a5 a7 a9", "k3 k5 k7 k9")
    assert set(BOARD.sidelines) == {hollows(row) for row in rows}


@pytest.mark.rule("moeraki:A.1")
def test_black_is_the_matau_tribe_and_white_the_manaia() -> None:
    assert {seat: tribe.name for seat, tribe in BOARD.tribes.items()} == {"black": "Matau", "white": "Manaia"}
    assert MoerakiKemu.seats == ("black", "white")


_KIT = (MoerakiKemu.folder / "kit" / "board.toml").read_text()
_FIELD = _KIT[_KIT.index("ranks = [") : _KIT.index("[[tribe]]")]


@pytest.mark.parametrize(
    ("was", "typed", "complaint"),
    [
        ('"..o.o.o.o..", # 11', '"..o.o.o.x..",', "rank 11 must be 11 of the letters o @ ."),
        ('".o.@.@.@.o.", #  6', '".o.@.@.@.o",', "rank 6 must be 11 of the letters"),
        ("@", "o", "the Moeraki field (@) needs two hollows or more"),
        (_FIELD, _FIELD.replace("@", "o", 8), "the Moeraki field (@) needs two hollows or more"),
        ('seat = "white"', 'seat = "black"', "one tribe for black and one for white"),
        ("victories = 5", "victories = 4", "a Kemu goes to 3, 5, 7 or 10"),
    ],
)
def test_a_mistake_in_the_kit_is_named_with_its_line(tmp_path: Path, was: str, typed: str, complaint: str) -> None:
    assert was in _KIT
    (tmp_path / "board.toml").write_text(_KIT.replace(was, typed))
    with pytest.raises(KitError, match=r"board\.toml, line [0-9]+, ") as error:
        MoerakiKemu(tmp_path)
    assert complaint in str(error.value)
