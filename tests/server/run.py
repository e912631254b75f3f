"""Runs the server on a port, as `kemu serve` does, with the settings in the environment."""

from __future__ import annotations

import sys

import uvicorn

from kemu.server.logs import config
from kemu.server.serving import more_files, options
from kemu.server.settings import Settings

if __name__ == "__main__":
    settings = Settings.from_environment()
    more_files()
    log = config(settings.log_json, level="INFO")
    uvicorn.run(
        **options(settings, port=int(sys.argv[1]), access_log=True, log_config=log, timeout_graceful_shutdown=3)
    )
