"""A line that can be cut: bytes pass between a browser and the server until somebody pulls the plug."""

from __future__ import annotations

import contextlib
import socket
import threading


class Line:
    """A port on this machine that leads to another; `cut` breaks what is open and refuses what comes."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        self._up = True
        self._closed = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if self._closed:
                near.close()
                return
            if not self._up:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            with self._guard:
                self._open |= {near, far}
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(a, b), daemon=True).start()

    def _pass_on(self, a: socket.socket, b: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := a.recv(65536):
                b.sendall(data)
        for end in (a, b):
            self._end(end)

    def _end(self, end: socket.socket) -> None:
        with self._guard:
            if end not in self._open:
                return
            self._open.discard(end)
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()

    def cut(self) -> None:
        self._up = False
        with self._guard:
            ends = list(self._open)
        for end in ends:
            self._end(end)

    def mend(self) -> None:
        self._up = True

    def close(self) -> None:
        self._closed = True
        self.cut()
        with contextlib.suppress(OSError):
            socket.create_connection(self._door.getsockname()).close()
        self._thread.join(5)
        self._door.close()
