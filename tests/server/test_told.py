"""What a snapshot tells besides the scene: colours, levels, draws, throws, and what a table hides."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import kemu
from kemu.core.record import Drawn
from kemu.core.registry import games
from kemu.server import snapshot as cut
from kemu.server.live import Live
from kemu.server.seats import Seat
from kemu.server.storage.rows import GameRow
from server.harness import House, new_key


def about(house: House, game: str) -> dict[str, Any]:
    return next(one for one in house.http.get("/api/games").json() if one["id"] == game)


def test_seats_have_the_colours_of_their_pieces(house: House) -> None:
    look = house.open("hawaii")["watcher"].look()
    colours = [seat["colour"] for seat in look["seats"]]
    assert colours == about(house, "hawaii")["colours"]
    assert len(set(colours)) == 2


def test_a_game_that_tells_no_colours_leaves_them_to_the_page(house: House) -> None:
    assert [seat["colour"] for seat in house.open("ladder")["watcher"].look()["seats"]] == ["", ""]


def test_a_computer_has_its_level_and_a_person_none(house: House) -> None:
    seats = house.open(white="casual")["black"].look()["seats"]
    assert [(seat["kind"], seat["level"]) for seat in seats] == [("you", ""), ("computer", "casual")]


@pytest.mark.parametrize("game", games())
def test_a_draw_is_offered_only_where_the_rules_know_one(house: House, game: str) -> None:
    clients = house.open(game)
    one = next(iter(clients.values()))
    look = one.look()
    assert look["draws"] == about(house, game)["draws"]
    offered = one.post("draw", key=new_key(), offer=True)
    assert offered.status_code == (200 if look["draws"] else 409)
    if not look["draws"]:
        assert offered.json()["error"]["code"] == "no-draw"


def test_no_draw_is_offered_to_a_computer(house: House) -> None:
    assert not house.open(white="casual")["black"].look()["draws"]


def played(game: str, seed: int) -> Live:
    """A game that was played to its end at random."""
    table = kemu.Table(game, seed=seed)
    rng = kemu.QuickRng(seed)
    while isinstance(pending := table.pending, kemu.Decide):
        table.play(pending.pick(rng))
    entries = [past.entry for past in table.past]
    row = GameRow("t" * 16, table.header, table.dealer.secret, 0, table.ply, 0, 0, True, False, None, 0)
    return Live(row, tuple(Seat(i, "you", "", "", None) for i in range(2)), entries)


@pytest.mark.parametrize(("game", "dice"), [("hawaii", 20), ("siege", 10)])
def test_dice_and_cards_stand_beside_their_line_of_the_log(game: str, dice: int) -> None:
    live = played(game, seed=2)
    told = [entry for entry in cut.log(live, None) if entry.thrown is not None]
    drawn = {past.entry.ply: past.entry.out for past in live.table.past if isinstance(past.entry, Drawn)}
    assert all(entry.thrown is not None and entry.thrown.values == drawn[entry.ply] for entry in told)
    kinds = [entry.thrown.kind for entry in told if entry.thrown is not None]
    assert kinds.count("cards") > 3
    assert kinds.count("dice") > dice


def test_a_prescribed_card_is_not_turned_over_as_if_it_were_drawn() -> None:
    live = played("hawaii", seed=2)
    cards = [entry for entry in cut.log(live, None) if entry.clause in {"hawaii:6.1", "hawaii:8.0"}]
    turned = {entry.clause for entry in cards if entry.thrown is not None}
    assert turned == {"hawaii:8.0"}
    assert "hawaii:6.1" in {entry.clause for entry in cards}


def test_what_should_not_be_missed_is_marked_in_the_log() -> None:
    live = played("siege", seed=2)
    ends = [
        entry for entry in cut.log(live, None) if "win the melee" in entry.text or "left in the melee" in entry.text
    ]
    assert ends
    assert ends == [entry for entry in cut.log(live, None) if entry.matters]
    assert all(b'"matters":true' in msgspec.json.encode(entry) for entry in ends)


def test_the_line_of_a_new_part_carries_the_mark_of_its_own_side() -> None:
    """Whatever choice came before it."""
    table, rng = kemu.Table("hawaii", seed=2), kemu.QuickRng(2)
    while isinstance(pending := table.pending, kemu.Decide):
        table.play(pending.pick(rng))
    row = GameRow("t" * 16, table.header, table.dealer.secret, 0, table.ply, 0, 0, True, False, None, 0)
    live = Live(row, tuple(Seat(i, "you", "", "", None) for i in range(2)), [past.entry for past in table.past])
    turns = {"the turn of Kamehameha.": "kamehameha", "the turn of the Allied Chiefs.": "allied"}
    began = [entry for entry in cut.log(live, None) if entry.text.partition(": ")[2] in turns]
    assert len(began) > 4
    assert all(entry.seat == turns[entry.text.partition(": ")[2]] for entry in began)


def test_cards_are_thrown_open_only_to_those_who_see_them(house: House) -> None:
    clients = house.open("ambush")
    told = {who: client.look()["log"] for who, client in clients.items()}
    for who, log in told.items():
        for entry in log:
            if entry.get("thrown") and entry["text"].split()[1] == "draws":
                assert entry["text"].startswith(f"{who} ")
    assert any(entry.get("thrown") for entry in told["fox"])
    assert not any(entry.get("thrown") for entry in told["watcher"])


def test_a_screen_is_covered_only_where_the_seats_know_different_things(house: House) -> None:
    assert house.open("ambush")["fox"].look()["private"]
    assert not house.open("moeraki")["black"].look()["private"]
    # Under the umpire nobody knows the ammunition: there is nothing that one seat must hide from the other.
    assert not house.open("siege", {"umpire": True})["garrison"].look()["private"]


def test_the_record_waits_for_the_end_only_where_something_is_hidden(house: House) -> None:
    assert house.open("siege")["garrison"].get("/record").status_code == 200
    assert house.open("siege", {"umpire": True})["garrison"].get("/record").status_code == 409


def test_what_moves_is_told_with_the_scene_and_the_base_stays(house: House) -> None:
    clients = house.open("siege")
    rng = random.Random(4)
    garrison = clients["garrison"]
    bases: set[str] = set()
    for _ in range(4):
        look = garrison.look()
        bases.add(look["base"])
        reach = look["pending"]["free"]
        assert reach is not None
        for _ in range(200):
            x, y = rng.uniform(0, look["scene"]["width"]), rng.uniform(0, look["scene"]["height"])
            told = garrison.post("drag", ply=look["ply"], x=x, y=y).json()
            if told.get("refusal", "") is None:
                break
        assert garrison.answer(look["ply"], told["action"]).status_code == 200
    look = garrison.look()
    bases.add(look["base"])
    assert len(bases) == 1
    base = house.http.get(f"/api/bases/{look['base']}").json()
    assert look["scene"]["zones"], "the groups' own ground"
    assert not {zone["id"] for zone in base["zones"]} & {zone["id"] for zone in look["scene"]["zones"]}


def test_a_base_leaves_compressed_for_whoever_takes_it_so(house: House) -> None:
    address = f"/api/bases/{house.open('siege')['garrison'].look()['base']}"
    packed = house.http.get(address, headers={"accept-encoding": "gzip"})
    plain = house.http.get(address, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert 3 * int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.json() == plain.json()
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert house.http.get("/api/bases/" + 32 * "0", headers={"accept-encoding": "gzip"}).status_code == 404


def test_an_option_that_is_shown_by_pictures_has_one_for_each_choice(house: House) -> None:
    layout = next(option for option in about(house, "siege")["options"] if option["pictured"])
    assert layout["name"] == "layout"
    drawn = [house.http.get("/api/games/siege/picture.svg", params={"choice": choice}) for choice in layout["choices"]]
    assert [one.status_code for one in drawn] == [200] * 3
    assert len({one.text for one in drawn}) == 3
    assert all(one.text.startswith("<svg") for one in drawn)
    for wrong in ({"choice": "nowhere"}, {"choice": ""}, [("choice", "mission"), ("choice", "legation")]):
        assert house.http.get("/api/games/siege/picture.svg", params=wrong).status_code == 404
    assert house.http.get("/api/games/moeraki/picture.svg", params={"choice": "mission"}).status_code == 404
    assert not any(option["pictured"] for option in about(house, "moeraki")["options"])


def test_a_drag_changes_one_piece_of_a_draft(house: House) -> None:
    garrison = house.open("siege")["garrison"]
    look = garrison.look()
    rng = random.Random(7)
    for _ in range(300):
        x, y = rng.uniform(0, look["scene"]["width"]), rng.uniform(0, look["scene"]["height"])
        told = garrison.post("drag", ply=0, x=x, y=y).json()
        if told.get("refusal", "") is None:
            break
    draft = told["action"]
    changed = garrison.post("drag", ply=0, x=x + 40, y=y + 40, piece="new-3", draft=draft).json()["action"]
    assert changed != draft
    assert {**changed, "rest": None} == {**draft, "rest": None}, "the rest of the group stays where it was put"
    assert garrison.look()["ply"] == 0
    for wrong in ({"act": "nothing"}, {"act": "done"}, {}, {"act": "place", "x": "here"}):
        answer = garrison.post("drag", ply=0, x=x, y=y, piece="new-3", draft=wrong)
        assert answer.status_code in {200, 409}, answer.text


def test_a_game_without_drafts_takes_each_drag_for_itself(house: House) -> None:
    west = house.open("march")["west"]
    plain = west.post("drag", ply=0, x=5_000, y=5_000, piece="block-west").json()
    draft = plain.get("action") or {"act": "halt"}
    assert west.post("drag", ply=0, x=5_000, y=5_000, piece="block-west", draft=draft).json() == plain
