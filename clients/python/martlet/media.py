"""Uploads of pictures and files, and URLs at which they are read: docs/media.md."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import mimetypes
import os
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from urllib.parse import urljoin, urlsplit

from .errors import MartletError

# Progress is told after each piece.
PIECE = 1 << 20
# A connection on which nothing moves for so many seconds is given up: it is tried again at what has arrived.
PATIENCE = 30
# A URL that ends sooner, in milliseconds, is asked for again.
SOON = 60_000
# So many URLs are asked for at once, and kept.
MOST_ASKED, MOST_KEPT = 50, 2000

Ask = Callable[..., Any]
Progress = Callable[[int, int], None]


class File(Protocol):
    """What is uploaded: its name, its type and its size, and a part of its bytes."""

    name: str
    type: str
    size: int

    def read(self, start: int, end: int) -> bytes: ...


class BytesFile:
    def __init__(self, content: bytes) -> None:
        self._content, self.size = content, len(content)
        self.name, self.type = "file", "application/octet-stream"

    def read(self, start: int, end: int) -> bytes:
        return self._content[start:end]


class PathFile:
    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self.size = path, os.path.getsize(path)
        self.name = os.path.basename(os.fspath(path))
        self.type = mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    def read(self, start: int, end: int) -> bytes:
        with open(self._path, "rb") as file:
            file.seek(start)
            content = file.read(end - start)
        if len(content) != end - start:
            raise OSError(f"{self._path} has become shorter")
        return content


class Lost(Exception):
    """It may go better the next time: at another URL, or after a while."""

    def __init__(self, error: MartletError, *, is_for_good_if_repeated: bool = False) -> None:
        super().__init__(str(error))
        self.error, self.is_for_good_if_repeated = error, is_for_good_if_repeated


class Upload:
    """One file on its way. What has been sent is known only while nothing fails; then the gateway is asked."""

    def __init__(self, ask: Ask, url: str, file: File, wait: Callable[[int], Any], told: Progress | None) -> None:
        self._ask, self._base, self._file, self._wait, self._told = ask, url, file, wait, told
        self._sent, self._is_resumed = 0, False

    async def run(self, data: dict[str, Any], known: dict[str, Any], key: str) -> dict[str, Any]:
        prepared = await self._ask("media.prepare", data, key)
        media_id, plan = prepared["mediaID"], prepared.get("upload")
        failures, was_for_good = 0, False
        # Without a plan the gateway has the bytes already.
        while plan:
            before = self._sent
            try:
                await self._send(plan)
                if self._sent == self._file.size:
                    break
            except Lost as lost:
                has_moved = self._sent > before
                if lost.is_for_good_if_repeated and was_for_good and not has_moved:
                    raise lost.error from None
                was_for_good, self._is_resumed = lost.is_for_good_if_repeated, True
                failures = 1 if has_moved else failures + 1
                await self._wait(failures)
            plan = (await self._ask("media.prepare", {"mediaID": media_id}, None)).get("upload")
        done: dict[str, Any] = await self._ask("media.complete", {"mediaID": media_id, **known}, None)
        if done["state"] == "refused":
            raise MartletError("mediaRefused", f"the gateway has refused {data['name']}")
        return {**done, "mediaID": media_id}

    async def _send(self, plan: dict[str, Any]) -> None:
        kind, size = plan["kind"], self._file.size
        if kind == "offsets":
            await self._send_from_offset(plan["url"], min(plan.get("pieceBytes", PIECE), PIECE))
        elif kind == "parts":
            self._arrived(min((plan["first"] - 1) * plan["bytes"], size))
            # The next plan has the URLs of more of them.
            for url in plan["urls"]:
                end = min(self._sent + plan["bytes"], size)
                if end > self._sent:
                    await self._transfer("PUT", url, self._sent, end)
                self._arrived(end)
        elif kind == "form":
            head, tail, headers = form(plan["fields"])
            await self._transfer("POST", plan["url"], 0, size, headers, head, tail)
            self._arrived(size)
        else:
            await self._transfer("PUT", plan["url"], 0, size, plan.get("headers", {}))
            self._arrived(size)

    async def _send_from_offset(self, url: str, most: int) -> None:
        if self._is_resumed:
            await self._find(url)
        while self._sent < self._file.size:
            end = min(self._sent + most, self._file.size)
            headers = {"Upload-Offset": str(self._sent), "Content-Type": "application/offset+octet-stream"}
            status, _ = await self._transfer("PATCH", url, self._sent, end, headers)
            if status == 409:
                await self._find(url)
            else:
                self._arrived(end)

    async def _find(self, url: str) -> None:
        _, headers = await self._transfer("HEAD", url, 0, 0)
        offset = headers.get("upload-offset", "")
        if not (offset.isascii() and offset.isdigit() and int(offset) <= self._file.size):
            raise MartletError("notUploaded", "the gateway does not say what has arrived")
        self._arrived(int(offset))

    def _arrived(self, count: int) -> None:
        self._sent = count
        if self._told:
            self._told(count, self._file.size)

    async def _transfer(
            self, method: str, url: str, start: int, end: int, headers: Mapping[str, str] | None = None,
            head: bytes = b"", tail: bytes = b"") -> tuple[int, dict[str, str]]:  # fmt: skip
        def transfer() -> tuple[int, dict[str, str]]:
            body = head + self._file.read(start, end) + tail if end > start else None
            # Slower than 1 KiB/s, the gateway closes the connection as well.
            return exchange(method, urljoin(self._base, url), body, headers or {}, PATIENCE + (end - start) / 1024)

        try:
            status, answered = await asyncio.to_thread(transfer)
        except FileNotFoundError as error:
            raise MartletError("fileGone", str(error)) from None
        except (OSError, http.client.HTTPException) as error:
            raise Lost(MartletError("connectionLost", str(error))) from None
        if status < 300 or (status == 409 and method == "PATCH"):
            return status, answered
        if status >= 500 or status in (408, 425, 429):
            raise Lost(MartletError("connectionLost", f"HTTP {status}"))
        name = {401: "urlEnded", 403: "urlEnded", 404: "urlEnded", 410: "urlEnded", 413: "tooLarge", 460: "otherDigest"}
        problem = MartletError(name.get(status, "notUploaded"), f"HTTP {status}", system="http", code=status)
        # The URL's time is over, or the bytes were changed on the way.
        if problem.name in ("urlEnded", "otherDigest"):
            raise Lost(problem, is_for_good_if_repeated=True)
        raise problem


class Media:
    """The uploads and URLs of a client. `ask` asks for an operation, with a key if it is to be done once."""

    def __init__(self, ask: Ask, url: str, now: Callable[[], float], chance: Callable[[], float]) -> None:
        self._ask, self._now, self._chance = ask, now, chance
        self._base = "http" + url.removeprefix("ws")
        self._urls: dict[str, tuple[str, float]] = {}
        self._asked: dict[str, asyncio.Future[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def upload(
            self, file: File, data: dict[str, Any], known: dict[str, Any], key: str,
            told: Progress | None) -> dict[str, Any]:  # fmt: skip
        digest = await asyncio.to_thread(digest_of, file)
        about = {"name": file.name, "type": file.type, "size": file.size, "sha256": digest, **data}
        return await Upload(self._ask, self._base, file, self._wait, told).run(about, known, key)

    async def url(self, media_id: str) -> str:
        url, until = self._urls.get(media_id, ("", 0.0))
        if until - SOON > self._now():
            return url
        if media_id not in self._asked:
            if not self._asked:
                asyncio.get_running_loop().call_soon(self._ask_for_all)
            self._asked[media_id] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._asked[media_id])

    def _ask_for_all(self) -> None:
        asked, self._asked = list(self._asked.items()), {}
        for start in range(0, len(asked), MOST_ASKED):
            task = asyncio.ensure_future(self._ask_for(dict(asked[start:start + MOST_ASKED])))
            # The loop alone would let go of it.
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ask_for(self, asked: dict[str, asyncio.Future[str]]) -> None:
        try:
            for one in (await self._ask("media.url", {"mediaIDs": list(asked)}, None))["urls"]:
                media_id, url = one["mediaID"], one.get("url")
                if url:
                    self._urls[media_id] = (urljoin(self._base, url), one["until"])
                    asked[media_id].set_result(self._urls[media_id][0])
                else:
                    asked[media_id].set_exception(
                        MartletError("noMedia", f"no URL of {media_id}", system="gw", code=one["code"]))
        except Exception as error:
            for future in asked.values():
                if not future.done():
                    future.set_exception(MartletError.from_any(error))
        while len(self._urls) > MOST_KEPT:
            del self._urls[next(iter(self._urls))]

    async def _wait(self, failures: int) -> None:
        await asyncio.sleep(min(60, 2 ** (failures - 1)) * (0.5 + self._chance() / 2))


def digest_of(file: File) -> str:
    """SHA-256 in base64url, as the gateway takes it."""
    digest = hashlib.sha256()
    for start in range(0, file.size, PIECE):
        digest.update(file.read(start, min(start + PIECE, file.size)))
    return base64.urlsafe_b64encode(digest.digest()).decode().rstrip("=")


def form(fields: Mapping[str, str]) -> tuple[bytes, bytes, dict[str, str]]:
    """What stands before and behind a file in a form; a store takes nothing behind it."""
    line = "martlet" + os.urandom(16).hex()
    parts = [f'--{line}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    parts.append(f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n')
    return "".join(parts).encode(), f"\r\n--{line}--\r\n".encode(), {"Content-Type": f"multipart/form-data; boundary={line}"}


def exchange(
        method: str, url: str, body: bytes | None, headers: Mapping[str, str],
        seconds: float) -> tuple[int, dict[str, str]]:  # fmt: skip
    """A request and the head of its answer."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=seconds)
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, path, body=body, headers=dict(headers))
        response = connection.getresponse()
        response.read()
        return response.status, {name.lower(): value for name, value in response.getheaders()}
    finally:
        connection.close()
