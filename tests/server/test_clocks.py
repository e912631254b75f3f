"""Clocks: whose time runs, what is left of it, and who has lost when it is over. Time stands until a test moves it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

import kemu
from kemu.core.record import Move
from kemu.server.bases import Bases
from kemu.server.claims import Claims
from kemu.server.clocks import GameClock, Ticking, proposals
from kemu.server.errors import ApiError
from kemu.server.flags import LATER, Flags
from kemu.server.heartbeat import AWAY
from kemu.server.landing import Change, timed
from kemu.server.listing import Listings
from kemu.server.presence import Presence
from kemu.server.rematch import Rematches
from kemu.server.seats import new_token
from kemu.server.services import Services
from kemu.server.settings import Limits, Settings
from kemu.server.socket import news
from kemu.server.storage import Busy, Database, admin
from kemu.server.tables import Tables
from kemu.server.views import Views
from kemu.server.wire import Snapshot
from kemu.server.wire_acts import AddSalt, Answer, Computer, DrawOffer, Friend, NewTable, Resign, TakeBack, Undo, You
from kemu.server.wire_seats import Claim, ClockTerms, Rematch
from server.harness import new_key
from server.postgres import running

SECOND, MINUTE, DAY = 1_000, 60_000, 24 * 3600_000
QUICK = ClockTerms(15 * MINUTE, 15 * SECOND)
DAYS = ClockTerms(0, 3 * DAY)
BEGINNINGS = count(1_700_000_000_000, 30 * DAY)
"""Each test has a month of its own."""


class Time:
    """The time of all processes of a test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = next(BEGINNINGS)
        for module in ("tables", "rematch", "listing", "snapshot", "views"):
            monkeypatch.setattr(f"kemu.server.{module}.now", self)

    def __call__(self) -> int:
        return self.at


class Process:
    """One server's part of a database, without the network."""

    def __init__(self, url: str, time: Time, shared: bool) -> None:
        self.database = Database(url, shared=shared)
        self.database.migrate()
        self.time = time
        self.told: list[str] = []
        self.tables = Tables(self.database, Limits(), lambda table, _: self.told.append(table), time)
        slots, limits = self.tables.slots, Limits()
        self.claims = Claims(self.database, slots, limits, self.told.append, time)
        self.rematches = Rematches(self.database, slots, limits, self.told.append)
        self.presence = Presence(self.database, shared=shared)
        self.views = Views(self.tables, self.presence, Bases(self.database))
        self.listings = Listings(self.database, slots, limits, self.presence, self.told.append)
        self.flags = Flags(self.tables, time)
        self.tables.heartbeat.start()

    def open(self, clock: ClockTerms | None = QUICK, game: str = "moeraki", **more: Any) -> Game:
        first, second = kemu.game(game).seats
        wish = NewTable(game, {first: You(name="Aroha"), second: Friend()}, clock=clock, **more)
        told = self.tables.open(wish, "here")
        mine, link = told.seats[first], told.seats[second]
        assert mine is not None
        assert link is not None
        assert mine.token is not None
        assert link.invite is not None
        return Game(self, told.table, [mine.token, new_token()], link.invite)


class Game:
    """A table, as those who sit at it see it."""

    def __init__(self, process: Process, table: str, tokens: list[str], invite: str = "") -> None:
        self.process, self.table, self.tokens, self.invite = process, table, tokens, invite

    def come(self) -> None:
        """Let the friend sit down."""
        self.process.claims.claim(self.table, Claim(self.tokens[1], self.invite, name="Hemi"))

    def look(self, seat: int | None = None) -> Snapshot:
        return self.process.views.snapshot(self.table, None if seat is None else self.tokens[seat])

    @property
    def stands(self) -> dict[str, Any]:
        return {"ply": (look := self.look()).ply, "revision": look.revision, "key": new_key()}

    def clock(self) -> tuple[list[int], str | None, int]:
        """What is left of the banks, whose time runs, and how long its turn has lasted."""
        told = self.look().clock
        assert told is not None
        return list(told.left.values()), told.runs, told.spent

    def over(self) -> tuple[str | None, str]:
        with self.process.tables.slots.hold(self.table) as live:
            over = live.table.outcome
            return ("", "") if over is None else (live.game.seats[over.winner or 0], over.reason)

    def body(self, place: int = 0) -> Answer:
        with self.process.tables.slots.hold(self.table) as live:
            pending = live.table.pending
            action = msgspec.to_builtins(pending.options[place])  # type: ignore[union-attr]
            return Answer(live.table.ply, action, new_key(), live.revision)

    def waits_for_salt(self) -> bool:
        with self.process.tables.slots.hold(self.table) as live:
            return live.table.waits_for_salt

    def deciding(self) -> int:
        with self.process.tables.slots.hold(self.table) as live:
            return live.table.pending.seat  # type: ignore[union-attr]

    def answer(self, place: int = 0) -> None:
        self.process.tables.answer(self.table, self.tokens[self.deciding()], self.body(place))

    def at(self, process: Process) -> Game:
        return Game(process, self.table, self.tokens)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def here(tmp_path: Path, time: Time) -> Iterator[Process]:
    made = Process(f"sqlite:///{tmp_path}/t.sqlite3", time, shared=False)
    yield made
    made.database.close()


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, tmp_path: Path, time: Time) -> Iterator[tuple[Process, Process]]:
    """Two processes on one database."""
    alone = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/t.sqlite3" if alone else request.getfixturevalue("postgres")
    one, two = (Process(url, time, shared=True) for _ in range(2))
    yield one, two
    one.database.close()
    two.database.close()


def refusal(act: Any, *args: Any) -> str:
    with pytest.raises(ApiError) as refused:
        act(*args)
    return f"{refused.value.problem.code}: {refused.value.problem.reason}"


# -- how it counts -----------------------------------------------------------------------------------------------


def test_the_bank_runs_when_the_free_time_of_a_stretch_is_over() -> None:
    begun = Ticking(GameClock.wound(ClockTerms(60, 10), 2), None, None).after(0, at=1000)
    assert begun.runs_out == 1070
    for spent, left in ((0, 60), (10, 60), (11, 59), (70, 0), (99, 0)):
        turned = begun.after(1, 1000 + spent)
        assert turned.clock.left == (left, 60), spent
        assert turned.runs_out == 1000 + spent + 70
    assert [begun.is_out(at) for at in (1069, 1070)] == [False, True]


def test_a_stretch_goes_on_while_the_same_seat_decides_so_trivial_answers_give_no_time() -> None:
    begun = Ticking(GameClock.wound(ClockTerms(60, 10), 2), 0, 1070)
    assert begun.after(0, 1050) is begun
    again = begun.after(0, 1050, anew=True)
    assert (again.clock.left[0], again.runs_out) == (20, 1080), (
        "what was taken back begins a stretch and costs its bank"
    )


def test_a_turn_that_the_table_answers_for_another_seat_ends_the_stretch_like_any_other(here: Process) -> None:
    game = here.open(DAYS)
    game.come()
    with here.tables.slots.hold(game.table) as live:
        assert live.ticking is not None
        begun = live.ticking.runs_out
        mine, theirs = Move(1, "black", {}), Move(2, "white", {})
        for added, later in (((mine,), 0), ((mine, theirs), DAY)):
            after = timed(live, Change(added=added), at=game.process.time.at + DAY)
            assert after is not None
            assert (after.seat, after.runs_out) == (0, begun + later)


def test_a_clock_s_proposals_suit_the_minutes_of_the_game() -> None:
    def quick(minutes: str) -> list[tuple[int, int]]:
        return [(one.bank // MINUTE, one.free // SECOND) for one in proposals(minutes) if one.bank]

    assert quick("3-25") == [(15, 15), (30, 30)]
    assert quick("30-90") == [(45, 30), (90, 30)]
    assert quick("60-180") == [(90, 30), (180, 30)]
    assert quick("a whole evening") == [(30, 30), (60, 30)]
    assert quick("5") == [(5, 5)]
    assert [one.free // DAY for one in proposals("5") if not one.bank] == [1, 3, 7]


# -- whose time runs ---------------------------------------------------------------------------------------------


def test_no_time_runs_before_everybody_has_come_and_then_for_the_one_who_must_decide(here: Process, time: Time) -> None:
    game = here.open()
    time.at += 10 * MINUTE
    game.answer()
    assert game.clock() == ([15 * MINUTE] * 2, None, 0), "one may play before the friend comes"
    time.at += 10 * MINUTE
    game.come()
    assert game.clock() == ([15 * MINUTE] * 2, "white", 0)
    time.at += 75 * SECOND
    assert game.clock() == ([15 * MINUTE] * 2, "white", 75 * SECOND)
    game.answer()
    assert game.clock() == ([15 * MINUTE, 14 * MINUTE], "black", 0)
    time.at += 10 * SECOND
    game.answer()
    assert game.clock() == ([15 * MINUTE, 14 * MINUTE], "white", 0), "within the free time"


def test_with_days_a_turn_every_turn_has_them_all(here: Process, time: Time) -> None:
    game = here.open(DAYS)
    game.come()
    for _ in range(4):
        time.at += 3 * DAY - 1
        game.answer()
    time.at += 3 * DAY
    here.tables.heartbeat.beat()
    here.flags.look()
    assert game.over() == ("", "")
    assert game.clock()[2] == 0, "but nobody served for three days: that was given back"


def test_whose_salt_is_waited_for_has_time_for_it_and_no_more(here: Process, time: Time) -> None:
    game = here.open(game="maurice")
    game.come()
    seats = kemu.game("maurice").seats
    assert game.clock() == ([15 * MINUTE] * 2, seats[0], 0)
    time.at += 75 * SECOND
    here.tables.salt(game.table, game.tokens[0], AddSalt("0123456789abcdef", new_key()))
    assert game.clock() == ([14 * MINUTE, 15 * MINUTE], seats[1], 0)
    time.at += 10 * SECOND
    here.tables.salt(game.table, game.tokens[1], AddSalt("0123456789abcdef", new_key()))
    left, runs, _ = game.clock()
    assert (left, runs) == ([14 * MINUTE, 15 * MINUTE], seats[game.deciding()])


def test_a_player_who_keeps_his_salt_back_loses_when_his_time_is_over(here: Process) -> None:
    game = here.open(game="hawaii")
    game.come()
    here.tables.salt(game.table, game.tokens[1], AddSalt("0123456789abcdef", new_key()))
    while not game.waits_for_salt():
        game.answer()
    out(game)
    here.flags.look()
    first, second = kemu.game("hawaii").seats
    assert game.over() == (second, "timed-out")
    assert kemu.verify(here.views.record(game.table, None), kemu.game("hawaii")).outcome is not None
    assert game.look().log[-1].text.startswith(f"Time has run out for {first.capitalize()}")


def test_a_clock_is_for_two_people_at_two_devices(here: Process) -> None:
    for seats in ({"black": You(), "white": You()}, {"black": Friend(), "white": Computer("casual")}):
        wish = NewTable("moeraki", seats, clock=QUICK)
        assert refusal(here.tables.open, wish, "here").startswith("no-clock: ")
    wish = NewTable("moeraki", {"black": You(), "white": Friend()}, clock=ClockTerms(0, 0))
    assert refusal(here.tables.open, wish, "here").startswith("clock: ")
    assert here.open(clock=None).look().clock is None


def test_who_looks_for_an_open_table_reads_of_its_clock(here: Process) -> None:
    here.open(DAYS, listed=True)
    here.open(None, listed=True)
    assert sorted((one.clock for one in here.listings.tables()), key=bool) == [None, DAYS]


def test_a_rematch_has_the_same_clock_wound_up_which_starts_when_both_have_come(here: Process, time: Time) -> None:
    game = here.open()
    game.come()
    time.at += 5 * MINUTE
    here.tables.resign(game.table, game.tokens[0], Resign(**game.stands))
    there = [new_token(), new_token()]
    here.rematches.agree(game.table, game.tokens[0], Rematch(there[0]))
    table = here.rematches.agree(game.table, game.tokens[1], Rematch(there[1])).table
    assert table is not None
    again = Game(here, table, there[::-1])
    # White has agreed and gone; Black, who is there, may begin all the same.
    here.tables.salt(table, again.tokens[0], AddSalt("0123456789abcdef", new_key()))
    again.answer()
    time.at += 3 * DAY
    assert again.clock() == ([15 * MINUTE] * 2, None, 0)
    here.tables.salt(table, again.tokens[1], AddSalt("0123456789abcdef", new_key()))
    assert again.clock() == ([15 * MINUTE] * 2, "white", 0)


# -- what does not stop it, and what gives none back -------------------------------------------------------------


def test_draw_offers_and_taking_back_one_s_own_choice_do_not_stop_it(here: Process, time: Time) -> None:
    game = here.open(game="hawaii")
    game.come()
    time.at += MINUTE
    here.tables.draw(game.table, game.tokens[0], DrawOffer(**game.stands, offer=True))
    assert game.clock()[1:] == ("allied", MINUTE)
    game.answer()
    time.at += MINUTE
    here.tables.undo(game.table, game.tokens[1], Undo(**game.stands))
    assert game.clock() == ([15 * MINUTE] * 2, "allied", 2 * MINUTE)


def test_what_is_taken_back_gives_no_time_back_and_the_stretch_begins_anew(here: Process, time: Time) -> None:
    game = here.open()
    game.come()
    time.at += 75 * SECOND
    game.answer()
    time.at += 135 * SECOND
    here.tables.take_back(game.table, game.tokens[0], TakeBack(**game.stands))
    assert game.clock() == ([14 * MINUTE, 15 * MINUTE], "white", 135 * SECOND)
    here.tables.take_back(game.table, game.tokens[1], TakeBack(**game.stands, answer="grant"))
    assert game.clock() == ([14 * MINUTE, 13 * MINUTE], "black", 0)


def test_a_seat_that_takes_back_to_its_own_decision_pays_for_it_and_begins_a_stretch(here: Process, time: Time) -> None:
    game = here.open(game="hawaii")
    game.come()
    game.answer()
    assert game.clock()[1] == "allied", "it decides again"
    time.at += 75 * SECOND
    here.tables.take_back(game.table, game.tokens[1], TakeBack(**game.stands))
    here.tables.take_back(game.table, game.tokens[0], TakeBack(**game.stands, answer="grant"))
    assert game.clock() == ([15 * MINUTE, 14 * MINUTE], "allied", 0)


# -- the flag ----------------------------------------------------------------------------------------------------


def out(game: Game, clock: ClockTerms = QUICK) -> None:
    """Let the time of the seat that must decide run out, while the server was there."""
    end = game.process.time.at + clock.bank + clock.free
    while game.process.time.at < end:
        game.process.time.at = min(end, game.process.time.at + AWAY)
        game.process.tables.heartbeat.beat()


def test_a_game_ends_by_itself_when_time_has_run_out_and_the_record_says_so(here: Process, time: Time) -> None:
    game = here.open()
    game.come()
    game.answer()
    out(game)
    time.at -= 1
    here.flags.look()
    assert game.over() == ("", "")
    time.at += 1
    here.told.clear()
    here.flags.look()
    assert here.told == [game.table], "who watches is told"
    assert game.over() == ("black", "timed-out")
    record = here.views.record(game.table, game.tokens[0])
    assert kemu.verify(record, kemu.game("moeraki")).outcome is not None
    assert msgspec.json.encode(record.entries[-1]) == b'{"ply":2,"seat":"white","ends":"timed-out"}'
    assert game.clock() == ([15 * MINUTE, 0], None, 0)
    assert game.look().log[-1].text == "Time has run out for White: Black wins."
    here.flags.look()
    with here.database.read() as connection:
        assert connection.execute(text("SELECT runs_out FROM games")).scalar_one() is None


@pytest.mark.parametrize("act", ["answer", "resign", "draw"])
def test_what_comes_when_the_time_is_over_is_refused_with_words_and_the_game_is_ended(here: Process, act: str) -> None:
    game = here.open()
    game.come()
    out(game)
    body: Any = game.body() if act == "answer" else (Resign(**game.stands) if act == "resign" else None)
    body = body or DrawOffer(**game.stands, offer=True)
    said = refusal(getattr(here.tables, act), game.table, game.tokens[0], body)
    assert said == "game-over: Time has run out for Black: White wins."
    assert game.over() == ("white", "timed-out")


def test_a_move_that_landed_in_time_is_answered_the_same_when_it_is_sent_again_too_late(here: Process) -> None:
    game = here.open()
    game.come()
    body = game.body()
    landed = here.tables.answer(game.table, game.tokens[0], body)
    out(game)
    here.flags.look()
    assert here.tables.answer(game.table, game.tokens[0], body) == landed
    assert game.over() == ("black", "timed-out")


def test_of_a_move_a_resignation_and_a_flag_at_two_processes_one_lands(
    both: tuple[Process, Process], time: Time
) -> None:
    here, there = both
    game = here.open()
    game.come()
    other = game.at(there)
    assert other.clock()[1] == "black"
    out(game)
    time.at -= 1
    move, leave = game.body(), Resign(**other.stands)
    jobs: list[Any] = [
        lambda: here.tables.answer(game.table, game.tokens[0], move),
        lambda: there.tables.resign(game.table, game.tokens[1], leave),
        here.flags.look,
        there.flags.look,
    ]

    def late(job: Any) -> None:
        with suppress(ApiError):
            job()

    end = time.at + 1
    with ThreadPoolExecutor(5) as pool:
        begun = [pool.submit(late, job) for job in jobs]
        # Whether the move and the resignation come in time is left to chance: whatever lands, lands alone.
        pool.submit(lambda: setattr(time, "at", end))
        for job in begun:
            job.result()
    assert other.over() == game.over()
    assert other.over()[1] in {"", "resigned", "timed-out"}
    with here.database.read() as connection:
        which = {"game": game.table}
        plies = connection.execute(text("SELECT count(*) FROM entries WHERE game = :game"), which).scalar_one()
        row = connection.execute(text("SELECT ply, over, runs_out FROM games WHERE id = :game"), which).one()
    assert plies == row.ply == 1
    assert bool(row.over) == (row.runs_out is None)


def test_of_two_processes_that_find_the_same_flag_one_ends_the_game(both: tuple[Process, Process]) -> None:
    here, there = both
    game = here.open()
    game.come()
    assert game.at(there).clock()[1] == "black"
    out(game)
    assert [process.tables.flag(game.table) for process in (there, here)] == [True, False]
    assert game.over() == game.at(there).over() == ("white", "timed-out")


def test_a_process_that_has_not_heard_of_a_move_ends_nothing(both: tuple[Process, Process], time: Time) -> None:
    here, there = both
    there.tables.slots.hears = True
    game = here.open()
    game.come()
    assert game.at(there).clock()[1] == "black"
    time.at += 15 * MINUTE
    here.tables.heartbeat.beat()
    game.answer()
    time.at += MINUTE
    assert not there.tables.flag(game.table)
    assert game.at(there).clock()[1] == "white"


def test_time_that_was_given_back_at_another_process_is_not_overlooked_by_a_move(
    both: tuple[Process, Process], time: Time
) -> None:
    here, there = both
    game = here.open()
    game.come()
    here.tables.slots.hears = True
    time.at += 5 * MINUTE
    there.tables.heartbeat.beat()
    # Here nobody has told of it yet, and the move lands all the same.
    with here.tables.slots.hold(game.table, fresh=False) as live:
        assert live.ticking is not None
        assert live.ticking.runs_out == time.at + 10 * MINUTE + 15 * SECOND
    body = Answer(0, {"act": "ball", "at": "f6"}, new_key())
    here.tables.answer(game.table, game.tokens[0], body)
    assert game.clock() == ([15 * MINUTE] * 2, "white", 0)


def test_a_table_that_an_admin_has_ended_has_no_flag_and_one_that_runs_is_listed_with_its_time(
    here: Process, time: Time
) -> None:
    game = here.open()
    game.come()
    with here.database.read() as connection:
        assert [line.runs_out for line in admin.tables(connection, 5)] == [time.at + 15 * MINUTE + 15 * SECOND]
    here.database.write(lambda c: admin.end(c, game.table, "", time.at))
    here.tables.slots.forget(game.table)
    out(game)
    here.flags.look()
    assert game.over() == ("", "")
    assert game.clock()[1] is None


def test_two_who_come_to_the_last_seats_at_two_processes_start_the_time_once(both: tuple[Process, Process]) -> None:
    here, there = both
    wish = NewTable("moeraki", {"black": Friend(), "white": Friend()}, clock=QUICK)
    told = here.tables.open(wish, "here")
    tokens = [new_token(), new_token()]
    invites = [key.invite for key in told.seats.values() if key is not None and key.invite is not None]
    for process in both:
        process.views.snapshot(told.table, None)
    with ThreadPoolExecutor(2) as pool:
        for job in [
            pool.submit(process.claims.claim, told.table, Claim(token, invite))
            for process, token, invite in zip(both, tokens, invites, strict=True)
        ]:
            job.result()
    assert Game(there, told.table, tokens).clock() == ([15 * MINUTE] * 2, "black", 0)


def test_a_game_that_is_not_served_here_as_it_was_begun_is_put_off(here: Process, time: Time) -> None:
    game = here.open()
    game.come()
    other_kit = text("""UPDATE games SET header = replace(header, '"kit":"', '"kit":"x')""")
    here.database.write(lambda c: c.execute(other_kit))
    here.tables.slots.forget(game.table)
    out(game)
    here.flags.look()
    with here.database.read() as connection:
        assert connection.execute(text("SELECT runs_out FROM games")).scalar_one() == time.at + LATER


# -- what nobody loses -------------------------------------------------------------------------------------------


def test_a_server_that_was_down_takes_nobody_s_time(tmp_path: Path, time: Time) -> None:
    url = f"sqlite:///{tmp_path}/t.sqlite3"
    before = Process(url, time, shared=False)
    game = before.open()
    game.come()
    time.at += 10 * SECOND
    before.tables.heartbeat.beat()
    before.database.close()
    time.at += 5 * DAY
    after = Process(url, time, shared=False)
    after.flags.look()
    assert game.at(after).clock() == ([15 * MINUTE] * 2, "black", 10 * SECOND)
    after.database.close()


def test_a_restart_of_a_moment_costs_nothing_where_one_process_serves(tmp_path: Path, time: Time) -> None:
    url = f"sqlite:///{tmp_path}/t.sqlite3"
    before = Process(url, time, shared=False)
    game = before.open()
    game.come()
    before.database.close()
    time.at += 2 * SECOND
    after = Process(url, time, shared=False)
    assert game.at(after).clock()[2] == 0
    after.database.close()


def test_a_process_that_comes_to_others_that_serve_gives_nothing_back(
    both: tuple[Process, Process], time: Time
) -> None:
    here, there = both
    game = here.open()
    game.come()
    time.at += AWAY
    there.tables.heartbeat.start()
    assert game.clock()[2] == AWAY
    time.at += AWAY + 1
    there.tables.heartbeat.start()
    here.tables.slots.hear_all()
    assert game.clock()[2] == AWAY, "but nobody was there for so long"


def test_a_machine_that_slept_ends_no_game_when_it_wakes_up(here: Process, time: Time) -> None:
    game = here.open()
    game.come()
    here.told.clear()
    time.at += DAY
    game.answer()
    assert here.told[:1] == [game.table]
    assert game.clock() == ([15 * MINUTE] * 2, "white", 0), "it came before the heartbeat, and costs nothing"


def test_a_table_at_which_time_runs_is_not_taken_away_as_never_begun(here: Process, time: Time) -> None:
    game, other = here.open(DAYS), here.open(DAYS)
    game.come()
    time.at += 1
    assert here.database.write(lambda c: admin.prune(c, time.at, 0)) == [other.table]


def test_what_a_server_does_now_and_then_goes_on_when_it_has_failed_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without its heartbeat a server would give all time back, and without its flags no game would end."""
    services = Services(Settings(database=f"sqlite:///{tmp_path}/t.sqlite3"))

    async def twice() -> None:
        done = asyncio.Event()
        loop, failures = asyncio.get_running_loop(), iter([KeyError("its own fault"), Busy()])

        def work() -> None:
            for failure in failures:
                raise failure
            loop.call_soon_threadsafe(done.set)

        again = asyncio.ensure_future(services._again(work, 0))  # pyright: ignore[reportPrivateUsage]
        await asyncio.wait_for(done.wait(), 10)
        again.cancel()

    asyncio.run(twice())
    services.database.close()
    assert [record.exc_text is not None for record in caplog.records] == [True]


def test_a_machine_whose_clock_was_wrong_for_a_while_still_gives_back_what_it_takes(here: Process, time: Time) -> None:
    game = here.open()
    game.come()
    for jump in (DAY, -DAY):
        time.at += jump
        here.tables.heartbeat.beat()
    game.answer()
    time.at += 5 * MINUTE
    here.tables.heartbeat.beat()
    assert game.clock() == ([15 * MINUTE] * 2, "white", 0), "nobody has served meanwhile"


# -- what is told ------------------------------------------------------------------------------------------------


def test_the_time_is_told_anew_to_whoever_comes_and_with_each_move(here: Process, time: Time) -> None:
    game = here.open()
    alone = here.views.shown_to(game.table, 0)
    game.come()
    begun = here.views.shown_to(game.table, 0)
    time.at += 20 * SECOND
    told = [message for message in news(alone, begun) if message.__class__.__name__ == "ClockMessage"]
    assert [message.clock.spent for message in told] == [20 * SECOND], "as it is when it is sent"  # type: ignore[union-attr]
    (_, came), (_, again) = (here.views.arrived(game.table, 0) for _ in range(2))
    assert came.clock == again.clock
    time.at += 5 * SECOND
    late = here.views.arrived(game.table, 0)[1].clock
    assert late is not None
    assert late.spent == 25 * SECOND
    game.answer()
    (moment,) = news(begun, here.views.shown_to(game.table, 0))
    assert moment.clock is not None  # type: ignore[union-attr]
    assert moment.clock.left == {"black": 15 * MINUTE - 10 * SECOND, "white": 15 * MINUTE}  # type: ignore[union-attr]
