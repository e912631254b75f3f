"""Kits and options: what is wrong is named, with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kemu
from kemu import KitError, Refusal
from kemu.core.settings import describe_settings


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A copy of Moeraki's kit to make mistakes in."""
    for path in kemu.game("moeraki").kit.files.values():
        shutil.copy(path, tmp_path)
    return tmp_path


def mistake(kit: Path, old: str, new: str) -> str:
    """Make a mistake in the kit and return what the loader says of it."""
    path = kit / "board.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(KitError) as error:
        kemu.game("moeraki", kit=kit)
    assert "\n" not in str(error.value)
    return str(error.value)


def line_of(kit: Path, text: str) -> int:
    return next(i for i, line in enumerate((kit / "board.toml").read_text().splitlines(), 1) if text in line)


def test_a_wrong_type_names_file_line_and_field(kit: Path) -> None:
    said = mistake(kit, "victories = 5", 'victories = "five"')
    assert f"board.toml, line {line_of(kit, 'five')}, kemu[1].victories: a whole number is due, not text" in said


def test_a_misspelt_field_is_named(kit: Path) -> None:
    said = mistake(kit, 'name = "Manaia"', 'nmae = "Manaia"')
    assert "tribe[1]" in said
    assert "'nmae'" in said or "'name'" in said


def test_a_source_that_is_none_is_named(kit: Path) -> None:
    said = mistake(kit, 'source = "review"', 'source = "hearsay"')
    assert "board.source: 'hearsay' is not one of the values" in said


def test_broken_toml_is_told_like_every_other_mistake(kit: Path) -> None:
    line = line_of(kit, "[[tribe]]")
    said = mistake(kit, "[[tribe]]", "[[tribe]")
    assert f"board.toml, line {line}, column 8, the file: expected ']]'" in said


def test_the_mark_that_some_editors_put_before_a_text_is_no_mistake(kit: Path) -> None:
    path = kit / "board.toml"
    plain = kemu.game("moeraki", kit=kit).kit.digest
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert kemu.game("moeraki", kit=kit).kit.digest == plain
    said = mistake(kit, "victories = 5", 'victories = "five"')
    assert f"line {line_of(kit, 'five')}, kemu[1].victories" in said


def test_a_control_character_is_named_and_never_told(kit: Path) -> None:
    said = mistake(kit, 'source = "', 'source = "\\u001b[31m')
    assert "U+001B has no place in a text" in said
    assert f"line {line_of(kit, 'u001b')}, " in said
    assert said.isprintable()


def test_text_that_is_not_utf8_is_named(kit: Path) -> None:
    (kit / "board.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(KitError, match=r"board.toml: not UTF-8 text at byte 0"):
        kemu.game("moeraki", kit=kit)


def test_a_board_of_strange_letters_is_refused(kit: Path) -> None:
    assert "rank 11 must be 11 of the letters o @ ." in mistake(kit, '"..o.o.o.o..", # 11', '"..x.o.o.o..",')


def test_a_file_that_the_kit_does_not_have_is_refused(kit: Path) -> None:
    (kit / "cards.toml").write_text("")
    with pytest.raises(KitError, match=r"cards.toml: this game's kit has no such file; it has board.toml"):
        kemu.game("moeraki", kit=kit)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="no such folder"):
        kemu.game("moeraki", kit=tmp_path / "nowhere")


def test_a_kits_digest_follows_what_it_says_not_how(kit: Path) -> None:
    own = kemu.game("moeraki").kit.digest
    path = kit / "board.toml"
    path.write_text("# a comment\n" + path.read_text())
    assert kemu.game("moeraki", kit=kit).kit.digest == own
    other_order = path.read_text().replace('seat = "white"\nname = "Manaia"', 'name = "Manaia"\nseat = "white"')
    assert other_order != path.read_text()
    path.write_text(other_order)
    assert kemu.game("moeraki", kit=kit).kit.digest == own
    path.write_text(path.read_text().replace('name = "Kiwi"', 'name = "Kea"'))
    assert kemu.game("moeraki", kit=kit).kit.digest != own


def test_a_players_own_kit_is_played(kit: Path) -> None:
    path = kit / "board.toml"
    path.write_text(path.read_text().replace('".o.o.@.o.o.", #  8', '".o.o.o.o.o.", #  8'))
    game = kemu.game("moeraki", kit=kit)
    pending = game.pending(game.start())
    assert len(pending.options) == 8  # type: ignore[union-attr]
    with pytest.raises(kemu.RecordError, match="another kit"):
        kemu.verify(kemu.Table(game, seed=1).record(), kemu.game("moeraki"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"variant": "chess"}, "Option 'variant': 'chess' is not one of beginner, basic, master."),
        ({"kemu": "4"}, "Option 'kemu': '4' is not one of 1, 3, 5, 7, 10."),
        ({"kemu": True}, "Option 'kemu': 'True' is not one of 1, 3, 5, 7, 10."),
        ({"colour": "red"}, "There is no option 'colour'; the options are variant, kemu, first."),
    ],
)
def test_a_wrong_option_is_named_with_what_it_takes(given: dict[str, object], message: str) -> None:
    with pytest.raises(Refusal) as refusal:
        kemu.game("moeraki").parse_settings(given)
    assert str(refusal.value) == message


def test_options_are_read_from_text() -> None:
    options = kemu.game("moeraki").parse_settings({"kemu": "3", "variant": "Master"})
    assert (options.kemu, options.variant, options.first) == (3, "master", "black")


def test_every_option_explains_itself() -> None:
    for option in describe_settings(kemu.game("moeraki").settings_type):
        assert option.explanation
        assert option.default in option.choices


def test_a_length_of_the_kemu_stands_once_and_none_is_missing(kit: Path) -> None:
    said = mistake(kit, "victories = 5", "victories = 3")
    assert "kemu[0].victories: a Kemu goes to 3, 5, 7 or 10, and each of them stands here once" in said


def test_a_missing_length_of_the_kemu_is_named(kit: Path) -> None:
    text = (kit / "board.toml").read_text()
    last = text.rindex("[[kemu]]")
    assert "one of them is missing" in mistake(kit, text[last:], "")


@pytest.mark.parametrize("ranks", ["[]", '["o"]', '["o.o", "o.o"]'])
def test_a_board_of_nothing_is_refused(kit: Path, ranks: str) -> None:
    text = (kit / "board.toml").read_text()
    old = text[text.index("ranks = [") : text.index("]\n", text.index("ranks = [")) + 1]
    assert "a board has 3 to 99 ranks" in mistake(kit, old, f"ranks = {ranks}")


def test_a_short_first_rank_is_the_one_that_is_blamed(kit: Path) -> None:
    assert "rank 11 must be 11 of" in mistake(kit, '"..o.o.o.o..", # 11', '"..o.o.o.o.",')


@pytest.mark.parametrize("text", ["x = " + "9" * 5000, "x = " + "[" * 5000 + "]" * 5000])
def test_toml_beyond_all_measure_is_refused_in_words(kit: Path, text: str) -> None:
    (kit / "board.toml").write_text(text)
    with pytest.raises(KitError, match=r"board\.toml"):
        kemu.game("moeraki", kit=kit)


def test_a_misspelt_table_is_found_on_its_line(kit: Path) -> None:
    said = mistake(kit, "[[tribe]]", "[[tribes]]")
    assert f"line {line_of(kit, '[[tribes]]')}," in said
