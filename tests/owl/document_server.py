"""A web server on the loopback interface that serves what a test gives it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

Answer = Callable[[BaseHTTPRequestHandler], None]


def document(body: bytes, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    return answer


def redirection(target: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(302)
        request.send_header("Location", target)
        request.end_headers()

    return answer


def failure(status: int) -> Answer:
    return lambda request: request.send_error(status)


def trickle(request: BaseHTTPRequestHandler) -> None:
    """An answer without an end, a byte at a time."""
    request.send_response(200)
    request.end_headers()
    for _ in range(200):
        request.wfile.write(b" ")
        request.wfile.flush()
        time.sleep(0.05)


class DocumentServer:
    def __init__(self, answers: dict[str, Answer]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str]] = []
        """Paths, and what was accepted."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        serving = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                serving.asked.append((self.path, self.headers["Accept"]))
                with suppress(OSError):  # who asked may have gone
                    serving.answers.get(self.path, failure(404))(self)

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    @contextmanager
    def running(self) -> Iterator["DocumentServer"]:
        thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()
