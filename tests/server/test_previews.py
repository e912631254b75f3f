"""What a link shows where it is pasted: what a spectator may know, and a picture that is drawn only when asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from server.harness import PATIENCE, Client, House, Server, new_key, serving, settings_for

PAGE = '<html lang="en">\n  <head>\n    <title>Kemu</title>\n  </head>\n<script src="/a.js"></script></html>'
NAME = "Ana \"<b>&'s"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("previews")
    (folder / "index.html").write_text(PAGE)
    settings = settings_for(f"sqlite:///{folder}/t.sqlite3", web=str(folder), names=("kemu.example",), base="/games")
    with serving(settings, folder / "log") as server:
        yield server


def tagged(server: Server, table: str, **headers: str) -> dict[str, str]:
    page = httpx.get(f"{server.url}/games/t/{table}", headers={"accept": "text/html", **headers}, timeout=PATIENCE)
    assert page.status_code == 200
    found = re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)" />', page.text.partition("</head>")[0])
    assert "<b>" not in page.text, "a name is words, whatever it looks like"
    return {name: unescape(words) for name, words in found}


def opened(server: Server, game: str = "moeraki") -> dict[str, Any]:
    with House(f"{server.url}/games") as house:
        wish = house.wish(game)
        first, second = wish["seats"]
        wish["seats"] = {first: {"kind": "you", "name": NAME}, second: {"kind": "friend"}}
        return house.http.post("/api/tables", json=wish).json()


def test_a_link_says_who_invites_to_what_and_where_its_picture_is(shown: Server) -> None:
    told = opened(shown)
    tags = tagged(shown, told["table"], host="kemu.example")
    assert tags["title"] == f"{NAME} invites you to a game of Moeraki-Kemu"
    assert tags["description"].startswith("White is free.")
    assert tags["url"] == f"http://kemu.example/games/t/{told['table']}"
    picture = tags["image"].replace("http://kemu.example", shown.url)
    drawn = httpx.get(picture, timeout=120)
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    everything = "".join(tags.values())
    for key in told["seats"].values():
        for secret in filter(None, key.values()):
            assert secret not in everything


def test_of_a_running_game_it_says_who_plays_and_of_a_finished_one_that_it_is_over(shown: Server) -> None:
    told = opened(shown)
    with House(f"{shown.url}/games") as house:
        body = {"invite": told["seats"]["white"]["invite"], "token": "w" * 32, "name": "Hemi"}
        assert Client(house.http, told["table"]).post("claim", **body).status_code == 200
        assert tagged(shown, told["table"])["title"] == f"Moeraki-Kemu: {NAME} against Hemi"
        assert Client(house.http, told["table"], "w" * 32).post("resign", key=new_key()).status_code == 200
    assert tagged(shown, told["table"])["description"].startswith("The game is over")


@pytest.mark.parametrize("table", ["0123456789abcdef", "no-table", "%22%3E%3Cb%3E"])
def test_an_address_without_a_table_is_the_plain_page(shown: Server, table: str) -> None:
    assert tagged(shown, table) == {}
