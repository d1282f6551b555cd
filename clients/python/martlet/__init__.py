"""A client of the Martlet gateway: see README.md."""

from .client import Client
from .errors import MartletError
from .storage import FileStorage, MemoryStorage

__all__ = ["Client", "FileStorage", "MartletError", "MemoryStorage"]
