import assert from "node:assert/strict";
import { test } from "node:test";

import { afterClose, retryDelay } from "../../src/closing.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";
import { Browser } from "../support/tabs.js";

test("what a client does after each close code", () => {
    const table = {
        again: [1001, 1005, 1006, 4000, 4001, 4099, 4400],
        later: [4100, 4199],
        token: [4200, 4201, 4202],
        never: [1000, 1002, 1003, 1007, 1008, 1009, 4300, 4304, 4305, 4399, 4401, 4402, 4403],
    };
    for (const [action, codes] of Object.entries(table)) for (const code of codes) assert.equal(afterClose(code), action, String(code));
});

test("the delay doubles up to a minute, at random between half of it and all of it", () => {
    const least = [0, 1, 2, 5, 7, 20].map((failures) => retryDelay(failures, () => 0));
    const most = [0, 1, 2, 5, 7, 20].map((failures) => retryDelay(failures, () => 1));
    assert.deepEqual(least, [0, 500, 1000, 8000, 30_000, 30_000]);
    assert.deepEqual(most, [0, 1000, 2000, 16_000, 60_000, 60_000]);
});

test("a session that worked is opened again at once", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "reconnect-at-once") }).open();
    await rig.clock.advance(10_000);
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(0);
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["open", 2]);
});

test("attempts that fail are further and further apart", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "reconnect-further-apart") }).open();
    await rig.clock.advance(10_000);
    rig.gateway.isAnswering = false;
    await rig.gateway.socket.drop(1006);
    const waits = [];
    for (let attempt = 0; attempt < 5; attempt++) {
        await rig.clock.advance(0);
        await rig.gateway.socket.drop(1006);
        waits.push(rig.client.state.retryAt - rig.clock.now());
        await rig.clock.advance(waits.at(-1));
    }
    assert.deepEqual(waits, [750, 1500, 3000, 6000, 12_000]);
});

test("a connection that does not open in time is given up", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "connect-hangs") });
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    await rig.clock.advance(15_000);
    assert.deepEqual([rig.client.state.name, rig.gateway.socket.isClosed], ["waiting", true]);
});

test("drain: the client waits as long as it was told, also when the connection is cut off", async (t) => {
    for (const code of [4100, 1006]) {
        const rig = await new Rig({ trace: new Recorder(t, `drain-${code}`) }).open();
        rig.gateway.socket.event("server.draining", { reconnectAfterMilliseconds: 3700 });
        await rig.gateway.socket.drop(code);
        await rig.clock.advance(3600);
        assert.equal(rig.client.state.name, "waiting");
        await rig.clock.advance(200);
        assert.equal(rig.client.state.name, "open");
    }
});

test("drain: a gateway has a client wait five minutes at most", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "drain-too-long") }).open();
    rig.gateway.socket.event("server.draining", { reconnectAfterMilliseconds: 10 ** 15 });
    await rig.gateway.socket.drop(4100);
    await rig.clock.advance(299_000);
    assert.equal(rig.client.state.name, "waiting");
    await rig.clock.advance(2000);
    assert.equal(rig.client.state.name, "open");
});

test("a text that is no message ends the connection, and the client comes back", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "no-message") });
    await rig.open();
    for (const text of ["hello", "7", "null", "[]", '"event"', '{"event":', ""]) {
        await rig.clock.advance(60_000);
        const { socket } = rig.gateway;
        socket.text(text);
        assert.deepEqual([rig.client.state.name, rig.client.state.reason.code, socket.isClosed], ["waiting", 1006, true], text);
        await rig.clock.advance(1000);
        assert.equal(rig.client.state.name, "open", text);
    }
});

const nonsense = [
    { event: "message.new" }, { event: "message.new", data: {} }, { event: "message.new", data: 7 }, { event: "conversation.changed", data: {} },
    { event: "conversation.new", data: { conversations: [null] } }, { event: "message.deleted", data: { conversationID: "c2c_bob" } },
    { event: "conversation.totalUnreadChanged", data: null }, { event: "state", data: { name: "open" } }, { event: "unsaved", data: {} },
    { event: "sync.reset", data: { stream: 7 } }, { event: 7, data: {} }, { event: {}, data: {} }, {}, { id: 3 }, { id: 3, ok: null },
];

test("a message of the protocol that makes no sense ends the connection, and the client comes back", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    await rig.open();
    for (const frame of nonsense) {
        const text = JSON.stringify(frame);
        await rig.clock.advance(60_000);
        rig.gateway.socket.text(text);
        assert.deepEqual([rig.client.state.name, rig.client.state.reason?.code], ["waiting", 1006], text);
        await rig.clock.advance(1000);
        assert.equal(rig.client.state.name, "open", text);
    }
    assert.deepEqual([store.conversations, store.totalUnread, rig.of("unsaved"), rig.of("sync.reset")], [[], 0, [], []]);
});

test("a message that makes no sense ends the connection of all tabs, and none of them fails", async () => {
    const browser = new Browser();
    const stores = [];
    const client = (made) => stores.push(new Store(made));
    const tabs = [await browser.open({ client }), await browser.open({ client })];
    await browser.clock.advance(1000);
    for (const frame of nonsense) {
        const [leading] = tabs;
        leading.gateway.socket.text(JSON.stringify(frame));
        assert.equal(leading.client.state.name, "waiting", JSON.stringify(frame));
        await browser.clock.advance(60_000);
        assert.deepEqual(tabs.map(({ client }) => client.state.name), ["open", "open"], JSON.stringify(frame));
    }
});

test("a session whose token has expired gets a new one", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "token-expired") }).open();
    await rig.clock.advance(10_000);
    await rig.gateway.socket.drop(4200);
    await rig.clock.advance(1000);
    assert.equal(rig.client.state.name, "open");
    assert.deepEqual(rig.tokens, [{ refused: false }, { refused: true }]);
    assert.equal(rig.gateway.socket.open.token, "token-2");
});

test("a token is refreshed when the gateway says that it ends", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "token-refresh") }).open();
    await rig.clock.advance(60_000);
    rig.gateway.socket.event("session.expiring", { expiresAt: rig.clock.now() / 1000 + 60 });
    await rig.clock.advance(0);
    assert.deepEqual(rig.gateway.asked("session.refresh").map(({ data }) => data), [{ token: "token-2" }]);
});

test("tokens shorter than the gateway's notice are refreshed at half their time, not at once and again", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "token-short") }).open();
    rig.gateway.socket.event("session.expiring", { expiresAt: rig.clock.now() / 1000 + 40 });
    await rig.clock.advance(19_000);
    assert.equal(rig.tokens.length, 1);
    await rig.clock.advance(2000);
    assert.equal(rig.tokens.length, 2);
});

test("an application without a token now is asked again", async (t) => {
    let isDown = true;
    const rig = new Rig({
        trace: new Recorder(t, "token-none"),
        token: () => {
            if (isDown) throw new Error("the backend is down");
            return "token";
        },
    });
    await rig.client.connect();
    await rig.clock.advance(500);
    assert.equal(rig.client.state.name, "waiting");
    isDown = false;
    await rig.clock.advance(2000);
    assert.equal(rig.client.state.name, "open");
});

test("an application that never answers for a token is asked again, later and later, and a late answer is not taken", async () => {
    const gives = [];
    const rig = new Rig({ token: () => new Promise((give) => gives.push(give)) });
    await rig.client.connect();
    await rig.clock.advance(29_000);
    assert.deepEqual([rig.client.state.name, gives.length], ["connecting", 1]);
    await rig.clock.advance(1000);
    assert.deepEqual([rig.client.state.name, rig.client.state.reason.name], ["waiting", "noToken"]);
    const waits = [rig.client.state.retryAt - rig.clock.now()];
    await rig.clock.advance(waits[0] + 30_000);
    waits.push(rig.client.state.retryAt - rig.clock.now());
    assert.deepEqual(waits, [750, 1500]);
    await rig.clock.advance(1500);
    gives[0]("of the first question");
    await settled();
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["connecting", 0]);
    gives[2]("token");
    await settled();
    assert.deepEqual([rig.client.state.name, rig.gateway.socket.open.token], ["open", "token"]);
});

test("a refresh whose token never comes is asked for again while the session lasts", async (t) => {
    let isStuck = false;
    const asked = [];
    const token = (why) => (asked.push(why), isStuck ? new Promise(() => {}) : `token-${asked.length}`);
    const rig = new Rig({ trace: new Recorder(t, "token-refresh-hangs"), token });
    await rig.open();
    await rig.clock.advance(60_000);
    isStuck = true;
    rig.gateway.socket.event("session.expiring", { expiresAt: rig.clock.now() / 1000 + 100 });
    await rig.clock.advance(30_000);
    isStuck = false;
    await rig.clock.advance(20_000);
    assert.deepEqual(rig.gateway.asked("session.refresh").map(({ data }) => data), [{ token: "token-3" }]);
});

test("refused tokens: a few new ones are tried, then the client ends", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "token-refused") });
    rig.gateway.login = () => {
        throw refusal("tim", 70003, "signatureBad");
    };
    await rig.client.connect();
    await rig.clock.advance(120_000);
    assert.deepEqual([rig.client.state.name, rig.client.state.reason.name, rig.tokens.length], ["ended", "signatureBad", 5]);
});

test("a disabled account ends the client; a gateway that cannot now is asked again", async (t) => {
    const disabled = new Rig({ trace: new Recorder(t, "refused-disabled") });
    disabled.gateway.login = () => {
        throw refusal("gw", 1002, "forbidden");
    };
    await disabled.client.connect();
    await settled();
    assert.equal(disabled.client.state.name, "ended");

    const busy = new Rig({ trace: new Recorder(t, "refused-busy") });
    busy.gateway.login = () => {
        if (busy.gateway.sockets.length < 3) throw refusal("gw", 1008, "unavailable");
        return {};
    };
    await busy.client.connect();
    await busy.clock.advance(10_000);
    assert.equal(busy.client.state.name, "open");
});

test("a kicked device stays away, and knows why", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "kicked") }).open();
    rig.gateway.socket.event("session.kicked", { reason: "kicked", text: "Please sign in again" });
    await rig.gateway.socket.drop(4305, "ended by an administrator");
    await rig.clock.advance(120_000);
    assert.equal(rig.gateway.sockets.length, 1);
    assert.deepEqual([rig.client.state.name, rig.client.state.kick.text], ["ended", "Please sign in again"]);
    await assert.rejects(rig.client.request("session.list"), { name: "stopped" });
});

test("a session that is replaced at once was replaced by an own late attempt: the client comes back, once", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "replaced-at-once") }).open();
    const replace = async () => {
        rig.gateway.socket.event("session.kicked", { reason: "sameDevice", device: "d1", platform: "web" });
        await rig.gateway.socket.drop(4300);
        await rig.clock.advance(3000);
    };
    await replace();
    assert.equal(rig.client.state.name, "open");
    await replace();
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["ended", 2]);
});

test("a session that is replaced later stays away", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "replaced-later") }).open();
    await rig.clock.advance(21_000);
    rig.gateway.socket.event("session.kicked", { reason: "sameDevice", device: "d1", platform: "web" });
    await rig.gateway.socket.drop(4300);
    await rig.clock.advance(60_000);
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["ended", 1]);
});

test("a request without a reply goes out again on the next connection, with its key and in its place", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "request-again") }).open();
    rig.gateway.isAnswering = false;
    const pinned = rig.client.request("conversation.pin", { conversationID: "c2c_bob", pinned: true });
    const marked = rig.client.request("conversation.markUnread", { conversationID: "c2c_bob" });
    await settled();
    const before = rig.gateway.requests.slice(-2);
    rig.gateway.isAnswering = true;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    await Promise.all([pinned, marked]);
    const after = rig.gateway.requests.filter(({ socket, op }) => socket === rig.gateway.socket && op !== "conversation.list");
    assert.deepEqual(after.map(({ op, key }) => [op, key]), before.map(({ op, key }) => [op, key]));
    assert.ok(before[0].key && before[0].key !== before[1].key);
});

test("a request that gets no reply in its time fails", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "request-timeout") }).open();
    rig.gateway.isAnswering = false;
    const answer = assert.rejects(rig.client.request("profile.getSelf", {}, { timeout: 3000 }), { name: "timeout" });
    await rig.clock.advance(3000);
    await answer;
});

test("requests are held back at the gateway's rate", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "budget") });
    rig.gateway.login = () => ({ limits: { requests: { perSecond: 10, burst: 20 } } });
    await rig.open();
    await rig.clock.advance(10_000);
    const before = rig.gateway.requests.length;
    for (let count = 0; count < 40; count++) rig.client.request("profile.getSelf");
    await settled();
    assert.equal(rig.gateway.requests.length - before, 16);
    await rig.clock.advance(1000);
    assert.equal(rig.gateway.requests.length - before, 24);
    await rig.clock.advance(2000);
    assert.equal(rig.gateway.requests.length - before, 40);
});

test("a gateway that cannot write is asked again later and later", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "unavailable") }).open();
    rig.gateway.answers["conversation.pin"] = () => {
        throw refusal("gw", 1008, "unavailable");
    };
    rig.client.request("conversation.pin", { conversationID: "c2c_bob", pinned: true }, { timeout: 0 }).catch(() => {});
    await rig.clock.advance(20_000);
    // After 0, 1.1, 3.3, 7.8 and 16.8 seconds.
    assert.equal(rig.gateway.asked("conversation.pin").length, 5);
});

test("a message of a live room that is refused fails at once, and holds nothing back", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "refused-in-room") }).open();
    for (const code of [1003, 1008]) {
        rig.gateway.answers["room.send"] = () => {
            throw refusal("gw", code);
        };
        const sent = rig.client.request("room.send", { roomID: "live/7", clientMsgId: `m${code}`, type: 0, body: {} });
        const pinned = rig.client.request("conversation.pin", { conversationID: "c2c_bob", pinned: true });
        await assert.rejects(sent, { system: "gw", code });
        await pinned;
    }
    await rig.clock.advance(10_000);
    assert.equal(rig.gateway.asked("room.send").length, 2);
});

test("a network that is back is tried at once", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "wake-at-once") });
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    await settled();
    for (let attempt = 0; attempt < 5; attempt++) {
        await rig.gateway.socket.drop(1006);
        if (attempt < 4) await rig.clock.advance(rig.client.state.retryAt - rig.clock.now());
    }
    rig.gateway.isAnswering = true;
    rig.client.link.wake();
    await rig.clock.advance(1000);
    assert.equal(rig.client.state.name, "open");
});

test("a page of an origin that may not connect is told so", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "foreign-origin") });
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    await settled();
    await rig.gateway.socket.drop(4403, "origin");
    assert.deepEqual([rig.client.state.name, rig.client.state.reason.name, rig.client.state.reason.code], ["ended", "foreignOrigin", 4403]);
});
