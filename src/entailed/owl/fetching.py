"""Fetching one document from the network, within bounds."""

import os
import re
import tempfile
import time
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from entailed.errors import ReadError
from entailed.owl.iris import is_address

MOST_BYTES = 2 * 2**30
MOST_SECONDS = 1800.0
SILENCE_SECONDS = 60.0
"""How long a server may send nothing."""
_CHUNK = 1 << 20
_ACCEPT = "application/rdf+xml, text/turtle, text/plain, */*;q=0.5"
"""Addresses of vocabularies often serve a page to browsers, and the vocabulary to whoever asks for RDF."""


def fetch(address: str, folder: Path, *, most_bytes: int = MOST_BYTES, most_seconds: float = MOST_SECONDS) -> Path:
    """Fetch a document by HTTP, following redirections, as those of persistent URLs.

    Args:
        address: Begins with `http://` or `https://`.
        folder: Where it goes, under the last part of its address; nothing is there until it is whole.
        most_bytes: The largest document that is accepted, as it is sent.
        most_seconds: The longest that fetching may take.

    Raises:
        ReadError: the document cannot be fetched, or is too large, or takes too long.
    """
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, incomplete = tempfile.mkstemp(dir=folder, prefix=".fetching-")
    try:
        request = Request(address, headers={"User-Agent": "entailed", "Accept": _ACCEPT})  # noqa: S310 (`_Redirections`)
        with (
            os.fdopen(descriptor, "wb") as file,
            build_opener(_Redirections).open(request, timeout=SILENCE_SECONDS) as response,
        ):
            _copy(response, file, address, most_bytes, time.monotonic() + most_seconds)
        path = folder / _file_name(address)
        Path(incomplete).replace(path)
    except HTTPError as error:
        error.close()
        problem = f"the server answered {error.code} ({error.reason})."
        raise ReadError(problem, source=address, advice="Check the address.") from error
    except (HTTPException, OSError, ValueError) as error:
        reason = error.reason if isinstance(error, URLError) else error
        problem = f"it cannot be fetched: {str(reason) or type(reason).__name__}."
        raise ReadError(
            problem, source=address, advice="Check the address, or download the file and name it."
        ) from error
    finally:
        Path(incomplete).unlink(missing_ok=True)
    return path


def _copy(response: HTTPResponse, file: IO[bytes], address: str, most_bytes: int, deadline: float) -> None:
    announced, received = response.headers.get("Content-Length"), 0
    while chunk := response.read1(_CHUNK):
        received += len(chunk)
        if received > most_bytes:
            problem = f"it is larger than {most_bytes:,} bytes."
            raise ReadError(problem, source=address, advice="Download the file and name it.")
        if time.monotonic() > deadline:
            raise ReadError("it takes too long.", source=address, advice="Download the file and name it.")
        file.write(chunk)
    if announced and announced.isdecimal() and received < int(announced):
        problem = f"it broke off after {received:,} of {int(announced):,} bytes."
        raise ReadError(problem, source=address, advice="Try again.")


def _file_name(address: str) -> str:
    name = PurePosixPath(unquote(urlsplit(address).path)).name
    return re.sub(r"[^\w.-]", "_", name)[-100:].lstrip(".") or "document"


class _Redirections(HTTPRedirectHandler):
    """Follows redirections on the web, and none to files of this machine or to other protocols."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Refuse what is not an address."""
        if not is_address(newurl):
            raise HTTPError(req.full_url, code, f"a redirection to {newurl}, which is not followed", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
