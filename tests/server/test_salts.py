"""The order of the dice: a commitment, a salt from every person's seat, the first draw, and at last the secret."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import kemu
from kemu.core.dealer import UnboundDealer, commitment_of
from kemu.core.record import Drawn
from kemu.server.live import Live
from kemu.server.seats import Seat
from kemu.server.storage.rows import GameRow
from server.harness import House, new_key
from server.play import play_out
from toys.ambush import AmbushGame

VERIFIER = Path(__file__).parents[2] / "tools" / "verify_dice.py"
FOX, HARE = "fox-0123456789abcdef", "hare-0123456789abcdef"


def test_whoever_opens_a_table_sends_no_salt_and_is_told_the_commitment(house: House) -> None:
    wish = house.wish("ambush")
    refused = house.http.post("/api/tables", json={**wish, "salt": FOX})
    assert refused.status_code == 422
    told = house.http.post("/api/tables", json=wish).json()
    assert len(told["commitment"]) == 64


def test_the_secret_is_committed_to_before_any_salt_and_stays_whatever_salts_come(house: House) -> None:
    """The old attack, choosing a secret once the salt is known, would show as another commitment."""
    seats = house.unsalted("ambush")
    before = seats["watcher"].look()
    assert before["salts"] == {"fox": None, "hare": None}
    assert before["ply"] == 0, "nothing is drawn yet"
    for seat, salt in (("hare", HARE), ("fox", FOX)):
        assert seats[seat].add_salt(salt).status_code == 200
    after = seats["watcher"].look()
    assert after["commitment"] == before["commitment"]
    assert after["salts"] == {"fox": FOX, "hare": HARE}
    assert after["ply"] == 3
    over = play_out(seats, seed=1)
    assert commitment_of(bytes.fromhex(over["secret"]), over["table"]) == before["commitment"]


def test_nothing_is_drawn_and_nobody_plays_before_the_last_salt(house: House) -> None:
    seats = house.unsalted("ambush")
    assert seats["hare"].add_salt(HARE).status_code == 200
    look = seats["fox"].look()
    assert look["ply"] == 0
    assert (look["pending"]["seat"], look["pending"]["yours"], look["pending"]["options"]) == ("fox", True, [])
    assert "Fox" in look["pending"]["prompt"]
    for client in (seats["fox"], seats["hare"]):
        for act in ({"act": "let"}, {"act": "spring"}):
            assert client.answer(0, act).status_code == 409
    assert seats["fox"].post("hint").status_code == 409
    assert seats["watcher"].look()["ply"] == 0


def test_no_salt_is_taken_twice_nor_after_the_first_draw(house: House) -> None:
    seats = house.unsalted("ambush")
    key = new_key()
    first = seats["fox"].post("salt", salt=FOX, key=key)
    assert seats["fox"].post("salt", salt=FOX, key=key).json() == first.json(), "sent again, it lands once"
    assert seats["fox"].add_salt(HARE).status_code == 409
    assert seats["hare"].add_salt(HARE).status_code == 200
    for client in (seats["fox"], seats["hare"]):
        refused = client.add_salt("another-0123456789")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "salted")
    assert seats["watcher"].look()["salts"] == {"fox": FOX, "hare": HARE}


def test_a_move_chosen_before_a_salt_came_lands_after_it(house: House) -> None:
    """A game may begin with a choice: the friend who joins just then takes nothing away from who is choosing."""
    seats = house.unsalted("moeraki")
    seen = seats["black"].look()
    mine = next(name for name, seat in seats.items() if name != "watcher" and seat.look()["pending"].get("yours"))
    other = next(name for name in ("black", "white") if name != mine)
    assert seats[other].add_salt(HARE).status_code == 200
    assert seats["watcher"].look()["revision"] > seen["revision"]
    ball = seats[mine].look()["pending"]["options"][0]
    landed = seats[mine].answer(seen["ply"], ball["action"], revision=seen["revision"])
    assert landed.status_code == 200


def test_only_a_seat_adds_a_salt(house: House) -> None:
    watcher = house.unsalted("ambush")["watcher"]
    assert watcher.add_salt().status_code == 401


@pytest.mark.parametrize("salt", ["", "short", "x" * 65, "with a space in it!", "0123456789abcdef\n", 5, None])
def test_a_salt_is_one_word(house: House, salt: object) -> None:
    fox = house.unsalted("ambush")["fox"]
    assert fox.post("salt", salt=salt, key=new_key()).status_code == 422
    assert fox.look()["salts"]["fox"] is None


def test_what_comes_before_the_first_draw_is_played_without_salts(house: House) -> None:
    seats = house.unsalted("moeraki")
    assert seats["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200
    assert seats["white"].look()["salts"] == {"black": None, "white": None}


def test_a_salt_lets_a_draw_offer_stand(house: House) -> None:
    seats = house.unsalted("moeraki")
    assert seats["black"].post("draw", offer=True, key=new_key()).status_code == 200
    assert seats["white"].add_salt().status_code == 200
    assert seats["white"].look()["drawOffer"] == "black"


def test_against_the_computer_the_one_person_adds_a_salt_and_it_plays_on(house: House) -> None:
    seats = house.unsalted("ambush", hare="beginner")
    assert seats["fox"].look()["salts"] == {"fox": None}
    with seats["fox"].live() as told:
        told.until("snapshot")
        assert seats["fox"].add_salt(FOX).status_code == 200
        assert told.until_ply(3)["salts"] == {"fox": FOX}


def test_the_record_proves_its_dice_to_both_verifiers(house: House, tmp_path: Path) -> None:
    seats = house.unsalted("ambush")
    for seat, salt in (("fox", FOX), ("hare", HARE)):
        seats[seat].add_salt(salt)
    over = play_out(seats, random.Random(4).randrange(100))
    data = seats["watcher"].get("/record").content
    record = kemu.load_record(data)
    assert kemu.verify(record, AmbushGame()).dice == "proved"
    assert (record.header.dealer, record.header.table) == ("server", over["table"])
    assert record.header.salts == {"fox": FOX, "hare": HARE}
    assert sum(isinstance(entry, Drawn) for entry in record.entries) >= 3
    (tmp_path / "a.jsonl").write_bytes(data)
    done = subprocess.run([sys.executable, "-I", VERIFIER, tmp_path / "a.jsonl"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert over["commitment"] in done.stdout


def test_a_table_begun_with_format_1_goes_on_as_one() -> None:
    table = kemu.Table("siege", dealer=UnboundDealer(bytes(32), "ours"))
    rng = kemu.QuickRng(1)
    while not any(isinstance(past.entry, Drawn) for past in table.past):
        pending = table.pending
        assert isinstance(pending, kemu.Decide)
        table.play(pending.pick(rng))
    seats = tuple(Seat(index, "you", "", "", None) for index in (0, 1))
    row = GameRow("t1", table.header, bytes(32), 0, table.ply, 5, 0, False, False, None, 0)
    live = Live(row, seats, [past.entry for past in table.past])
    assert live.table.state == table.state
    assert live.table.header == table.header
    assert live.table.dealer.waits_for == ()
