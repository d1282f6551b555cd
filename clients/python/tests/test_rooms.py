"""A live room: entering, coming back, holes, and messages whose fate is not known."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device, MartletError, StoreCase  # noqa: E402
from martlet import Room  # noqa: E402

FACTS = {"roomID": "live/7", "title": "Show", "ext": "", "slowSeconds": 0, "isMuted": False}


def said(seq, user="bob", **more):
    return {
        "seq": seq, "msgId": f"m{seq}", "clientMsgId": f"c{seq}", "from": user, "type": 0, "body": {"text": f"{seq}"},
        "time": 1000 * seq, "priority": "normal", **more,
    }  # fmt: skip


def entry(seq, *messages, **more):
    return {
        **FACTS, "epoch": 5, "seq": seq, "role": "participant", "occupancy": {"participants": 3},
        "messages": list(messages), **more,
    }  # fmt: skip


def refuse(system, code, name="refused"):
    def answer(_):
        raise MartletError(name, system=system, code=code)

    return answer


class RoomTest(StoreCase):
    async def set_up(self, *messages, seq=0, enters=True):
        self.device = Device(self.loop)
        await self.device.open()
        self.gateway = self.device.gateway
        self.gateway.answers["room.enter"] = entry(seq, *messages)
        self.room, self.states, self.told = Room(self.device.client, "live/7"), [], []
        self.room.on("state", lambda _: self.states.append((self.room.state, self.room.verdict or self.room.reason)))
        self.room.on("news", lambda news: self.told.append(
            ([message["seq"] for message in news.messages], news.cleared, news.missed, news.shed)))
        self.entering = self.loop.create_task(self.room.enter())
        if enters:
            await self.loop.settle()
            await self.entering
            self.told.clear()

    async def frame(self, **data):
        self.gateway.socket.event("room.frame", {"roomID": "live/7", "epoch": 5, **data})
        await self.loop.settle()

    async def test_those_who_enter_have_the_last_messages_and_miss_nothing(self):
        await self.set_up(said(41), said(42), seq=42, enters=False)
        await self.loop.settle()
        self.assertEqual((self.states, self.told), ([("entering", None), ("in", None)], [([41, 42], [], 0, 0)]))
        self.assertEqual((self.room.title, self.room.participants), ("Show", 3))
        self.assertEqual(self.gateway.asked("room.enter"), [{"roomID": "live/7"}])

    async def test_a_frame_tells_holes_as_missed_and_what_is_shed_and_cleared(self):
        await self.set_up(seq=10)
        await self.frame(messages=[said(11), said(14)], shed=3, cleared=[{"from": "eve"}])
        await self.frame(messages=[said(14), said(15), said(16, isRecalled=True)], occupancy={"participants": 7})
        self.assertEqual(self.told, [([11, 14], [{"from": "eve"}], 2, 3), ([15], [], 0, 0)])
        self.assertEqual(self.room.participants, 7)

    async def test_a_frame_right_behind_the_reply_does_not_make_the_messages_of_the_entry_look_missed(self):
        await self.set_up(seq=2, enters=False)

        def answer(_):
            # Both come before the client goes on.
            self.loop.call_soon(self.gateway.socket.event, "room.frame", {"roomID": "live/7", "epoch": 5, "messages": [said(3)]})
            return entry(2, said(1), said(2))

        self.gateway.answers["room.enter"] = answer
        await self.loop.settle()
        self.assertEqual([seq for news in self.told for seq in news[0]], [1, 2, 3])
        self.assertEqual([news[2] for news in self.told], [0, 0])

    async def test_it_comes_back_with_the_next_session(self):
        for verdict, reply, told in (
            ("recovered", entry(12, said(11), said(12)), ([11, 12], [], 0, 0)),
            ("gap", entry(90, said(90)), ([90], [], 79, 0)),
            ("gap", entry(4, said(3), said(4), epoch=6), ([3, 4], [], 2, 0)),
        ):
            with self.subTest(verdict, epoch=reply["epoch"]):
                await self.set_up(seq=10)
                self.gateway.answers["room.enter"] = {**reply, "verdict": verdict}
                self.gateway.socket.drop()
                await self.device.advance(5)
                self.assertEqual(self.gateway.asked("room.enter")[-1], {"roomID": "live/7", "epoch": 5, "seq": 10})
                self.assertEqual(self.states[2:], [("entering", None), ("in", verdict)])
                self.assertEqual(self.told, [told])

    async def test_values_are_those_of_the_entry_and_of_all_steps_and_a_hole_is_read(self):
        def value(key, version):
            return {"key": key, "value": f"{version}", "version": version, "position": version}

        await self.set_up(enters=False)
        self.gateway.answers["room.enter"] = entry(0, state=4, values=[value("a", 3), value("b", 4)], queueState=9)
        self.gateway.answers["room.values"] = {"state": 9, "values": [value("d", 9)]}
        await self.loop.settle()
        for former, state, changed, removed in ((4, 6, [value("a", 5), value("c", 6)], ["b"]), (4, 5, [value("a", 5)], [])):
            self.gateway.socket.event("room.valuesChanged", {
                "roomID": "live/7", "former": former, "state": state, "set": changed, "removed": removed})  # fmt: skip
        await self.loop.settle()
        self.assertEqual({key: it["version"] for key, it in self.room.values.items()}, {"a": 5, "c": 6})
        self.gateway.socket.event("room.valuesChanged", {
            "roomID": "live/7", "former": 8, "state": 9, "set": [value("d", 9)], "removed": []})  # fmt: skip
        await self.loop.settle()
        self.assertEqual(self.room.values, {"d": value("d", 9)})
        # Nobody has asked for the queue.
        self.assertEqual((self.gateway.asked("room.queue"), self.room.queue), ([], []))

    async def test_taps_are_counted_together_and_all_fail_if_that_is_refused(self):
        await self.set_up()
        self.gateway.answers["room.count"] = {}
        taps = [self.loop.create_task(self.room.count("likes")) for _ in range(130)]
        await self.device.advance(2)
        self.assertEqual([data["count"] for data in self.gateway.asked("room.count")], [100, 30])
        self.assertTrue(all(tap.done() and not tap.exception() for tap in taps))
        await self.frame(counters={"likes": 130})
        self.assertEqual(self.room.counters, {"likes": 130})
        self.gateway.answers["room.count"] = refuse("gw", 1001)
        taps = [self.loop.create_task(self.room.count("tears")) for _ in range(2)]
        await self.device.advance(1)
        self.assertEqual([tap.exception().code for tap in taps], [1001, 1001])

    async def test_a_refused_message_is_the_senders_to_send_again_and_holds_up_nothing(self):
        await self.set_up()
        for system, code in (("gw", 1003), ("gw", 1024), ("gw", 1008), ("em", 507)):
            self.gateway.answers["room.send"] = refuse(system, code)
            sending = self.loop.create_task(self.room.send("hi"))
            other = self.loop.create_task(self.device.client.request("profile.getSelf"))
            await self.loop.settle()
            self.assertTrue(sending.exception().is_(system, code))
            self.assertTrue(other.done())
        await self.device.advance(60)
        self.assertEqual(len(self.gateway.asked("room.send")), 4)

    async def test_the_operation_alone_is_not_sent_again_either(self):
        await self.set_up()
        self.gateway.answers["room.send"] = refuse("gw", 1003)
        sending = self.loop.create_task(self.device.client.room.send(roomID="live/7", clientMsgId="1", type=0, body={}))
        await self.loop.settle()
        self.assertEqual(sending.exception().code, 1003)
        self.assertEqual(len(self.gateway.asked("room.send")), 1)

    async def test_in_slow_mode_and_when_muted_it_says_until_when(self):
        await self.set_up()
        self.gateway.socket.event("room.changed", {**FACTS, "slowSeconds": 30})
        await self.frame(messages=[said(1, "alice")])
        self.assertEqual(self.room.slow_until, 31_000)
        self.gateway.answers.update({
            "room.send": refuse("em", 215), "room.enter": entry(1, mutedUntil=2_000_000_000_000)})  # fmt: skip
        for _ in range(2):
            sending = self.loop.create_task(self.room.send("hi"))
            await self.loop.settle()
            self.assertTrue(sending.exception().is_("em", 215))
        self.assertEqual((self.room.muted_until, self.room.state), (2_000_000_000_000, "in"))
        self.assertEqual(len(self.gateway.asked("room.enter")), 2)

    async def test_a_message_whose_connection_is_lost_is_told_once(self):
        for name, reply, seq, times in (
            ("told", lambda id: entry(11, said(11, "alice", clientMsgId=id), verdict="recovered"), 11, 1),
            ("not told", lambda _: entry(11, said(11), verdict="recovered"), 12, 2),
            ("nobody knows", lambda _: entry(1, said(1), epoch=6, verdict="gap"), None, 1),
        ):
            with self.subTest(name):
                await self.set_up(seq=10)
                self.gateway.answers["room.send"] = lambda _: self.gateway.socket.drop() or {}
                sending = self.loop.create_task(self.room.send("hi"))
                await self.loop.settle()
                asked = self.gateway.asked("room.send")
                self.gateway.answers["room.send"] = {"msgId": "m12", "seq": 12, "time": 1}
                self.gateway.answers["room.enter"] = reply(asked[0]["clientMsgId"])
                await self.device.advance(5)
                if seq:
                    self.assertEqual((await sending)["seq"], seq)
                else:
                    self.assertEqual(sending.exception().name, "maybeSent")
                asked = self.gateway.asked("room.send")
                self.assertEqual([data["clientMsgId"] for data in asked], [asked[0]["clientMsgId"]] * times)

    async def test_an_entry_that_is_refused_for_now_is_tried_again_and_one_for_good_fails(self):
        await self.set_up(enters=False)
        self.gateway.answers["room.enter"] = refuse("gw", 1003)
        await self.device.advance(60)
        self.assertIn(len(self.gateway.asked("room.enter")), range(5, 10))
        self.gateway.answers["room.enter"] = refuse("gw", 1025, "banned")
        await self.device.advance(30)
        self.assertEqual((self.entering.exception().name, self.room.state), ("banned", "out"))
        with self.assertRaises(MartletError) as failed:
            await self.room.send("hi")
        self.assertEqual(failed.exception.name, "banned")

    async def test_it_is_put_out_and_leaves_and_does_not_come_back(self):
        for event, data, reason in (("room.left", {"reason": "kicked"}, "kicked"), ("room.ended", {}, "ended"), (None, {}, None)):
            with self.subTest(reason):
                await self.set_up()
                if event:
                    self.gateway.socket.event(event, {"roomID": "live/8", **data})
                    await self.loop.settle()
                    self.assertEqual(self.room.state, "in")
                    self.gateway.socket.event(event, {"roomID": "live/7", **data})
                else:
                    await self.room.leave()
                await self.loop.settle()
                self.assertEqual((self.room.state, self.room.reason), ("out", reason))
                self.assertEqual(len(self.gateway.asked("room.leave")), 0 if event else 1)
                self.gateway.socket.drop()
                await self.device.advance(5)
                self.assertEqual(len(self.gateway.asked("room.enter")), 1)


if __name__ == "__main__":
    unittest.main()
