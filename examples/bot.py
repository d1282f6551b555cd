#!/usr/bin/env python3
"""A bot: it answers each text that a user writes to it. It needs Debian's python3-websockets.

    MARTLET_TOKEN=… bot.py ws://gateway:7750
"""
import asyncio, itertools, json, os, sys, websockets


async def live(url, token):
    """One session, from its opening to its end."""
    ids, user = itertools.count(1), None
    async with websockets.connect(url + "/v1/ws", subprotocols=["martlet.v1.json"]) as socket:

        async def ask(operation, data):
            await socket.send(json.dumps({"id": next(ids), "op": operation, "data": data}))

        # With `resume` the reply has what came while the bot was away.
        await ask("session.open", {"token": token, "device": "bot", "resume": {}})
        async for text in socket:
            said = json.loads(text)
            if "error" in said:
                print(said["error"]["name"], said["error"]["message"], file=sys.stderr, flush=True)
            result = said.get("ok", {})
            user = result.get("user", user)
            streams = result.get("resume", {}).get("conversations", {}).values()
            messages = [message for stream in streams for message in stream.get("messages", [])]
            if said.get("event") == "message.new":
                messages.append(said["data"])
            for message in messages:
                place = message["conversationID"]
                if message["type"] == 0 and message["sessionType"] == 0 and message["from"] != user:
                    # The same id for the same message: an answer that is sent twice is stored once.
                    answer = {"clientMsgId": "re-" + message["msgId"], "type": 0, "body": reply(message["body"])}
                    await ask("message.send", {"conversationID": place, **answer})
                await ask("stream.ack", {"conversations": {place: message["seq"]}})
            if said.get("event") == "conversation.syncFinish":
                print("ready", flush=True)


def reply(body):
    return {"text": f"You wrote: {body['text']}"}


async def main(url, token):
    pause = 1
    while True:
        try:
            await live(url, token)
        except websockets.ConnectionClosed as end:
            # docs/errors.md: from 4200 on, connecting again as before is no use.
            if end.code >= 4200:
                sys.exit(f"closed with {end.code}: {end.reason}")
        except OSError as problem:
            print(problem, file=sys.stderr, flush=True)
        await asyncio.sleep(pause)
        pause = min(pause * 2, 30)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1].rstrip("/"), os.environ["MARTLET_TOKEN"]))
