/** Who is typing, and when this user signals it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Typing } from "../../src/typing.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { message, refusal } from "../support/scripted.js";

async function openTyping() {
    const rig = await new Rig().open();
    const typing = new Typing(rig.client);
    const changed = [];
    typing.on("change", ({ conversationID }) => changed.push(conversationID));
    const hear = (from, data, conversationID = "group_1") =>
        rig.gateway.socket.event("message.signaled", { conversationID, from, name: "typing", ...(data && { data }) });
    const signals = () =>
        rig.gateway.asked("message.signal").map(({ data }) => (data.data?.isOver ? "over" : data.name));
    return { rig, typing, changed, hear, signals };
}

test("a user types from the first signal until five seconds after the last one", async () => {
    const { rig, typing, changed, hear } = await openTyping();
    hear("bob");
    hear("carol");
    assert.deepEqual(typing.of("group_1"), ["bob", "carol"]);
    await rig.clock.advance(3000);
    hear("bob");
    await rig.clock.advance(2500);
    assert.deepEqual(typing.of("group_1"), ["bob"]);
    await rig.clock.advance(2500);
    assert.deepEqual(typing.of("group_1"), []);
    assert.deepEqual(changed, ["group_1", "group_1", "group_1", "group_1"]);
});

test("a message of the user, or a signal that it is over, ends it at once", async () => {
    const { rig, typing, hear } = await openTyping();
    for (const user of ["bob", "carol", "dan"]) hear(user);
    rig.gateway.socket.event("message.new", message("group_1", 1, { from: "bob", sessionType: 1 }));
    hear("carol", { isOver: true });
    assert.deepEqual(typing.of("group_1"), ["dan"]);
});

test("another conversation, another signal and this user are not shown", async () => {
    const { rig, typing, hear, changed } = await openTyping();
    hear("alice");
    hear("bob", undefined, "c2c_bob");
    rig.gateway.socket.event("message.signaled", { conversationID: "group_1", from: "dan", name: "recording" });
    assert.deepEqual([typing.of("group_1"), typing.of("c2c_bob"), changed], [[], ["bob"], ["c2c_bob"]]);
});

test("a lost connection ends all of it", async () => {
    const { rig, typing, changed, hear } = await openTyping();
    hear("bob");
    hear("carol");
    await rig.gateway.socket.drop(1006);
    assert.deepEqual([typing.of("group_1"), changed], [[], ["group_1", "group_1", "group_1"]]);
});

test("of very many users who type, those who began last are shown", async () => {
    const { typing, hear } = await openTyping();
    for (let user = 0; user < 250; user++) hear(`user${user}`);
    const shown = typing.of("group_1");
    assert.deepEqual([shown.length, shown[0], shown.at(-1)], [200, "user50", "user249"]);
});

test("a user who types is signalled every three seconds, in each conversation", async () => {
    const { rig, typing, signals } = await openTyping();
    for (let tenth = 0; tenth < 65; tenth++) {
        typing.write("c2c_bob");
        await rig.clock.advance(100);
    }
    typing.write("group_1");
    await settled();
    assert.deepEqual(signals(), ["typing", "typing", "typing", "typing"]);
});

test("a text that is cleared is signalled once, and one that is sent is not", async () => {
    const { rig, typing, signals } = await openTyping();
    typing.write("c2c_bob");
    typing.stop("c2c_bob");
    typing.stop("c2c_bob");
    await settled();
    assert.deepEqual(signals(), ["typing", "over"]);
    typing.write("c2c_bob");
    typing.stop("c2c_bob");
    rig.client.send("c2c_bob", "Hello");
    await settled();
    assert.deepEqual(signals(), ["typing", "over", "typing"]);
    typing.write("c2c_bob");
    await rig.clock.advance(6000);
    typing.stop("c2c_bob");
    await settled();
    assert.deepEqual(signals(), ["typing", "over", "typing", "typing"]);
});

test("without a connection nothing is signalled, and with the next one at once", async () => {
    const { rig, typing, signals } = await openTyping();
    typing.write("c2c_bob");
    await settled();
    await rig.gateway.socket.drop(1006);
    typing.write("c2c_bob");
    await rig.clock.advance(1500);
    assert.deepEqual([rig.client.state.name, signals()], ["open", ["typing"]]);
    typing.write("c2c_bob");
    await settled();
    assert.deepEqual(signals(), ["typing", "typing"]);
});

test("where the gateway refuses signals, it is asked once for each text", async () => {
    const { rig, typing, signals } = await openTyping();
    rig.gateway.answers["message.signal"] = () => {
        throw refusal("em", 215, "mutedInGroup");
    };
    const failed = [];
    typing.on("failed", ({ name }) => failed.push(name));
    for (let second = 0; second < 10; second++) {
        typing.write("group_1");
        await rig.clock.advance(1000);
    }
    assert.deepEqual([signals(), failed], [["typing"], ["mutedInGroup"]]);
    typing.stop("group_1");
    typing.write("group_1");
    await settled();
    assert.deepEqual(failed, ["mutedInGroup", "mutedInGroup"]);
});

test("after close() it hears nothing", async () => {
    const { rig, typing, changed, hear } = await openTyping();
    hear("bob");
    typing.close();
    hear("carol");
    await rig.clock.advance(6000);
    assert.deepEqual([typing.of("group_1"), changed], [[], ["group_1"]]);
});
