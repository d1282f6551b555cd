"""What applications give to be sent, in the form in which it travels."""

import json

# The gateway reads no message that is nested more deeply.
MOST_LEVELS = 32


def encoded(message):
    """It fails if the gateway could not read the text: a TypeError or a ValueError."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode()
    if levels(message) > MOST_LEVELS:
        raise ValueError(f"nested in more than {MOST_LEVELS} levels")
    return text


def copied(data):
    """The data of a request: what the application does with the object afterwards changes nothing in the copy."""
    return json.loads(encoded({"data": data}))["data"]


def levels(value):
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return 0
    return 1 + max(map(levels, value), default=0)
