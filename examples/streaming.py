#!/usr/bin/env python3
"""A bot that streams its answers, a word at a time, and stops when it is told to. It needs nothing but Python.

    streaming.py URL ADMIN_KEYS_FILE BOT

It hears of messages by GET /v1/api/events, so events.types must have message.created.
"""
import json, sys, threading, time, urllib.error, urllib.request

from backend import Martlet

PAUSE = 0.1


def words(question):
    """Stands for a language model: it yields the answer as it comes."""
    yield f"You said “{question}”, which has {len(question.split())} words."
    for word in " I would say much more about it if I were a larger program.".split(" ")[1:]:
        time.sleep(PAUSE)
        yield " " + word


def stream(martlet, bot, question):
    """Answers one message. Its clientMsgId is made of the question's, so there is one answer in any case."""
    answer = {"from": bot, "conversationID": f"c2c_{question['from']}", "clientMsgId": f"answer-{question['msgId']}"}
    lines = lines_of(answer | {"onBreak": "keep"}, words(question["body"].get("text", "")))
    headers = {"Martlet-Key": martlet.admin_key, "Content-Type": "application/x-ndjson"}
    try:
        # A body that is an iterator goes out in chunks, each as soon as it is there.
        urllib.request.urlopen(urllib.request.Request(martlet.url + "admin.message.stream", lines, headers)).close()
    except urllib.error.HTTPError as refused:
        # gw 1010: a user has stopped it. gw 1006: a crash had cut the same answer short, and it ends by itself.
        print("not finished:", refused.read().decode(), flush=True)
    except OSError as lost:
        # The gateway has answered, and takes no more; or it is gone.
        print("not finished:", lost, flush=True)


def lines_of(beginning, chunks):
    yield json.dumps(beginning).encode() + b"\n"
    for chunk in chunks:
        yield json.dumps({"text": chunk}).encode() + b"\n"
    yield b'{"finish":{}}\n'


def events(martlet, bot):
    """The messages to the bot, as they come."""
    url = f"{martlet.url}events?types=message.created&about={bot}"
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Martlet-Key": martlet.admin_key})) as lines:
        print("ready", flush=True)
        for line in lines:
            if not line.startswith(b"data: "):
                continue
            said = json.loads(line[6:])["data"] or {}
            # Of a text between two; what the bot itself has said comes as well.
            if said.get("type") == 0 and said["from"] != bot and said["conversationID"].startswith("c2c_"):
                yield said


def main(url, admin_keys, bot):
    martlet = Martlet(url, None, admin_keys)
    while True:
        try:
            for question in events(martlet, bot):
                threading.Thread(target=stream, args=(martlet, bot, question), daemon=True).start()
        except (OSError, urllib.error.HTTPError) as lost:
            print("lost:", lost, flush=True)
        time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
