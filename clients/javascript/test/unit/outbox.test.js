import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { RisingIDs } from "../../src/ids.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const textsOf = (requests) => requests.map(({ data }) => data.body.text);

test("messages of a conversation go one after the other, those of different ones beside each other", async () => {
    const rig = await new Rig().open();
    rig.gateway.isAnswering = false;
    for (const text of ["a1", "a2"]) rig.client.send("c2c_bob", text);
    for (const text of ["b1", "b2"]) rig.client.send("c2c_carol", text);
    await settled();
    assert.deepEqual(textsOf(rig.gateway.asked("message.send")), ["a1", "b1"]);
    rig.gateway.socket.answer(rig.gateway.asked("message.send")[0]);
    await settled();
    assert.deepEqual(textsOf(rig.gateway.asked("message.send")), ["a1", "b1", "a2"]);
});

test("a refused message fails by itself, and the next one goes", async () => {
    const rig = await new Rig().open();
    rig.gateway.answers["message.send"] = ({ body, conversationID }) => {
        if (body.text === "bad") throw refusal("nim", 414);
        return { msgId: "1", conversationID, seq: 1, time: 1 };
    };
    const bad = rig.client.send("c2c_bob", "bad");
    const good = rig.client.send("c2c_bob", "good");
    await assert.rejects(bad, { system: "nim", code: 414 });
    assert.equal((await good).body.text, "good");
    const [failed] = rig.client.outbox.entries();
    assert.deepEqual([failed.state, failed.error.code], ["failed", 414]);
    await rig.client.outbox.discard(failed.clientMsgId);
    assert.deepEqual(rig.client.outbox.entries(), []);
});

test("a failed message can be sent again, with a new id", async () => {
    const rig = await new Rig().open();
    let isFriend = false;
    rig.gateway.answers["message.send"] = ({ conversationID }) => {
        if (!isFriend) throw refusal("tim", 20009);
        return { msgId: "1", conversationID, seq: 1, time: 1 };
    };
    await assert.rejects(rig.client.send("c2c_bob", "hello"));
    isFriend = true;
    const { stored } = await rig.client.outbox.retry(rig.client.outbox.entries()[0].clientMsgId);
    assert.equal((await stored).body.text, "hello");
    const [first, second] = rig.gateway.asked("message.send");
    assert.notEqual(first.data.clientMsgId, second.data.clientMsgId);
});

test("refused as too frequent, nothing overtakes: the refused ones go first, in their order", async () => {
    const rig = await new Rig().open();
    rig.gateway.isAnswering = false;
    for (const name of ["bob", "carol", "dave"]) rig.client.send(`c2c_${name}`, name);
    await settled();
    const { socket } = rig.gateway;
    const [bob, carol, dave] = rig.gateway.asked("message.send");
    socket.give({ id: carol.id, error: refusal("gw", 1003) });
    socket.give({ id: bob.id, error: refusal("gw", 1003) });
    rig.client.send("c2c_eve", "eve");
    await rig.clock.advance(2000);
    // One is still under way, so nothing goes out.
    assert.equal(rig.gateway.asked("message.send").length, 3);
    socket.answer(dave);
    await rig.clock.advance(900);
    assert.equal(rig.gateway.asked("message.send").length, 3);
    await rig.clock.advance(200);
    assert.deepEqual(textsOf(rig.gateway.asked("message.send").slice(3)), ["bob", "carol", "eve"]);
});

test("unsent messages survive a reload, and go before new ones, also when the clock was set back", async () => {
    const storage = new MemoryStorage();
    const first = await new Rig({ storage }).open();
    first.gateway.isAnswering = false;
    for (const text of ["one", "two"]) first.client.send("c2c_bob", text);
    await settled();
    const second = new Rig({ storage });
    second.clock.time = first.clock.time - 86_400_000;
    second.gateway.answers["message.send"] = ({ conversationID }) => ({ msgId: "1", conversationID, seq: 1, time: 1 });
    second.client.connect();
    await settled();
    await second.client.send("c2c_bob", "three");
    assert.deepEqual(textsOf(second.gateway.asked("message.send")), ["one", "two", "three"]);
    await settled();
    assert.deepEqual(await storage.load(), []);
});

test("stopped, a message waits; started again, it goes", async () => {
    const rig = await new Rig().open();
    rig.client.disconnect();
    const sent = rig.client.send("c2c_bob", "later");
    await settled();
    assert.equal(rig.client.outbox.entries()[0].state, "waiting");
    await rig.client.connect();
    assert.equal((await sent).body.text, "later");
});

test("ids always rise", () => {
    const ids = new RisingIDs();
    const times = [1000, 1000, 999, 5000, ...Array(10_000).fill(5000), 1, 6000];
    const made = times.map((time) => ids.next(time));
    assert.deepEqual([...made].sort(), made);
    assert.equal(new Set(made).size, made.length);
    assert.match(made[0], /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
