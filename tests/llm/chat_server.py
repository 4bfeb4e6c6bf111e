"""A server on the loopback interface that answers requests for replies as a test tells it to."""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One HTTP response; a body that is no text is sent as JSON."""

    status: int = 200
    body: Any = ""
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0


def completion(
    text: str | None, *, finish_reason: str = "stop", usage: dict[str, int] | None = None, **message: object
) -> Answer:
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish_reason}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return Answer(body=body if usage is None else body | {"usage": usage})


def refusal(status: int, message: str, *, headers: dict[str, str] | None = None, param: str | None = None) -> Answer:
    return Answer(status=status, body={"error": {"message": message, "param": param}}, headers=headers or {})


class ChatServer:
    """Answers each request with the next answer, or as a function of the request. Use it in a `with` statement.

    It speaks the Chat Completions protocol unless it is given the path and the key's header of another. `models` is
    what it says to a request for the list of models.
    """

    def __init__(
        self,
        answers: Iterable[Answer] | Callable[[dict[str, Any]], Answer],
        *,
        path: str = "/v1/chat/completions",
        key_header: str = "Authorization",
        models: Answer | None = None,
    ) -> None:
        if callable(answers):
            self._answer = answers
        else:
            remaining = iter(answers)
            self._answer = lambda _: next(remaining)
        self._path, self._key_header, self._models = path, key_header, models
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.url = f"{self.origin}/v1"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    def __enter__(self) -> "ChatServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                assert self.path == chat._path
                chat.requests.append(request)
                chat.keys.append(self.headers[chat._key_header])
                self.send(chat._answer(request))

            def do_GET(self) -> None:
                assert self.path == "/v1/models"
                self.send(chat._models or refusal(404, "Not found."))

            def send(self, answer: Answer) -> None:
                time.sleep(answer.delay_s)
                text = isinstance(answer.body, str)
                body = (answer.body if text else json.dumps(answer.body)).encode()
                self.send_response(answer.status)
                kind = "text/html" if text else "application/json"
                headers = {"Content-Type": kind, "Content-Length": str(len(body))} | answer.headers
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
