"""Operations as functions of the client."""

import inspect
import json
import os
import sys
import unittest

FOLDER = os.path.join(os.path.dirname(__file__), "..")
sys.path.insert(0, FOLDER)

from martlet import Client  # noqa: E402
from martlet.operations import Operations  # noqa: E402

with open(os.path.join(FOLDER, "..", "..", "docs", "asyncapi.json"), encoding="utf-8") as file:
    DOCUMENT = json.load(file)
OF_USERS = [key for key, operation in DOCUMENT["operations"].items() if operation.get("description") == "Role: user."]


class Asked(Operations):
    def __init__(self):
        self.asked = []

    async def request(self, op, data=None, *, timeout=30, trace=None):
        self.asked.append((op, data, timeout, trace))
        return {"of": op}


class OperationsTest(unittest.IsolatedAsyncioTestCase):
    async def test_each_operation_of_users_has_its_function_with_its_parameters(self):
        self.assertGreater(len(OF_USERS), 100)
        for key in OF_USERS:
            family, method = key.split("_")
            client, name = Asked(), f"{family}.{method}"
            members = list(DOCUMENT["components"]["messages"][f"{key}_request"]["payload"]["properties"]["data"]["properties"])
            given = {("from_" if member == "from" else member): f"any {member}" for member in members}
            self.assertEqual(await getattr(getattr(client, family), method)(**given), {"of": name})
            self.assertEqual(client.asked, [(name, {member: f"any {member}" for member in members}, 30, None)])

    async def test_parameters_that_are_not_given_are_not_sent_and_options_are_those_of_request(self):
        client = Asked()
        await client.friend.add(userID="bob", remark=None, timeout=5, trace={"traceparent": "00-1"})
        await client.friend.list()
        await client.conversation.pin(conversationID="c2c_bob", pinned=False)
        self.assertEqual(client.asked, [
            ("friend.add", {"userID": "bob"}, 5, {"traceparent": "00-1"}),
            ("friend.list", {}, 30, None),
            ("conversation.pin", {"conversationID": "c2c_bob", "pinned": False}, 30, None),
        ])

    async def test_what_is_no_parameter_or_no_operation_fails_in_the_call(self):
        client = Asked()
        with self.assertRaises(TypeError):
            await client.friend.add(userId="bob")
        with self.assertRaises(TypeError):
            await client.friend.add()
        with self.assertRaises(AttributeError):
            await client.friend.ad(userID="bob")
        self.assertEqual(client.asked, [])

    async def test_a_client_has_them(self):
        client = Client("ws://127.0.0.1:1", "alice", lambda refused: "token", device="d")
        self.assertIs(client.friend, client.friend)
        self.assertEqual(inspect.signature(Client.request).parameters.keys(), inspect.signature(Operations.request).parameters.keys())


if __name__ == "__main__":
    unittest.main()
