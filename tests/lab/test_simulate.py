"""Many games: the same whatever the number of processes, and whatever happens on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import kemu
from kemu import Refusal, load_record, verify
from kemu.lab.simulate import Job, Simulation, derived, simulate
from kemu.lab.sources import game_named

RANDOM = ("random", "random")


def untimed(result: Simulation) -> Simulation:
    return replace(result, seconds=0.0, decisions_per_second=0.0)


@pytest.mark.parametrize(
    "job",
    [
        Job("moeraki", RANDOM, 90, seed=4, settings={"variant": "master"}),
        Job("moeraki", ("greedy", "mcts:5"), 7, seed=5),
        Job("toys.ambush:AmbushGame", ("mcts:5", "random"), 12),
        Job("toys.volley:VolleyGame", ("greedy", "random"), 5),
    ],
    ids=lambda job: f"{job.game} {job.players}",
)
def test_the_results_do_not_depend_on_the_number_of_processes(job: Job) -> None:
    alone = simulate(job)
    assert untimed(alone) == untimed(simulate(job, jobs=2))
    assert untimed(alone) == untimed(simulate(job))
    assert alone.games == job.games
    assert alone.complete


def test_another_seed_gives_other_games() -> None:
    results = [simulate(Job("moeraki", RANDOM, 20, seed=seed)) for seed in (1, 2)]
    assert results[0].lengths != results[1].lengths


def test_what_is_counted_adds_up() -> None:
    result = simulate(Job("moeraki", RANDOM, 60, settings={"variant": "beginner"}))
    assert sum(result.wins.values()) + result.draws == result.games == 60
    assert sum(result.reasons.values()) == 60
    assert result.lengths is not None
    assert result.decisions == pytest.approx(result.lengths.mean * 60)
    assert result.decisions_per_second == pytest.approx(result.decisions / result.seconds)
    for name, number in (*result.wins.items(), ("draws", result.draws)):
        low, high = result.shares[name]
        assert low <= number / 60 <= high


def test_decisions_are_choices_of_seats_and_not_throws(tmp_path: Path) -> None:
    result = simulate(Job("toys.volley:VolleyGame", RANDOM, 3, records=tmp_path))
    records = [load_record(path.read_bytes()) for path in sorted(tmp_path.iterdir())]
    moves = sum(type(entry).__name__ == "Move" for record in records for entry in record.entries)
    throws = sum(type(entry).__name__ == "Drawn" for record in records for entry in record.entries)
    assert result.decisions == moves == throws > 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_are_of_these_very_games_and_verify(tmp_path: Path, jobs: int) -> None:
    job = Job("moeraki", ("greedy", "random"), 6, records=tmp_path / "new" / "folder")
    result = simulate(job, jobs=jobs)
    assert untimed(result) == untimed(simulate(replace(job, records=None)))
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert [file.name for file in files] == [f"moeraki-{number:05}.jsonl" for number in range(1, 7)]
    game = kemu.game("moeraki")
    winners = [verify(load_record(file.read_bytes()), game).outcome for file in files]
    assert sum(outcome is not None and outcome.winner == "black" for outcome in winners) == result.wins["black"]
    assert load_record(files[0].read_bytes()).header.seats == {"black": "greedy", "white": "random"}


def test_records_overwrite_nothing(tmp_path: Path) -> None:
    job = Job("moeraki", RANDOM, 2, records=tmp_path)
    simulate(job)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(Refusal, match="none is overwritten"):
        simulate(replace(job, seed=2))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate(Job("moeraki", RANDOM, 30), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30, 30)
    assert told == sorted(told)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_gives_what_was_played_so_far(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr("kemu.lab.simulate.PROGRESS_SECONDS", -1.0)

    def interrupt(done: int, total: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    result = simulate(Job("moeraki", RANDOM, 10_000), jobs=jobs, progress=interrupt)
    assert not result.complete
    assert 10 <= result.games < 10_000
    assert sum(result.wins.values()) + result.draws == result.games


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "nosuch"}, "no game 'nosuch'"),
        ({"players": ("random",)}, "2 seats (black, white): name 2 players, not 1"),
        ({"players": ("random", "random", "random")}, "not 3"),
        ({"players": ("random", "deep")}, "no player 'deep'"),
        ({"settings": {"variant": "hard"}}, "'hard' is not one of"),
        ({"settings": {"colour": "red"}}, "no option 'colour'"),
        ({"games": 0}, "0 games"),
        ({"game": "toys.nosuch:Game"}, "'toys.nosuch' cannot be imported"),
        ({"game": "toys.march:Block"}, "no game 'Block'"),
        ({"game": ":"}, "cannot be imported"),
    ],
)
def test_a_mistake_in_a_job_is_refused_before_anything_is_played(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        simulate(replace(Job("moeraki", RANDOM, 1), **changes))
    assert said in str(refused.value)


def test_no_process_at_all_is_refused() -> None:
    with pytest.raises(Refusal, match="0 processes"):
        simulate(Job("moeraki", RANDOM, 1), jobs=0)


def test_seeds_of_parts_differ_and_stay() -> None:
    parts = [(number, what) for number in range(200) for what in (0, 1, "dealer")]
    assert len({derived(1, *part) for part in parts}) == len(parts)
    assert derived(1, 0, 0) != derived(2, 0, 0)
    assert derived(1, 23, 4) != derived(12, 3, 4)
    assert derived(1, 0, "dealer") == 16185604421947361950, "a seed means the same games in every release"


def test_a_simulation_is_json() -> None:
    result = simulate(Job("moeraki", RANDOM, 2))
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(result)), Simulation) == result


def test_a_game_is_found_by_its_id_or_by_its_class() -> None:
    assert game_named("moeraki") is kemu.game("moeraki")
    assert game_named("kemu.games.moeraki:MoerakiKemu").id == "moeraki"
