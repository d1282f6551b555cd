"""Holds what was measured to bench/limits.json, where raising a limit is a change that everybody sees."""

import json
import pathlib

LIMITS = pathlib.Path(__file__).with_name("limits.json")


def exceeded(measured):
    """A sentence for each number beyond its limit."""
    limits = json.loads(LIMITS.read_text())
    sentences = []
    for name, value in measured.items():
        limit = limits.get(name, {})
        if "atMost" in limit and value > limit["atMost"]:
            sentences.append(f"{name} is {value:,.3f}; the limit is at most {limit['atMost']}")
        if "atLeast" in limit and value < limit["atLeast"]:
            sentences.append(f"{name} is {value:,.3f}; the limit is at least {limit['atLeast']}")
    return sentences
