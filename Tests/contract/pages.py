"""Each message that the pages show has the form that asyncapi.json gives it. `"…":"…"` stands for members left out."""
import json
import os
import pathlib
import re
import urllib.request

import jsonschema

ROOT = pathlib.Path(__file__).parents[2]

with urllib.request.urlopen(os.environ["CONTRACT_URL"] + "/v1/api/asyncapi.json") as response:
    components = json.load(response)["components"]


def is_left_out(cause):
    """A text that ends in `…` is the beginning of one."""
    if isinstance(cause.instance, str):
        return cause.instance.endswith("…")
    return isinstance(cause.instance, dict) and "…" in cause.instance and cause.validator in ("required", "additionalProperties")


def faults(name, message):
    payload = components["messages"][name.replace(".", "_")]["payload"]
    for error in jsonschema.Draft202012Validator(dict(payload, components=components)).iter_errors(message):
        for cause in error.context or [error]:
            if not is_left_out(cause):
                yield f"{cause.json_path}: {cause.message[:200]}"


def named(block):
    """Each message of a block with the name of its form. A request that is refused need not have it."""
    messages = [json.loads(line) for line in re.findall(r"^[→←] (\{.*)$", block, re.M)]
    refused = {message["id"] for message in messages if "error" in message}
    asked = {}
    for message in messages:
        if "op" in message:
            asked[message.get("id")] = message["op"]
            if message.get("id") not in refused:
                yield message["op"] + "_request", message
        elif "event" in message:
            yield message["event"], message
        elif "error" in message:
            yield "error", message
        elif message["id"] in asked:
            yield asked[message["id"]] + "_reply", message


count, wrong = 0, []
for path in sorted(ROOT.glob("docs/*.md")):
    for block in re.findall(r"^```text\n(.*?)^```", path.read_text(), re.M | re.S):
        for name, message in named(block):
            count += 1
            wrong += [f"{path.name}: {name}: {fault}" for fault in faults(name, message)]
assert count > 100, count
assert not wrong, "\n".join(wrong)
print(f"{count} messages")
