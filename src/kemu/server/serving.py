"""How uvicorn is started: in one place, for the command, the tests and the benchmarks."""

from __future__ import annotations

from typing import Any

from .logs import config
from .settings import Settings

BACKLOG = 512
"""Connections that wait to be accepted."""


def options(settings: Settings, **changes: Any) -> dict[str, Any]:
    """Return what `uvicorn.run` is called with, the application and the address apart."""
    return {
        "app": "kemu.server.app:from_environment",
        "factory": True,
        "http": "kemu.server.connections:Http",
        "ws": "kemu.server.connections:Socket",
        "loop": "auto",
        # Nobody's word about somebody else's address is taken, unless he is trusted.
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "log_config": config(settings.log_json),
        "log_level": None,
        # Addresses carry no secret, but who looked at which table is nobody's business either.
        "access_log": False,
        "server_header": False,
        "ws_max_size": 4096,
        # A deflating socket costs more memory than a whole game.
        "ws_per_message_deflate": False,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": 5,
        "backlog": BACKLOG,
        **changes,
    }


def more_files() -> None:
    """Let this process, and those that it starts, have as many open connections as the system allows it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
