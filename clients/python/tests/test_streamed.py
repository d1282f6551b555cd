"""Messages whose texts come a chunk at a time."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device, MartletError, StoreCase, message  # noqa: E402
from martlet import StreamedMessages  # noqa: E402


class StreamedTest(StoreCase):
    async def set_up(self, *texts):
        """`texts`: those that the gateway has when it is asked."""
        self.device = Device(self.loop)
        await self.device.open()
        self.gateway, self.texts, self.changed = self.device.gateway, list(texts), []
        self.gateway.answers["conversation.watch"] = lambda data: {"conversations": [
            {"conversationID": conversation, "streams": [
                {"streamID": "0-1", "from": "bot", "text": text} for text in self.texts if conversation == "c2c_bot"]}
            for conversation in data["conversationIDs"]]}  # fmt: skip
        self.streamed = StreamedMessages(self.device.client)
        self.streamed.on("change", self.changed.append)
        self.streamed.watch(["c2c_bot"])
        await self.loop.settle()

    async def event(self, name, **data):
        self.gateway.socket.event(name, data)
        await self.loop.settle()

    async def hear(self, offset, text, id="0-1"):
        await self.event(
            "message.appended", conversationID="c2c_bot", streamID=id, offset=offset, text=text, **{"from": "bot"})

    def shown(self):
        return [text.text for text in self.streamed.of("c2c_bot")]

    def asked(self):
        return [data["conversationIDs"] for data in self.gateway.asked("conversation.watch")]

    async def test_a_text_goes_on_behind_what_was_there_and_its_message_takes_its_place(self):
        await self.set_up("wörld")
        await self.hear(6, "!")
        await self.hear(0, "another", "0-2")
        self.assertEqual(self.shown(), ["wörld!", "another"])
        await self.event("message.new", **message("c2c_bot", 1, streamID="0-1"))
        await self.event("message.ended", conversationID="c2c_bot", streamID="0-2", reason="stopped")
        self.assertEqual((self.shown(), self.changed), ([], ["c2c_bot"] * 5))
        # Another node may tell the text when the message is there.
        await self.hear(0, "wörld!")
        self.streamed.watch(["c2c_bot"])
        await self.loop.settle()
        self.assertEqual(self.shown(), [])

    async def test_behind_a_hole_the_gateway_is_asked_for_the_text(self):
        await self.set_up("one")
        self.texts = ["one two three"]
        await self.hear(7, " three")
        self.assertEqual((self.shown(), len(self.asked())), (["one two three"], 2))
        await self.hear(13, ".")
        self.assertEqual((self.shown(), len(self.asked())), (["one two three."], 2))

    async def test_a_new_session_watches_again_and_a_text_that_is_gone_is_shown_no_more(self):
        await self.set_up("half")
        self.texts = []
        self.gateway.socket.drop(1006)
        await self.loop.advance(60)
        self.assertEqual((self.shown(), len(self.asked())), ([], 2))

    async def test_another_conversation_takes_the_place_of_the_first_and_none_ends_it(self):
        await self.set_up("x")
        self.streamed.watch(["group_1"])
        self.assertEqual(self.shown(), [])
        self.streamed.close()
        await self.loop.settle()
        self.assertEqual((self.asked()[0], self.asked()[-1]), (["c2c_bot"], []))

    async def test_a_refusal_is_told_and_a_text_is_stopped(self):
        await self.set_up()
        failed = []
        self.streamed.on("failed", lambda error: failed.append(error.code))

        def refuse(_):
            raise MartletError("refused", system="em", code=602)

        self.gateway.answers["conversation.watch"] = refuse
        self.streamed.watch(["group_9"])
        await self.loop.settle()
        self.assertEqual(failed, [602])
        stopping = self.loop.create_task(self.streamed.stop("c2c_bot", "0-1"))
        await self.loop.settle()
        await stopping
        self.assertEqual(self.gateway.asked("message.stop"), [{"conversationID": "c2c_bot", "streamID": "0-1"}])


if __name__ == "__main__":
    unittest.main()
