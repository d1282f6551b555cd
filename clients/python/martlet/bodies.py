"""What applications give to be sent, in the form in which it travels."""

import json


def encoded(value):
    """It fails if the gateway could not read the text: a TypeError or a ValueError."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()
    return text


def copied(value):
    """What the application does with the value afterwards changes nothing in the copy."""
    return json.loads(encoded(value))
