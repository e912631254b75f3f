"""What the project imports, its own files install: the tests' environment has more than a player's."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from kemu.core.trace import parsed

ROOT = Path(__file__).parents[2]


def imported() -> dict[str, str]:
    """Every foreign package that a module of ours imports, at its head or where it is used, and one place that does."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "src/kemu").rglob("*.py")):
        if "node_modules" in path.parts:
            continue
        for node in ast.walk(parsed(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            for name in names:
                found.setdefault(name.partition(".")[0], str(path.relative_to(ROOT)))
    return {name: place for name, place in found.items() if name not in sys.stdlib_module_names and name != "kemu"}


def declared() -> set[str]:
    """The packages that an install brings, or an extra that a player chooses; not what tests or benchmarks need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project.get("optional-dependencies", {})
    wanted = [
        *project["dependencies"],
        *(line for name in extras if name not in ("test", "bench") for line in extras[name]),
    ]
    return {re.split(r"[^A-Za-z0-9_.-]", line.strip())[0].lower().replace("_", "-") for line in wanted}


def test_what_is_imported_is_installed_for_players_too() -> None:
    providers = packages_distributions()
    missing = {
        name: place
        for name, place in imported().items()
        if not {package.lower().replace("_", "-") for package in providers.get(name, ())} & declared()
    }
    assert missing == {}
    assert {"msgspec", "numpy", "starlette"} <= set(imported())
