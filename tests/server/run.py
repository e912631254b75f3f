"""Runs the server on a port, as `kemu serve` does, with the settings in the environment."""

from __future__ import annotations

import sys

import uvicorn

if __name__ == "__main__":
    uvicorn.run(
        "kemu.server.app:from_environment",
        factory=True,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="info",
        access_log=True,
        ws="websockets-sansio",
        ws_max_size=4096,
        timeout_graceful_shutdown=3,
    )
