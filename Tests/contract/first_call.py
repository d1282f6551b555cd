"""Runs the programs of docs/first-call.md: each sends the same message, and is told the same of it."""
import json
import os
import re
import subprocess
import sys

folder = sys.argv[1]
os.makedirs(folder)
with open("docs/first-call.md") as page:
    text = page.read()
programs = re.findall(r"^## ([\w]+)$(?:(?!^## ).)*?^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
commands = {
    "sh": ["bash"], "python": ["/usr/bin/python3"], "js": ["node"], "go": ["go", "run"], "java": ["java"], "php": ["php"],
}
assert [language for _, language, _ in programs] == list(commands), programs
environment = os.environ | {"URL": os.environ["CONTRACT_URL"] + "/v1/api", "KEY": os.environ["CONTRACT_KEY"]}
told = set()
for name, language, program in programs:
    path = os.path.join(folder, "First." + language)
    with open(path, "w") as target:
        target.write(program)
    output = subprocess.run([*commands[language], path], env=environment, stdout=subprocess.PIPE, check=True).stdout
    accounts, message = map(json.loads, output.splitlines())
    assert [account["code"] for account in accounts["ok"]["results"]] == [0, 0], (name, accounts)
    assert set(message["ok"]) >= {"msgId", "seq", "time"} and message["ok"]["conversationID"] == "c2c_alice", (name, message)
    told.add(json.dumps(message, sort_keys=True))
    print(name, "was told", message)
assert len(told) == 1, told
