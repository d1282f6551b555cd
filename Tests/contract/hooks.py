"""Hooks of schemathesis: one caller at a time, examples that name what there is, and what JSON Schema cannot say."""
import json
import os
import re
import unicodedata

import schemathesis

with open("out/contract/there.json") as source:
    there = json.load(source)

EXAMPLES = {
    "userID": "bob",
    "userId": "bob",
    "user": "bob",
    "from": "alice",
    "owner": "alice",
    "newOwner": "alice",
    "userIDs": ["bob"],
    "userIds": ["bob"],
    "invitees": ["carol"],
    "groupID": there["group"],
    "conversationID": "c2c_bob",
    "conversationIDs": ["c2c_bob"],
    "msgId": there["message"],
    "msgIds": [there["receipt"]],
    "fileID": there["file"],
    "body": {"text": "hello"},
    "subscribeType": 1,
    "expiry": 3600,
    "after": 0,
    "offset": 0,
}
# Whoever is deleted or locked out here is nobody that the other requests are about.
VICTIMS = {
    "admin.account.delete": {"userIDs": ["dora"]},
    "admin.account.disable": {"userIDs": ["dora"]},
    "admin.token.revoke": {"userID": "dora"},
    "group.destroy": {"groupID": "999"},
    "admin.group.destroy": {"groupID": "999"},
    "group.transfer": {"groupID": "999"},
    "admin.group.transfer": {"groupID": "999"},
    "group.leave": {"groupID": "999"},
    "admin.group.disable": {"groupID": "999"},
}


def named(document, node):
    """What a reference of the document refers to, or else the node."""
    if "$ref" not in node:
        return node
    found = document
    for step in node["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


@schemathesis.hook
def before_load_schema(context, schema):
    # The caller's headers come from the command line; those of the other caller contradict them.
    other = "key" if os.environ["CONTRACT_CALLER"] == "user" else "user"
    del schema["components"]["securitySchemes"][other]
    for path, methods in schema["paths"].items():
        if "post" not in methods:
            # Beside the caller's header a token in the query is a second one, which is refused.
            stream = methods["get"]
            stream["parameters"] = [it for it in stream.get("parameters", []) if it.get("name") != "token"]
            continue
        operation = methods["post"]
        operation["security"] = [choice for choice in operation["security"] if other not in choice]
        operation["parameters"] = [it for it in operation["parameters"] if "Martlet-As" not in it["$ref"]]
        body = operation["requestBody"]
        victims = VICTIMS.get(path.rsplit("/", 1)[1], {})
        for name, member in named(schema, body["content"]["application/json"]["schema"])["properties"].items():
            example = victims.get(name, EXAMPLES.get(name))
            if example is not None:
                member["examples"] = [example]


def fits(schema, value):
    """Whether a value that its schema allows also keeps to what the schema cannot say."""
    # An integer is written without a fraction, which JSON Schema takes for the same number.
    if isinstance(value, float) and "integer" in schema.get("type", ""):
        return False
    for choice in schema.get("anyOf", []) + schema.get("oneOf", []):
        if not fits(choice, value):
            return False
    if isinstance(value, str):
        # A limit of bytes; a length beyond the limit of characters is refused for that.
        if "x-maxBytes" in schema and len(value) <= schema["x-maxBytes"] < len(value.encode()):
            return False
        # Ids of users are in the normal form NFC.
        if "c2c_" in schema.get("pattern", "") and unicodedata.normalize("NFC", value) != value:
            return False
    if isinstance(value, list):
        return all(fits(schema.get("items", {}), element) for element in value)
    if isinstance(value, dict):
        members, others, names = (schema.get(part) or {} for part in ("properties", "additionalProperties", "propertyNames"))
        if others is True:
            others = {}
        return all(fits(names, name) and fits(members.get(name, others), member) for name, member in value.items())
    return True


@schemathesis.hook
def filter_body(context, body):
    operation = context.operation
    schema = operation.definition.raw.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return schema is None or fits(named(operation.schema.raw_schema, schema), body)


@schemathesis.check
def declared_errors(context, response, case):
    """An error is one of those that the response of its status lists."""
    answers = case.operation.definition.raw["responses"]
    if response.status_code == 200 or "json" not in response.headers.get("content-type", ["text"])[0]:
        return
    listed = named(case.operation.schema.raw_schema, answers[str(response.status_code)])["x-errors"]
    name = response.json()["error"]["name"]
    assert name in listed, f"{name} is not among the errors of {case.operation.label}: {', '.join(listed)}"
