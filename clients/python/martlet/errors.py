"""Why a call failed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class MartletError(Exception):
    """`system` and `code`, or `name`, tell the kind, as docs/errors.md lists them. The client's own errors have the
    system `client` and the names `timeout`, `connectionLost`, `stopped`, `tooLarge`, `maybeDone`, `maybeSent`,
    `discarded` and `internal`, and those of a storage `notSaved`, `damaged` and `inUse`; a close code has the system `close`."""

    def __init__(
            self, name: str, message: str = "", *, system: str = "client", code: int = 0,
            keys: Iterable[str] = ()) -> None:  # fmt: skip
        super().__init__(message or name)
        self.name, self.message, self.system, self.code, self.keys = name, message or name, system, code, list(keys)

    @classmethod
    def of(cls, error: dict[str, Any]) -> MartletError:
        """Of the `error` of a reply."""
        return cls(error["name"], error.get("message", ""), system=error["system"], code=error["code"], keys=error.get("keys", ()))

    @classmethod
    def from_any(cls, error: Exception) -> MartletError:
        """An answer of the gateway that is nothing of the protocol fails with any error: then it is `internal`."""
        return error if isinstance(error, cls) else cls("internal", f"{type(error).__name__}: {error}")

    def is_(self, system: str, code: int) -> bool:
        return (self.system, self.code) == (system, code)
