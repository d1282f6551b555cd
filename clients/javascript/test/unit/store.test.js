/** What a page shows when the gateway could not be asked at once. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Presence } from "../../src/presence.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { message, refusal } from "../support/scripted.js";

const history = { messages: [message("c2c_bob", 1)], cursor: 1, isFinished: true };
const seqsOf = (store) => store.view("c2c_bob").messages.map(({ seq }) => seq);

test("a conversation that is opened right after connect() is read", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = history;
    rig.client.connect();
    await store.open("c2c_bob");
    assert.deepEqual(seqsOf(store), [1]);
});

test("a conversation that is opened without a connection is read when there is one", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = history;
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    const opening = store.open("c2c_bob");
    await rig.clock.advance(600_000);
    rig.gateway.isAnswering = true;
    rig.client.link.wake();
    await rig.clock.advance(70_000);
    await opening;
    assert.deepEqual(seqsOf(store), [1]);
});

test("users who are watched without a connection are watched when there is one", async () => {
    const rig = new Rig();
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    new Presence(rig.client).watch(["bob"]);
    await rig.clock.advance(600_000);
    assert.equal(rig.gateway.asked("subscription.subscribe").length, 0);
    rig.gateway.isAnswering = true;
    rig.client.link.wake();
    await rig.clock.advance(70_000);
    assert.deepEqual(rig.gateway.asked("subscription.subscribe").map(({ data }) => data.userIds), [["bob"]]);
});

test("a conversation that could not be read is read as soon as it has a message, or with the next list", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = () => {
        throw refusal("nim", 404, "noTarget");
    };
    await assert.rejects(store.open("c2c_bob"), { code: 404 });
    rig.gateway.answers["message.history"] = history;
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    assert.deepEqual(seqsOf(store), [1]);

    const other = new Store(rig.client);
    rig.client.disconnect();
    await assert.rejects(other.open("c2c_bob"), { name: "stopped" });
    await rig.open();
    rig.gateway.socket.event("conversation.syncFinish", { isComplete: false });
    await settled();
    assert.deepEqual(seqsOf(other), [1]);
});
