"""Files of release 0.3, which had a line for each change of a value."""

import json
import logging
import shutil

from .errors import MartletError

log = logging.getLogger("martlet")

DATABASE = b"SQLite format 3\0"


def rows_of_former(path):
    """The rows in which such a file goes on; None if there is none. Lines that cannot be read are passed over."""
    try:
        with open(path, "rb") as file:
            content = file.read(len(DATABASE))
            if content in (b"", DATABASE):
                return None
            content += file.read()
    except FileNotFoundError:
        return None
    # What follows the last line feed was being written when the process ended.
    lines = content.split(b"\n")[:-1]
    values, damaged = {}, 0
    for line in lines:
        try:
            name, value = json.loads(line)
            values[name] = value
        except (ValueError, TypeError):
            damaged += 1
    if not content.startswith(b"[") and damaged == len(lines):
        raise MartletError("damaged", f"{path} is no storage")
    if damaged:
        shutil.copy(path, f"{path}.damaged")
        log.error("%s: %d damaged lines were passed over; %s.damaged is the whole file", path, damaged, path)
    return [moved(name, value) for name, value in values.items() if value is not None]


def moved(name, value):
    """Positions were one value, and the others were unsent messages."""
    return ("meta", "streams", value) if name == "positions" else ("outbox", name, value)
