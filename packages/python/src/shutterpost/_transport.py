from __future__ import annotations

import http.client
import json
import random
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from itertools import islice
from os import PathLike
from typing import Any, Generic, TypedDict, TypeVar

from ._errors import ConnectionError, ShutterpostError, error_of

T = TypeVar("T")

RETRIED_STATUSES = {429, 500, 502, 503, 504}
# Whoever is told to wait longer decides themselves.
MAX_PAUSE_SECONDS = 60
FIRST_PAUSE_SECONDS = 0.5
# The one of urllib is turned away by many a firewall.
USER_AGENT = "shutterpost-python"
NETWORK_ERRORS = (OSError, http.client.HTTPException)


class PageMeta(TypedDict):
    request_id: str
    has_more: bool
    next_cursor: str | None


class Page(TypedDict, Generic[T]):
    data: list[T]
    meta: PageMeta


class Pages(Generic[T]):
    """A list. Iterating reads page after page."""

    def __init__(self, read: Callable[[str | None], Page[T]]) -> None:
        self._read = read

    def page(self) -> Page[T]:
        """One page; `meta["next_cursor"]` is the `cursor` of the next."""
        return self._read(None)

    def __iter__(self) -> Iterator[T]:
        cursor: str | None = None
        while True:
            page = self._read(cursor)
            yield from page["data"]
            cursor = page["meta"].get("next_cursor") if page["meta"].get("has_more") else None
            if cursor is None:
                return

    def to_list(self, max: int) -> list[T]:
        """All that there are, at most this many."""
        return list(islice(self, max))


class Download:
    """A file that has not been read yet. Read it, save it, or close it."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self.content_type = response.headers.get_content_type()
        self.filename = response.headers.get_filename()

    def read(self, size: int = -1) -> bytes:
        """All of it, or the next `size` bytes."""
        try:
            return self._response.read(None if size < 0 else size)
        except NETWORK_ERRORS as error:
            raise ConnectionError(f"The file could not be read: {error}") from error

    def save(self, path: str | PathLike[str]) -> None:
        with open(path, "wb") as file, self:
            shutil.copyfileobj(self, file)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Transport:
    def __init__(self, base_url: str, api_key: str, *, max_retries: int, timeout: float) -> None:
        if not api_key:
            raise ValueError("`api_key` is missing.")
        self._base = re.sub(r"/+$", "", base_url) + "/v1"
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects)

    def object(self, method: str, path: str, **call: Any) -> Any:
        return json.loads(self._send(method, path, _read, **call))["data"]

    def bare(self, method: str, path: str, **call: Any) -> Any:
        return json.loads(self._send(method, path, _read, **call))

    def file(self, method: str, path: str, **call: Any) -> Download:
        return self._send(method, path, Download, **call)

    def list(self, method: str, path: str, *, query: dict[str, Any] | None = None, **call: Any) -> Pages[Any]:
        def read(cursor: str | None) -> Page[Any]:
            asked = dict(query or {}) if cursor is None else {**(query or {}), "cursor": cursor}
            return json.loads(self._send(method, path, _read, query=asked, **call))

        return Pages(read)

    def _send(
        self,
        method: str,
        path: str,
        receive: Callable[[http.client.HTTPResponse], Any],
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        file: tuple[bytes, str] | None = None,
        is_creation: bool = False,
        idempotency_key: str | None = None,
    ) -> Any:
        headers = {"X-API-Key": self._api_key, "User-Agent": USER_AGENT}
        data: bytes | None = None
        if file is not None:
            data, headers["Content-Type"] = file
        elif body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        # The same for all attempts: whichever arrives first is the one that counts.
        if is_creation:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        url = self._base + path + _query_string(query or {})
        is_repeatable = is_creation or method != "POST"
        retries = 0
        while True:
            try:
                request = urllib.request.Request(url, data, headers, method=method)
                return self._attempt(request, receive)
            except (ConnectionError, ShutterpostError) as error:
                pause = _pause_after(error, retries, is_repeatable) if retries < self._max_retries else None
                if pause is None:
                    raise
            time.sleep(pause)
            retries += 1

    def _attempt(
        self, request: urllib.request.Request, receive: Callable[[http.client.HTTPResponse], Any]
    ) -> Any:
        try:
            return receive(self._opener.open(request, timeout=self._timeout))
        except urllib.error.HTTPError as response:
            with response:
                raise error_of(response.code, response.headers, _body_of(response)) from None
        except NETWORK_ERRORS as error:
            where = urllib.parse.urlsplit(request.full_url).path
            raise ConnectionError(f"{request.get_method()} {where}: {error}") from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service never redirects, and another one must not get the key."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _read(response: http.client.HTTPResponse) -> bytes:
    with response:
        return response.read()


def _body_of(response: urllib.error.HTTPError) -> bytes:
    try:
        return response.read()
    except NETWORK_ERRORS:
        return b""


def quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _query_string(query: dict[str, Any]) -> str:
    given = {name: _query_value(value) for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""


def _query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_query_value(each) for each in value)
    return str(value)


def _pause_after(error: ConnectionError | ShutterpostError, retries: int, is_repeatable: bool) -> float | None:
    """In seconds; None when the call must not be repeated, or not so soon."""
    if isinstance(error, ConnectionError):
        return _backoff(retries) if is_repeatable else None
    if error.status not in RETRIED_STATUSES:
        return None
    # Refused by these, a call has done nothing, whatever it is.
    if not is_repeatable and error.status not in (429, 503):
        return None
    pause = _backoff(retries) if error.retry_after is None else error.retry_after
    return pause if pause <= MAX_PAUSE_SECONDS else None


def _backoff(retries: int) -> float:
    """Longer each time, and never the same for two clients."""
    return FIRST_PAUSE_SECONDS * 2**retries * (0.5 + random.random() / 2)
