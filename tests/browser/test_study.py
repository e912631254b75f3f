"""After a game: the course of its chances to scrub on, what was missed and why, and a link to any moment."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, open_unsalted, ply, seat_link, shoot

Visit = Callable[..., Page]
RECORD = Path(__file__).parents[1] / "games/moeraki/golden/ara.jsonl"
TURN = {"turning": False, "drawn": False, "missed": None}
MISSED = {
    "ply": 6,
    "played": "Lay a stone on c7",
    "better": "Lay a stone on b10",
    "line": [],
    "lost": 0.29,
    "reasons": ["Black has more lines that lack a single stone"],
}
TURNING = {"turning": True, "drawn": True}
STUDY = {
    "done": 1,
    "seconds": 3.0,
    "turns": [
        {**TURN, "seat": "black", "first": 0, "last": 6, "before": 0.5, "after": 0.6},
        {**TURN, "seat": "black", "first": 6, "last": 7, "before": 0.6, "after": 0.31, "missed": MISSED},
        {
            **TURN,
            "seat": "white",
            "first": 7,
            "last": 10,
            "before": 0.31,
            "after": 0.55,
            "turning": True,
            "drawn": True,
        },
        {**TURN, "seat": "black", "first": 10, "last": 16, "before": 0.55, "after": 0.0},
    ],
}


def bring(visit: Visit, server: str, device: dict[str, Any], study: dict[str, Any] | None = STUDY) -> Page:
    """Bring a record; its study is this one, whatever the search would find."""
    page = visit(server, **device)
    if study is not None:
        page.route("**/study", lambda route: route.fulfill(body=json.dumps(study), content_type="application/json"))
    page.locator("kemu-bring input").set_input_files(RECORD)
    expect(page).to_have_url(re.compile("/r/[0-9a-f]{32}$"))
    expect(page.locator(".course-line")).to_be_visible()
    return page


def test_a_record_that_is_brought_is_judged_and_its_moments_have_addresses(visit: Visit, server: str) -> None:
    page = bring(visit, server, DESKTOP, study=None)
    expect(page.locator(".study")).to_have_attribute("data-done", "1")
    assert ply(page) == 16
    box = page.locator(".course").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 3.5 / 16, box["y"] + 5)
    expect(page).to_have_url(re.compile(r"#ply=[0-9]+$"))
    at = ply(page)
    assert 0 < at < 16
    other = visit(page.url)
    expect(other.locator(f".table[data-ply='{at}']")).to_be_visible()
    other.get_by_role("button", name="Back to now").first.click()
    expect(other).not_to_have_url(re.compile("#"))


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_was_missed_is_marked_and_explained(visit: Visit, server: str, device: dict[str, Any]) -> None:
    page = bring(visit, server, device)
    press = page.get_by_role("button", name="The marked moment before")
    expect(page.locator(".mark-missed")).to_have_count(1)
    (press.tap if device is PHONE else press.click)()
    expect(page.locator(".study-says")).to_contain_text("the game turned")
    expect(page.locator(".study-says")).to_contain_text("31 % to 55 %; dice or cards had their say")
    (press.tap if device is PHONE else press.click)()
    says = page.locator(".study-says")
    expect(says).to_contain_text("Black missed a chance: it cost 29 points")
    expect(says).to_contain_text("Better: Lay a stone on b10.")
    expect(says).to_contain_text("Because Black has more lines that lack a single stone.")
    expect(press).to_be_disabled()
    assert ply(page) == 6
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, f"study-{'phone' if device is PHONE else 'desktop'}")


def test_a_record_is_dropped_onto_the_page(visit: Visit, server: str) -> None:
    page = visit(server)
    expect(page.locator("kemu-bring button")).to_be_visible()
    drop = """(body) => {
      const data = new DataTransfer();
      data.items.add(new File([body], "game.jsonl"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop, RECORD.read_text())
    expect(page).to_have_url(re.compile("/r/[0-9a-f]{32}$"))
    expect(page.locator(".table[data-state=over]")).to_be_visible()


def test_what_is_no_record_is_refused_with_the_reason(visit: Visit, server: str) -> None:
    page = visit(server, lenient=True)
    file = {"name": "shopping.txt", "mimeType": "text/plain", "buffer": b"eggs, flour"}
    page.locator("kemu-bring input").set_input_files(file)  # pyright: ignore[reportArgumentType]
    expect(page.locator("kemu-bring [role=alert]")).to_contain_text("line 1")


def test_one_plays_on_from_a_moment_against_the_computer(visit: Visit, server: str) -> None:
    page = bring(visit, server, DESKTOP)
    on = page.get_by_role("button", name="Play on from here")
    expect(on).to_be_disabled()
    page.get_by_role("button", name="The marked moment before").click()
    page.get_by_role("button", name="The marked moment before").click()
    on.click()
    page.get_by_label("The computer's strength").select_option("beginner")
    shoot(page, "play-on")
    page.locator(".play-on").get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".table[data-state=yours]")).to_be_visible()
    assert ply(page) >= 6


def test_between_people_a_hint_is_agreed_to_and_seen_by_both(visit: Visit, server: str) -> None:
    wish = {"black": {"kind": "you"}, "white": {"kind": "friend"}}
    opened = open_unsalted(server, wish, "moeraki", variant="beginner")
    # Where hints are off, nobody is asked for one: the console has nothing to complain of.
    black, white = (visit(seat_link(server, opened, seat)) for seat in ("black", "white"))
    expect(black.locator(".table[data-state=yours]")).to_be_visible()
    black.get_by_role("button", name="Hint", exact=True).click()
    black.get_by_role("button", name="Agree to hints").click()
    expect(black.locator(".notice.news")).to_contain_text("once the other side agrees")
    white.get_by_role("tab", name=re.compile("Chat")).click()
    expect(white.locator("kemu-chat")).to_contain_text("I agree to hints.")
    white.get_by_role("tab", name="Table").click()
    white.get_by_role("button", name="Agree to hints").click()
    expect(white.locator(".notice.news")).to_contain_text("Hints are on")
    white.get_by_role("tab", name=re.compile("Chat")).click()
    black.get_by_role("button", name="Hint", exact=True).click()
    expect(black.locator(".notice.hint")).to_contain_text("For this choice:")
    expect(white.locator("kemu-chat")).to_contain_text("I take a hint.")
    shoot(black, "hint-agreed")
    white.get_by_role("tab", name="Table").click()
    white.get_by_role("button", name="No more hints").click()
    expect(white.locator(".notice.news")).to_contain_text("they are off")
    expect(white.get_by_role("button", name="Agree to hints")).to_be_visible()
    black.get_by_role("button", name="Hint", exact=True).click()
    expect(black.locator(".notice.news")).to_contain_text("hints are off")
    # Black has agreed and still does: there is nothing that he could agree to once more.
    expect(black.get_by_role("button", name="Agree to hints")).to_have_count(0)
    black.get_by_role("tab", name="Table").click()
    expect(black.get_by_role("button", name="No more hints")).to_be_visible()
