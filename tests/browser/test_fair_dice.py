"""Fair dice at the table: each page adds its salt by itself, is shown it, and nothing is drawn before the last."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.table import open_unsalted, seat_link

Visit = Callable[..., Page]


def salts(page: Page) -> dict[str, str]:
    """What stands under "Fair dice", by its name."""
    page.get_by_role("tab", name="Table").click()
    names = page.locator(".proof dt").all_inner_texts()
    return dict(zip(names, page.locator(".proof dd").all_inner_texts(), strict=True))


def test_the_table_waits_for_a_friends_page_and_both_see_both_salts(visit: Visit, server: str) -> None:
    opened = open_unsalted(server, {"fox": {"kind": "you"}, "hare": {"kind": "friend"}}, "ambush")
    fox = visit(seat_link(server, opened, "fox"))
    expect(fox.get_by_text("Waiting for Hare").first).to_be_visible()
    told = salts(fox)
    assert told["Commitment"] == opened["commitment"]
    assert re.fullmatch("[0-9a-f]{32}", told["Salt of Fox"])
    assert "not added yet" in told["Salt of Hare"]
    hare = visit(seat_link(server, opened, "hare"))
    expect(fox.get_by_text("Waiting for Hare")).to_have_count(0)
    assert salts(hare) == salts(fox)
    assert salts(fox)["Salt of Fox"] == told["Salt of Fox"]
    expect(hare.get_by_text("are those that this browser")).to_be_visible()
    expect(hare.get_by_text("whoever runs the server could read the secret")).to_be_visible()


def test_a_salt_that_was_made_for_one_commitment_is_not_sent_to_another(visit: Visit, server: str) -> None:
    """A server that reads a salt, feigns a failure and commits anew could have looked for a secret to go with it."""
    opened = open_unsalted(server, {"fox": {"kind": "you"}, "hare": {"kind": "friend"}}, "ambush")
    kept = {f"{opened['table']}/fox": {"salt": "0" * 32, "commitment": "another"}}
    fox = visit(server)
    fox.evaluate("kept => localStorage.setItem('kemu.salts', JSON.stringify(kept))", kept)
    fox.goto(seat_link(server, opened, "fox"))
    expect(fox.get_by_text("Waiting for Hare").first).to_be_visible()
    told = salts(fox)["Salt of Fox"]
    assert re.fullmatch("[0-9a-f]{32}", told)
    assert told != "0" * 32
