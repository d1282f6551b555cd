import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { RisingIDs } from "../../src/ids.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { message, refusal } from "../support/scripted.js";

const textsOf = (requests) => requests.map(({ data }) => data.body.text);

test("messages of a conversation go one after the other, those of different ones beside each other", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "outbox-order") }).open();
    rig.gateway.isAnswering = false;
    for (const text of ["a1", "a2"]) rig.client.send("c2c_bob", text);
    for (const text of ["b1", "b2"]) rig.client.send("c2c_carol", text);
    await settled();
    assert.deepEqual(textsOf(rig.gateway.asked("message.send")), ["a1", "b1"]);
    rig.gateway.socket.answer(rig.gateway.asked("message.send")[0]);
    await settled();
    assert.deepEqual(textsOf(rig.gateway.asked("message.send")), ["a1", "b1", "a2"]);
});

test("a refused message fails by itself, and the next one goes", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "outbox-refused") }).open();
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

test("a message goes as it was when it was written, whatever the application does with it then", async () => {
    const rig = new Rig();
    const body = { text: "as written" };
    const sent = rig.client.send("c2c_bob", { body });
    body.text = "changed later";
    await rig.open();
    assert.equal((await sent).body.text, "as written");
    assert.deepEqual(textsOf(rig.gateway.asked("message.send")), ["as written"]);
    assert.throws(() => rig.client.send("c2c_bob", { body: { amount: 1n } }), TypeError);
    assert.deepEqual(rig.client.outbox.entries(), []);
});

test("an own message has its end and what it replies to, as others get it, without a reload", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "outbox-end-and-reply") }).open();
    const time = rig.clock.time;
    rig.gateway.answers["message.send"] = ({ conversationID }) => ({ msgId: "7", conversationID, seq: 1, time });
    const ending = await rig.client.send("c2c_bob", { body: { text: "code" }, expireSeconds: 60 });
    assert.equal(ending.expireAt, time + 60_000);
    rig.gateway.answers["message.get"] = ({ msgIds }) => {
        const { clientMsgId } = rig.gateway.asked("message.send").at(-1).data;
        const replyTo = { msgId: "7", seq: 1, from: "alice" };
        return { results: [{ msgId: msgIds[0], code: 0, message: message("c2c_bob", 2, { clientMsgId, from: "alice", replyTo }) }] };
    };
    await rig.client.send("c2c_bob", { body: { text: "2" }, replyTo: { msgId: "7" } });
    assert.deepEqual(rig.of("message.sent").map(({ replyTo }) => replyTo?.seq), [undefined, 1]);
});

test("an own message has the settings that it was sent with, as others get it", async () => {
    const { client } = await new Rig().open();
    const given = { body: { text: "Lunch?" }, teamReceipt: true, history: true, shouldBeCounted: false };
    const { history, teamReceipt, shouldBeCounted } = await client.send("group_1", given);
    assert.deepEqual([history, teamReceipt, shouldBeCounted], [undefined, true, false]);
});

test("a message that is discarded leaves what its conversation shows", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    rig.gateway.answers["message.send"] = () => {
        throw refusal("nim", 414);
    };
    await assert.rejects(rig.client.send("c2c_bob", "bad"));
    await settled();
    const changes = [];
    store.on("change", ({ list, conversations }) => changes.push([list, ...conversations]));
    await rig.client.outbox.discard(rig.client.outbox.entries()[0].clientMsgId);
    await settled();
    assert.deepEqual(changes, [[false, "c2c_bob"]]);
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

test("refused as too frequent, nothing overtakes: the refused ones go first, in their order", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "outbox-too-frequent") }).open();
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

test("unsent messages survive a reload, and go before new ones, also when the clock was set back", async (t) => {
    const storage = new MemoryStorage();
    const trace = new Recorder(t, "outbox-restart");
    const first = await new Rig({ trace, storage }).open();
    first.gateway.isAnswering = false;
    for (const text of ["one", "two"]) first.client.send("c2c_bob", text);
    await settled();
    const second = new Rig({ trace, storage });
    second.clock.time = first.clock.time - 86_400_000;
    second.gateway.answers["message.send"] = ({ conversationID }) => ({ msgId: "1", conversationID, seq: 1, time: 1 });
    second.client.connect();
    await settled();
    await second.client.send("c2c_bob", "three");
    assert.deepEqual(textsOf(second.gateway.asked("message.send")), ["one", "two", "three"]);
    await settled();
    assert.deepEqual(await storage.range("outbox"), []);
});

test("a message that is sent again is shown as it is now, and not if it is gone", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "outbox-gone") }).open();
    rig.gateway.isAnswering = false;
    const sent = ["gone", "edited"].map((text) => rig.client.send("c2c_bob", text));
    await settled();
    await rig.gateway.socket.drop(1006);
    rig.gateway.isAnswering = true;
    rig.gateway.answers["message.send"] = ({ conversationID, clientMsgId, body }) => {
        const now = body.text === "gone" ? { isExpired: true, body: {} } : { body: { text: "better" }, change: 1 };
        const one = message(conversationID, body.text === "gone" ? 1 : 2, { clientMsgId, from: "alice", ...now });
        const { msgId, seq, time } = one;
        return { msgId, conversationID, seq, time, message: one };
    };
    await rig.clock.advance(3000);
    const [gone, edited] = await Promise.all(sent);
    assert.deepEqual([gone.isExpired, edited.body.text], [true, "better"]);
    assert.deepEqual(rig.of("message.sent").map(({ body }) => body.text), ["better"]);
    assert.deepEqual(rig.client.outbox.entries(), []);
});

test("stopped, a message waits; started again, it goes", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "outbox-stopped") }).open();
    rig.client.disconnect();
    const sent = rig.client.send("c2c_bob", "later");
    await settled();
    assert.equal(rig.client.outbox.entries()[0].state, "waiting");
    await rig.client.connect();
    assert.equal((await sent).body.text, "later");
});

const anHour = 3_600_000;

const usualLimits = { requests: { perSecond: 50, burst: 100 }, retryHours: 24 };

/** A message whose reply was lost, in a client that comes back after so many hours. `found` is what the gateway has of it. */
async function backAfter(hours, { trace, found = false, isEndless = false, limits = usualLimits } = {}) {
    const storage = new MemoryStorage();
    const first = await new Rig({ trace, storage }).open();
    first.gateway.isAnswering = false;
    first.client.send("c2c_bob", "old").catch(() => {});
    await settled();
    const { clientMsgId } = first.gateway.asked("message.send")[0].data;
    const rig = new Rig({ trace, storage, time: first.clock.time + hours * anHour });
    rig.gateway.login = () => ({ limits, serverTime: rig.clock.time });
    rig.gateway.answers["message.history"] = ({ cursor }) => ({
        messages: [
            message("c2c_bob", 90, { time: rig.clock.time }),
            ...(found ? [message("c2c_bob", 7, { clientMsgId, from: "alice", body: { text: "old" }, time: first.clock.time })] : []),
        ],
        cursor: cursor - 1,
        isFinished: !isEndless,
    });
    await rig.open();
    await settled();
    return rig;
}

test("a message that the gateway may have forgotten is looked for, and is not sent twice", async (t) => {
    const rig = await backAfter(24, { found: true, trace: new Recorder(t, "found-after-restart") });
    assert.deepEqual(rig.gateway.asked("message.send"), []);
    assert.deepEqual(rig.of("message.sent").map(({ seq, body }) => [seq, body.text]), [[7, "old"]]);
    assert.deepEqual([rig.client.outbox.entries(), await rig.client.storage.range("outbox")], [[], []]);
});

test("a message that was looked for and is not there is sent", async (t) => {
    const rig = await backAfter(24, { trace: new Recorder(t, "not-found-after-restart") });
    assert.deepEqual(textsOf(rig.gateway.asked("message.send")), ["old"]);
    assert.deepEqual(rig.client.outbox.entries(), []);
});

test("a message that the gateway still knows is sent without looking for it", async (t) => {
    const rig = await backAfter(23, { trace: new Recorder(t, "known-after-restart") });
    assert.deepEqual([rig.gateway.asked("message.history").length, textsOf(rig.gateway.asked("message.send"))], [0, ["old"]]);
});

test("the gateway says for how long it knows a message, and 24 hours are meant if it does not", async (t) => {
    const short = await backAfter(3, { found: true, limits: { retryHours: 2 }, trace: new Recorder(t, "retry-hours") });
    assert.deepEqual(short.gateway.asked("message.send"), []);
    const long = await backAfter(30, { found: true, limits: { retryHours: 48 } });
    assert.equal(long.gateway.asked("message.send").length, 1);
    const silent = await backAfter(24, { found: true, limits: undefined });
    assert.deepEqual(silent.gateway.asked("message.send"), []);
});

test("a message of which the history does not tell fails, and goes when the user sends it again", async () => {
    const rig = await backAfter(24, { isEndless: true });
    await rig.clock.advance(10_000);
    assert.deepEqual(rig.gateway.asked("message.send"), []);
    const [failed] = rig.client.outbox.entries();
    assert.deepEqual([failed.state, failed.error.system, failed.error.name], ["failed", "client", "maybeSent"]);
    const { stored } = await rig.client.outbox.retry(failed.clientMsgId);
    assert.equal((await stored).body.text, "old");
    assert.notEqual(rig.gateway.asked("message.send")[0].data.clientMsgId, failed.clientMsgId);
});

test("a message that is not in the history fails when it is too old", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "maybe-sent-no-history") }).open();
    rig.gateway.isAnswering = false;
    rig.client.send("c2c_bob", { body: { text: "secret" }, history: false }).catch(() => {});
    await settled();
    await rig.clock.sleep(25 * anHour);
    rig.gateway.isAnswering = true;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    assert.equal(rig.gateway.asked("message.send").length, 1);
    assert.deepEqual(rig.client.outbox.entries().map(({ error }) => error.name), ["maybeSent"]);
});

test("a clock that is corrected a little makes no message old", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "clock-corrected") }).open();
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", { body: { text: "secret" }, history: false });
    await settled();
    rig.gateway.isAnswering = true;
    rig.clock.time -= 5000;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    assert.equal((await sent).body.text, "secret");
});

test("a page that slept for days over a message's reply looks for it before it sends it again", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "found-after-sleep") }).open();
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "old");
    await settled();
    const { clientMsgId } = rig.gateway.asked("message.send")[0].data;
    rig.gateway.isAnswering = true;
    rig.gateway.answers["message.history"] = { messages: [message("c2c_bob", 7, { clientMsgId, from: "alice" })], cursor: 7, isFinished: true };
    await rig.clock.sleep(72 * anHour);
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    assert.equal((await sent).seq, 7);
    assert.equal(rig.gateway.asked("message.send").length, 1);
});

test("ids always rise", () => {
    const ids = new RisingIDs();
    const times = [1000, 1000, 999, 5000, ...Array(10_000).fill(5000), 1, 6000];
    const made = times.map((time) => ids.next(time));
    assert.deepEqual([...made].sort(), made);
    assert.equal(new Set(made).size, made.length);
    assert.match(made[0], /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("signing out discards what waits, and tells who has sent it", async () => {
    const rig = new Rig();
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    const sent = rig.client.send("c2c_bob", "hello");
    await settled();
    await rig.client.signOut();
    await assert.rejects(sent, { system: "client", name: "discarded" });
});
