/** A live room: entering, coming back, holes, batches, and messages whose fate is not known. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Room } from "../../src/rooms.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const said = (seq, from = "bob", more = {}) => ({
    seq, msgId: `m${seq}`, clientMsgId: `c${seq}`, from, type: 0, body: { text: `${seq}` }, time: 1000 * seq, priority: "normal", ...more,
});
const entry = (seq, messages = [], more = {}) => ({
    roomID: "live/7", title: "Show", ext: "", slowSeconds: 0, isMuted: false, epoch: 5, seq, role: "participant",
    occupancy: { participants: 3 }, messages, ...more,
});

/** Alice, who enters, and what her room has told. */
async function setting() {
    const rig = await new Rig().open();
    const room = new Room(rig.client, "live/7");
    const told = [];
    room.on("news", ({ messages, cleared, missed, shed }) => told.push([messages.map(({ seq }) => seq), cleared, missed, shed]));
    const states = [];
    room.on("state", ({ name, verdict, reason }) => states.push([name, verdict ?? reason?.name ?? reason].filter(Boolean).join(" ")));
    const frame = (data) => rig.gateway.socket.event("room.frame", { roomID: "live/7", epoch: 5, ...data });
    return { rig, room, told, states, frame };
}

async function entered(seq = 0, messages = []) {
    const setup = await setting();
    setup.rig.gateway.answers["room.enter"] = entry(seq, messages);
    await setup.room.enter();
    await setup.rig.clock.advance(100);
    setup.told.length = 0;
    return setup;
}

test("those who enter have the last messages, and miss nothing", async () => {
    const { rig, room, told, states } = await setting();
    rig.gateway.answers["room.enter"] = entry(42, [said(41), said(42)], { slowSeconds: 7, mutedUntil: 9 });
    await room.enter();
    await rig.clock.advance(100);
    assert.deepEqual(told, [[[41, 42], [], 0, 0]]);
    assert.deepEqual(states, ["entering", "in"]);
    assert.deepEqual([room.title, room.participants, room.slowSeconds, room.mutedUntil], ["Show", 3, 7, 9]);
    assert.deepEqual(rig.gateway.asked("room.enter")[0].data, { roomID: "live/7" });
});

test("frames are told together, ten times a second at most, with holes as missed", async () => {
    const { rig, told, frame } = await entered(10);
    for (let tick = 0; tick < 20; tick++) {
        frame({ messages: [said(11 + 2 * tick)], shed: 1 });
        await rig.clock.advance(20);
    }
    await rig.clock.advance(100);
    assert.ok(told.length <= 5, `${told.length} times in 400 ms`);
    assert.deepEqual(told.flatMap(([seqs]) => seqs), Array.from({ length: 20 }, (_, tick) => 11 + 2 * tick));
    const sum = (index) => told.reduce((sum, news) => sum + news[index], 0);
    assert.deepEqual([sum(2), sum(3)], [19, 20]);
});

test("a page that does not draw is handed the last ones, and the others count as missed", async () => {
    const { rig, room, told, frame } = await entered();
    for (let seq = 1; seq <= 250; seq++) frame({ messages: [said(seq)] });
    await rig.clock.advance(100);
    assert.deepEqual([told[0][0].length, told[0][0].at(-1), told[0][2], room.messages.length], [200, 250, 50, 200]);
});

test("what is cleared is shown no longer, told or not; what is said later is", async () => {
    const { rig, room, told, frame } = await entered(2, [said(1), said(2, "carol")]);
    frame({ messages: [said(3), said(4, "carol")] });
    frame({ cleared: [{ from: "bob" }, { msgId: "m4", seq: 4 }], messages: [said(5)] });
    await rig.clock.advance(100);
    assert.deepEqual(told, [[[5], [{ from: "bob" }, { msgId: "m4", seq: 4 }], 0, 0]]);
    assert.deepEqual(room.messages.map(({ seq }) => seq), [2, 5]);
});

test("a frame right behind the reply does not make the entry's messages look missed", async () => {
    const { rig, room, told } = await setting();
    rig.gateway.answers["room.enter"] = (_, socket, { id }) => {
        // Both come in one read of the socket.
        socket.give({ id, ok: entry(2, [said(1), said(2)]) });
        socket.event("room.frame", { roomID: "live/7", epoch: 5, messages: [said(3)] });
    };
    await room.enter();
    await rig.clock.advance(100);
    assert.deepEqual(told, [[[1, 2, 3], [], 0, 0]]);
});

for (const [verdict, reply, missed] of [
    ["recovered", entry(13, [said(11), said(12), said(13)]), 0],
    ["gap", entry(90, [said(89), said(90)]), 78],
    ["gap", entry(4, [said(3), said(4)], { epoch: 6 }), 2],
]) {
    test(`it comes back with the next session: ${verdict} in epoch ${reply.epoch}`, async () => {
        const { rig, room, told, states } = await entered(10);
        rig.gateway.answers["room.enter"] = { ...reply, verdict };
        await rig.gateway.socket.drop(1006);
        assert.equal(room.state.name, "entering");
        await rig.clock.advance(2000);
        assert.deepEqual(rig.gateway.asked("room.enter").at(-1).data, { roomID: "live/7", epoch: 5, seq: 10 });
        assert.deepEqual(states.slice(2), ["entering", `in ${verdict}`]);
        assert.deepEqual(told, [[reply.messages.map(({ seq }) => seq), [], missed, 0]]);
    });
}

const value = (key, version, more = {}) => ({ key, value: `${version}`, version, position: version, ...more });

test("values are those of the entry and of all steps, and a hole is read", async () => {
    const { rig, room } = await setting();
    rig.gateway.answers["room.enter"] = entry(0, [], { state: 4, values: [value("a", 3), value("b", 4)], queueState: 9 });
    rig.gateway.answers["room.values"] = { state: 9, values: [value("d", 9)] };
    let changes = 0;
    await room.enter();
    room.on("change", () => changes++);
    const step = (former, state, set, removed = []) =>
        rig.gateway.socket.event("room.valuesChanged", { roomID: "live/7", former, state, set, removed });
    const known = () => [...room.values.values()].map(({ key, version }) => `${key}${version}`);
    step(4, 6, [value("a", 5), value("c", 6)], ["b"]);
    // It is known already.
    step(4, 5, [value("a", 5)]);
    assert.deepEqual([known(), changes], [["a5", "c6"], 2]);
    step(8, 9, [value("d", 9)]);
    await settled();
    assert.deepEqual([known(), changes, rig.gateway.asked("room.values").length], [["d9"], 3, 1]);
    // Nobody has asked for the queue.
    assert.deepEqual([rig.gateway.asked("room.queue"), room.queue], [[], []]);
    await rig.gateway.socket.drop(1006);
    rig.gateway.answers["room.enter"] = entry(0, [], { state: 9, verdict: "recovered" });
    await rig.clock.advance(2000);
    assert.deepEqual([rig.gateway.asked("room.enter").at(-1).data.state, known()], [9, ["d9"]]);
});

test("steps that come while the queue is read are not lost", async () => {
    const rig = await new Rig().open();
    const room = new Room(rig.client, "live/7", { queue: true });
    rig.gateway.answers["room.enter"] = entry(0, [], { state: 0, values: [], queueState: 2 });
    rig.gateway.answers["room.queue"] = (_, socket, { id }) => {
        const isFirst = rig.gateway.asked("room.queue").length === 1;
        if (isFirst) socket.event("room.queueChanged", { roomID: "live/7", former: 2, state: 3, set: [], removed: ["x"] });
        socket.give({ id, ok: isFirst ? { state: 2, elements: [value("y", 2), value("x", 1)] } : { state: 3, elements: [value("y", 2)] } });
    };
    await room.enter();
    await settled();
    assert.deepEqual(room.queue.map(({ key }) => key), ["y"]);
});

test("taps are counted together, twice a second at most, and all fail if that is refused", async () => {
    const { rig, room, frame } = await entered();
    rig.gateway.answers["room.count"] = {};
    const taps = Array.from({ length: 130 }, () => room.count("likes"));
    await rig.clock.advance(400);
    assert.deepEqual(rig.gateway.asked("room.count"), []);
    await rig.clock.advance(700);
    await Promise.all(taps);
    assert.deepEqual(rig.gateway.asked("room.count").map(({ data }) => data.count), [100, 30]);
    frame({ counters: { likes: 130 } });
    assert.deepEqual(room.counters, { likes: 130 });
    rig.gateway.answers["room.count"] = () => {
        throw refusal("gw", 1001);
    };
    const failed = assert.rejects(Promise.all([room.count("tears"), room.count("tears")]), { code: 1001 });
    await rig.clock.advance(600);
    await failed;
});

test("a refused message is the sender's to send again, and holds up nothing", async () => {
    const { rig, room } = await entered();
    for (const [system, code] of [["gw", 1003], ["gw", 1024], ["gw", 1008], ["em", 507]]) {
        rig.gateway.answers["room.send"] = () => {
            throw refusal(system, code);
        };
        const failed = assert.rejects(room.send("hi"), { system, code });
        const other = rig.client.request("profile.getSelf");
        await settled();
        await Promise.all([failed, other]);
    }
    await rig.clock.advance(60_000);
    assert.equal(rig.gateway.asked("room.send").length, 4);
});

test("the operation alone is not sent again either", async () => {
    const rig = await new Rig().open();
    rig.gateway.answers["room.send"] = () => {
        throw refusal("gw", 1003);
    };
    const failed = assert.rejects(rig.client.room.send({ roomID: "live/7", clientMsgId: "1", type: 0, body: {} }), { code: 1003 });
    await settled();
    await failed;
    assert.equal(rig.gateway.asked("room.send").length, 1);
});

test("in slow mode it says from when on this user is heard again", async () => {
    const { rig, room, frame } = await entered();
    frame({ messages: [said(1, "alice")] });
    rig.gateway.socket.event("room.changed", { roomID: "live/7", title: "Show", ext: "", slowSeconds: 30, isMuted: false });
    assert.equal(room.slowUntil, 0);
    frame({ messages: [said(2, "alice"), said(3, "bob")] });
    assert.equal(room.slowUntil, 32_000);
    room.role = "owner";
    assert.equal(room.slowUntil, 0);
});

test("who is muted is told until when", async () => {
    const { rig, room } = await entered();
    rig.gateway.answers["room.enter"] = entry(0, [], { mutedUntil: 2_000_000_000_000 });
    rig.gateway.answers["room.send"] = () => {
        throw refusal("em", 215);
    };
    for (let time = 0; time < 3; time++) {
        const failed = assert.rejects(room.send("hi"), { code: 215 });
        await settled();
        await failed;
    }
    assert.equal(room.mutedUntil, 2_000_000_000_000);
    assert.deepEqual([rig.gateway.asked("room.enter").length, room.state.name], [2, "in"]);
});

/** A message whose connection is lost before the reply, and the reply to the next entry. */
async function lost(reply) {
    const setup = await entered(10);
    const { rig, room } = setup;
    rig.gateway.answers["room.send"] = (_, socket) => socket.drop(1006);
    const sent = room.send("hi");
    sent.catch(() => {});
    await settled();
    const { clientMsgId } = rig.gateway.asked("room.send")[0].data;
    rig.gateway.answers["room.send"] = { msgId: "m12", seq: 12, time: 1 };
    rig.gateway.answers["room.enter"] = reply(clientMsgId);
    await rig.clock.advance(2000);
    return { ...setup, sent, clientMsgId };
}

test("a message without a reply was told, and is not sent again", async () => {
    const { rig, sent } = await lost((clientMsgId) => entry(11, [said(11, "alice", { clientMsgId })], { verdict: "recovered" }));
    assert.deepEqual(await sent, { msgId: "m11", seq: 11, time: 11_000 });
    assert.equal(rig.gateway.asked("room.send").length, 1);
});

test("a message without a reply was not told: it goes out again with its id", async () => {
    const { rig, sent, clientMsgId } = await lost(() => entry(11, [said(11)], { verdict: "recovered" }));
    assert.equal((await sent).seq, 12);
    assert.deepEqual(rig.gateway.asked("room.send").map(({ data }) => data.clientMsgId), [clientMsgId, clientMsgId]);
});

test("a message without a reply, of a former epoch: nobody knows", async () => {
    const { rig, sent } = await lost(() => entry(1, [said(1)], { epoch: 6, verdict: "gap" }));
    await assert.rejects(sent, { name: "maybeSent" });
    assert.equal(rig.gateway.asked("room.send").length, 1);
});

test("an entry that is refused for now is tried again, ever more slowly, and nothing waits for it", async () => {
    const { rig, room, states } = await setting();
    rig.gateway.answers["room.enter"] = () => {
        throw refusal("gw", 1003);
    };
    const entering = room.enter();
    await rig.clock.advance(60_000);
    const { length } = rig.gateway.asked("room.enter");
    assert.ok(length >= 5 && length <= 9, `${length} times in a minute`);
    rig.gateway.answers["room.enter"] = entry(0);
    await rig.clock.advance(30_000);
    await entering;
    assert.deepEqual(states, ["entering", "in"]);
});

test("an entry that is refused for good fails", async () => {
    const { rig, room, states } = await setting();
    rig.gateway.answers["room.enter"] = () => {
        throw refusal("gw", 1025, "banned");
    };
    await assert.rejects(room.enter(), { name: "banned" });
    assert.deepEqual(states, ["entering", "out banned"]);
    await assert.rejects(room.send("hi"), { name: "notInRoom" });
});

for (const [event, data, reason] of [["room.left", { reason: "kicked" }, "kicked"], ["room.ended", {}, "ended"]]) {
    test(`${event}: it is out, and does not come back`, async () => {
        const { rig, room, told, frame } = await entered();
        rig.gateway.answers["room.send"] = () => new Promise(() => {});
        frame({ messages: [said(1)] });
        const failed = assert.rejects(room.send("hi"), { name: "notInRoom" });
        rig.gateway.socket.event(event, { roomID: "live/8", ...data });
        assert.equal(room.state.name, "in");
        rig.gateway.socket.event(event, { roomID: "live/7", ...data });
        await failed;
        assert.deepEqual([room.state, told], [{ name: "out", reason }, [[[1], [], 0, 0]]]);
        await rig.gateway.socket.drop(1006);
        await rig.clock.advance(5000);
        assert.equal(rig.gateway.asked("room.enter").length, 1);
    });
}

test("leaving ends it here; another tab of the session enters again", async () => {
    const { rig, room } = await entered(3);
    const broadcasts = [];
    rig.client.link.broadcast = (name, data) => broadcasts.push([name, data]);
    rig.client.link.emit("broadcast", { name: "room.leave", data: { roomID: "live/7" } });
    await settled();
    assert.deepEqual([rig.gateway.asked("room.enter").length, room.state.name], [2, "in"]);
    await Promise.all([room.leave(), settled()]);
    assert.deepEqual(room.state, { name: "out" });
    assert.deepEqual([rig.gateway.asked("room.leave").length, broadcasts], [1, [["room.leave", { roomID: "live/7" }]]]);
});
