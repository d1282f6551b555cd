"""Makes what the requests of the contract tests are about: users, a group, messages. Waits for nothing else."""
import json
import os
import sys
import urllib.request

url = os.environ["CONTRACT_URL"] + "/v1/api/"


def call(operation, data, user=None):
    headers = {"Content-Type": "application/json", "Martlet-Key": os.environ["CONTRACT_KEY"]}
    if user:
        headers["Martlet-As"] = user
    request = urllib.request.Request(url + operation, json.dumps(data).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["ok"]


call("admin.account.create", {"accounts": [{"userID": user} for user in ("alice", "bob", "carol")]})
group = call("admin.group.create", {"owner": "alice", "name": "Team", "style": 3})["groupID"]
call("group.join", {"groupID": group}, "bob")
text = {"type": 0, "body": {"text": "hello"}}
message = call("message.send", {"conversationID": "c2c_alice", "clientMsgId": "m-1", **text}, "bob")["msgId"]
receipt = call(
    "message.send", {"conversationID": f"group_{group}", "clientMsgId": "m-2", "teamReceipt": True, **text}, "alice"
)["msgId"]
file = call("group.addFile", {"groupID": group, "name": "a.txt", "size": 5, "url": "https://example.com/a"}, "alice")
# What there is, for the examples (hooks.py).
with open(os.path.join(sys.argv[1], "there.json"), "w") as target:
    json.dump({"group": group, "message": message, "receipt": receipt, "file": file["fileID"]}, target)
