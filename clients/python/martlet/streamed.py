"""Messages whose texts are shown while they are being made: docs/streams.md."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .client import Client
from .errors import MartletError
from .requests import is_of_connection

# Ends that are remembered: a text may still be told by another node when its message is there.
MOST_ENDS = 100


@dataclass
class StreamedText:
    """A text that becomes a message when it ends."""

    conversation: str
    id: str
    sender: str
    text: str


class StreamedMessages:
    """The texts that are being made in the conversations at which the user looks, 3 at most. A text is gone from here when its
    message has come, or there will be none.

    Events: `change`, with a conversation whose texts are others than before; `failed`, with the error, if the gateway has refused
    to have the conversations watched."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._watched: list[str] = []
        # In the order in which they began.
        self._texts: list[StreamedText] = []
        self._ended: deque[str] = deque(maxlen=MOST_ENDS)
        self._handlers: dict[str, list[Callable[[Any], None]]] = {}
        # The reply to an earlier request says nothing any more.
        self._asking: asyncio.Task[None] | None = None
        self._listeners = [
            client.on("message.appended", self._append),
            client.on("message.ended", lambda event: self._end(event["streamID"])),
            client.on("message.new", lambda message: self._end(message["streamID"]) if "streamID" in message else None),
            # A new session looks at nothing.
            client.on("state", lambda state: self._ask() if state["name"] == "open" and self._watched else None),
        ]

    def on(self, name: str, handler: Callable[[Any], None]) -> Callable[[], None]:
        """Calls `handler(data)` for each event of the name; the function that this returns ends it."""
        self._handlers.setdefault(name, []).append(handler)
        return lambda: self._handlers[name].remove(handler)

    def watch(self, conversations: Sequence[str]) -> None:
        """The user looks at these conversations, and no longer at others."""
        self._watched = list(conversations)
        for conversation in {text.conversation for text in self._texts} - set(conversations):
            self._replace(conversation, [])
        if self.client.state == "open":
            self._ask()

    def of(self, conversation: str) -> list[StreamedText]:
        """The texts that are being made now, the first one first. Show them below all messages."""
        return [text for text in self._texts if text.conversation == conversation]

    async def stop(self, conversation: str, id: str) -> None:
        """Has a text stopped. What there is of it comes as a message, or as its end."""
        await self.client._read("message.stop", {"conversationID": conversation, "streamID": id})

    def close(self) -> None:
        """Watches nothing more."""
        while self._listeners:
            self._listeners.pop()()
        self._texts, was_watching, self._watched = [], bool(self._watched), []
        if was_watching and self.client.state == "open":
            self._ask()

    def _ask(self):
        """Also where something was missed: the reply has the texts so far."""
        if self._asking:
            self._asking.cancel()
        self._asking = asyncio.get_running_loop().create_task(self._look(self._watched))

    async def _look(self, conversations):
        try:
            reply = await self.client._ask_bound("conversation.watch", {"conversationIDs": conversations})
        except MartletError as error:
            # With the next session it is asked again.
            if not is_of_connection(error):
                self._emit("failed", error)
            return
        for place in reply["conversations"]:
            conversation = place["conversationID"]
            texts = [StreamedText(conversation, one["streamID"], one["from"], one["text"]) for one in place["streams"]]
            self._replace(conversation, [text for text in texts if text.id not in self._ended])

    def _append(self, chunk):
        known = next((text for text in self._texts if text.id == chunk["streamID"]), None)
        if chunk["streamID"] in self._ended:
            return
        if chunk["offset"] != (len(known.text.encode()) if known else 0):
            return self._ask()
        if known is None:
            known = StreamedText(chunk["conversationID"], chunk["streamID"], chunk["from"], "")
            self._texts.append(known)
        known.text += chunk["text"]
        self._emit("change", known.conversation)

    def _end(self, id):
        self._ended.append(id)
        for text in [text for text in self._texts if text.id == id]:
            self._texts.remove(text)
            self._emit("change", text.conversation)

    def _replace(self, conversation, texts):
        before = self.of(conversation)
        self._texts = [text for text in self._texts if text.conversation != conversation] + texts
        if texts != before:
            self._emit("change", conversation)

    def _emit(self, name, data):
        self.client._call(self._handlers, name, data)
