"""What the generated functions of operations stand on."""

from __future__ import annotations

from typing import Any


class Asking:
    """A client, as the functions see it."""

    async def request(
            self, op: str, data: dict[str, Any] | None = None, *, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:  # fmt: skip
        raise NotImplementedError


class Family:
    """Operations whose names begin in the same way."""

    def __init__(self, client: Asking) -> None:
        self._client = client

    async def _ask(self, op: str, data: dict[str, Any], timeout: float | None, trace: dict[str, str] | None) -> Any:
        """A parameter that is None is not given."""
        given = {name: value for name, value in data.items() if value is not None}
        return await self._client.request(op, given, timeout=timeout, trace=trace)
