"""A client of the Martlet gateway: see README.md."""

from .client import Client
from .errors import MartletError
from .file import FileStorage
from .rooms import News, Room
from .storage import MemoryStorage, Storage
from .store import Store, StoreChange, View
from .streamed import StreamedMessages, StreamedText

__all__ = [
    "Client", "FileStorage", "MartletError", "MemoryStorage", "News", "Room", "Storage", "Store", "StoreChange",
    "StreamedMessages", "StreamedText", "View",
]  # fmt: skip
