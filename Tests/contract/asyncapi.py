"""Reads the served AsyncAPI document with a model of AsyncAPI 3, follows its references, and checks its schemas."""
import json
import os
import sys
import urllib.request

import jsonschema
from asyncapi3.models.asyncapi import AsyncAPI3

with urllib.request.urlopen(os.environ["CONTRACT_URL"] + "/v1/api/asyncapi.json") as response:
    document = json.load(response)

AsyncAPI3.model_validate(document)


def find(reference):
    node = document
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    return node


def walk(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            assert node["$ref"].startswith("#/"), node
            find(node["$ref"])
        for value in node.values():
            walk(value)
    elif isinstance(node, list):
        for value in node:
            walk(value)


walk(document)
for name, message in document["components"]["messages"].items():
    schema = dict(message["payload"], components=document["components"])
    for draft in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
        draft.check_schema(schema)
    assert name == message["name"].replace(".", "_"), name
named = {reference["$ref"] for reference in document["channels"]["session"]["messages"].values()}
assert named == {f"#/components/messages/{name}" for name in document["components"]["messages"]}
print(f"{len(document['operations'])} operations, {len(named)} messages")
sys.exit(0)
