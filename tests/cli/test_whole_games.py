"""A new user's evening: a game of each variant to its end, its record verified, one byte changed, and it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import kemu
from cli.driver import Kemu
from kemu import QuickRng, Table

VARIANTS = ("beginner", "basic", "master")


def typed(variant: str, seed: int) -> list[str]:
    """Return what two humans type in a whole game that is played at random."""
    table, rng = Table("moeraki", {"variant": variant}, seed=1), QuickRng(seed)
    lines: list[str] = []
    while table.options:
        action = table.options[rng.below(len(table.options))]
        lines.append(table.game.notation(action))
        table.play(action)
    return lines


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_played_verified_and_a_changed_byte_refused(kemu_process: Kemu, tmp_path: Path, variant: str) -> None:
    file = tmp_path / "game.jsonl"
    seats = ("--seat", "black=human", "--seat", "white=human")
    lines = typed(variant, seed=11)
    if variant == "master":
        assert any(" " in line for line in lines), "in this game a Tane comes out"
    played = kemu_process("play", "moeraki", "-o", f"variant={variant}", *seats, "--record", file, lines=tuple(lines))
    assert (played.code, played.err) == (0, "")
    assert "wins" in played.out
    assert f"kemu verify {file}" in played.out

    good = kemu_process("verify", file)
    assert (good.code, good.err) == (0, "")
    assert good.out.startswith(f"ok {file}: moeraki, {len(lines)} plies, ")
    assert kemu.load_record(file.read_bytes()).header.options["variant"] == variant

    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    bad = kemu_process("verify", file)
    assert (bad.code, bad.out) == (1, "")
    assert bad.err.startswith(f"kemu: {file}, line ")
    assert bad.err.count("\n") == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_human_plays_a_program_to_the_end_by_numbers(kemu_here: Kemu, variant: str) -> None:
    options = ("-o", f"variant={variant}", "--seat", "white=human", "--seat", "black=greedy", "--seed", "3")
    played = kemu_here("play", "moeraki", *options, "--record", "game.jsonl", lines=("1",) * 60)
    assert (played.code, played.err) == (0, "")
    # Beginners play for a line alone: there no points are kept.
    assert ("Score: Black " in played.out) == (variant != "beginner")
    record = kemu.load_record(Path("game.jsonl").read_bytes())
    assert record.header.seats == {"black": "greedy", "white": "human"}
    assert kemu.verify(record, kemu.game("moeraki")).outcome is not None


def test_a_kemu_of_several_games_is_played_by_programs_and_watched(kemu_here: Kemu) -> None:
    seats = ("--seat", "black=greedy", "--seat", "white=random")
    watched = kemu_here("play", "moeraki", "-o", "kemu=3", *seats, "--seed", "1", "--record", "kemu.jsonl")
    assert (watched.code, watched.err) == (0, "")
    assert watched.out.count("places the ball") >= 3
    assert kemu_here("verify", "kemu.jsonl").out.startswith("ok kemu.jsonl: moeraki, ")


@pytest.mark.parametrize("where", range(0, 60, 7))
def test_no_byte_of_a_record_can_be_changed(kemu_here: Kemu, where: int) -> None:
    table = Table("moeraki", seed=1)
    for line in typed("basic", 2):
        table.play(line)
    data = table.record().dump()
    at = len(data) * where // 60
    for change in (1, 4, 128):
        Path("bad.jsonl").write_bytes(data[:at] + bytes([data[at] ^ change]) + data[at + 1 :])
        judged = kemu_here("verify", "bad.jsonl")
        assert judged.code == 1
        assert judged.err.startswith("kemu: bad.jsonl, line ")
