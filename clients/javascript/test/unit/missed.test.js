/** What a tab has missed that was frozen, or to which something was lost. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { Browser } from "../support/tabs.js";
import { conversation, message, refusal } from "../support/scripted.js";

/** What the leading tab answers to a tab that has missed something. */
const misses = (tab) => tab.client.link.emit("login", { reply: { stream: { seq: 0 }, groups: {} } });

/** Two tabs of a user in group 5, where two broadcasts are in force. */
async function inGroup() {
    const browser = new Browser();
    const first = await browser.open({ gateway: (gateway) => (gateway.login = () => ({ broadcasts: 0, groups: { 5: 3 } })) });
    const second = await browser.open();
    first.gateway.answers["broadcast.list"] = ({ after }) => {
        const left = [1, 2].filter((seq) => seq > after);
        return { broadcasts: left.map(broadcast), seq: 2, isFinished: true };
    };
    const happen = () => {
        for (const seq of [1, 2]) first.gateway.socket.event("broadcast.new", broadcast(seq));
        first.gateway.socket.event("group.infoChanged", { groupID: "5" }, { stream: "group_5", seq: 4 });
    };
    return { browser, first, second, happen };
}

const broadcast = (seq) => ({ seq, type: 0, body: { text: `${seq}` }, time: seq });
const seqsOf = (tab) => tab.of("broadcast.new").map(({ seq }) => seq);

test("a tab that goes on hears the broadcasts that it has missed, and that a group's events are missing", async () => {
    const { browser, first, second, happen } = await inGroup();
    await browser.freeze(1);
    happen();
    await settled();
    await browser.thaw(1);
    assert.deepEqual([seqsOf(first), seqsOf(second)], [[1, 2], [1, 2]]);
    assert.deepEqual(second.of("sync.reset"), [{ stream: "group_5", isGone: false }]);
    first.gateway.socket.event("group.infoChanged", { groupID: "5" }, { stream: "group_5", seq: 5 });
    first.gateway.socket.event("broadcast.new", broadcast(3));
    await settled();
    assert.deepEqual([seqsOf(second), second.of("group.infoChanged").length], [[1, 2, 3], 1]);
});

test("a tab to which something was lost hears broadcasts and resets of groups when it notices", async () => {
    const { browser, first, second, happen } = await inGroup();
    await browser.lose(1, happen);
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await browser.clock.advance(100);
    assert.deepEqual(seqsOf(second), [1, 2]);
    assert.deepEqual(second.of("sync.reset"), [{ stream: "group_5", isGone: false }]);
});

test("broadcasts that a tab is fetching are told although it misses something meanwhile", async () => {
    const { browser, first, second, happen } = await inGroup();
    const list = first.gateway.answers["broadcast.list"];
    let isSlow = true;
    // The gateway has two more when the connection comes back, too many to tell at once, and is slow to give them.
    first.gateway.answers["broadcast.list"] = (data) => {
        if (isSlow) throw refusal("gw", 1003);
        return list(data);
    };
    first.gateway.login = () => ({
        broadcasts: 2, groups: { 5: 3 },
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: {}, broadcasts: { verdict: "gap", seq: 2, from: 1, to: 2 } },
    });
    await first.gateway.socket.drop(1006);
    await browser.clock.advance(1000);
    await browser.lose(1, happen);
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    isSlow = false;
    await browser.clock.advance(10_000);
    assert.deepEqual([seqsOf(first), seqsOf(second)], [[1, 2], [1, 2]]);
});

test("a tab that has missed something reads it", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    await browser.lose(1, () => first.gateway.socket.event("message.new", message("c2c_bob", 2)));
    misses(second);
    first.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 2)], nextSeq: 0, isFinished: true };
    first.gateway.answers["message.history"] = { messages: [message("c2c_bob", 2)], cursor: 0, isFinished: true };
    await browser.clock.advance(100);
    assert.deepEqual(second.texts, ["1", "2"]);
});

test("a tab that misses twice in a row waits with live messages until it has read what it missed", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    const { gateway } = first;
    gateway.isAnswering = false;
    misses(second);
    await settled();
    misses(second);
    await settled();
    const [asked, again] = gateway.asked("stream.events");
    gateway.socket.answer(asked);
    await settled();
    gateway.socket.event("message.new", message("c2c_bob", 3));
    await settled();
    assert.deepEqual(second.texts, []);
    gateway.isAnswering = true;
    gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 2)], nextSeq: 0, isFinished: true };
    gateway.answers["message.history"] = { messages: [message("c2c_bob", 1), message("c2c_bob", 2)], cursor: 2, isFinished: true };
    gateway.socket.answer(again);
    await settled();
    assert.deepEqual(second.texts, ["1", "2", "3"]);
});

test("a conversation that a tab has missed from its beginning comes whole, also if its next message comes before that is known", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    const { gateway } = first;
    const carol = (seq) => ({ conversations: [conversation("c2c_carol", seq)] });
    gateway.isAnswering = false;
    misses(second);
    await settled();
    gateway.socket.event("message.new", message("c2c_carol", 3));
    gateway.socket.event("conversation.changed", carol(3));
    await settled();
    assert.deepEqual(second.texts, []);
    gateway.isAnswering = true;
    gateway.answers["stream.events"] = { events: [{ seq: 1, event: "conversation.new", data: carol(1) }], seq: 1, isFinished: true };
    gateway.answers["conversation.list"] = { ...carol(3), nextSeq: 0, isFinished: true };
    gateway.answers["message.history"] = { messages: [1, 2, 3].map((seq) => message("c2c_carol", seq)), cursor: 0, isFinished: true };
    gateway.socket.answer(gateway.asked("stream.events")[0]);
    await settled();
    assert.deepEqual(second.texts, ["1", "2", "3"]);
});

test("what waits in a tab is not told before what it has missed, also if the session of the leading tab ends meanwhile", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    await browser.clock.advance(25_000);
    first.gateway.isAnswering = false;
    misses(second);
    await settled();
    first.gateway.socket.answer(first.gateway.asked("stream.events")[0]);
    await settled();
    first.gateway.socket.event("message.new", message("c2c_bob", 3));
    await settled();
    // The list is under way. The session is another's now, for good, before the tab hears that it leads no more.
    first.gateway.socket.event("session.kicked", { reason: "sameDevice", device: "d1", platform: "web" });
    await first.gateway.socket.drop(4300);
    assert.deepEqual(second.texts, []);
    second.gateway.login = ({ resume }) => {
        const messages = [1, 2, 3].slice(resume.conversations.c2c_bob).map((seq) => message("c2c_bob", seq));
        const conversations = { c2c_bob: { verdict: "recovered", seq: 3, messages } };
        return { resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations } };
    };
    first.client.disconnect();
    await browser.clock.advance(1000);
    assert.deepEqual(second.texts, ["1", "2", "3"]);
});

test("a tab misses nothing when another one begins to lead that has not read its list, and names no conversation", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    Object.assign(first.gateway.answers, {
        "conversation.list": (_, socket) => {
            socket.event("message.new", message("c2c_bob", 3));
            return { conversations: [conversation("c2c_bob", 3)], nextSeq: 0, isFinished: true };
        },
        "message.history": ({ cursor }) => ({ messages: [2, 3].filter((seq) => seq > cursor).map((seq) => message("c2c_bob", seq)), cursor: 3, isFinished: true }),
    });
    const user = { verdict: "recovered", seq: 0, events: [] };
    second.client.link.emit("login", {
        reply: { stream: { seq: 0 }, groups: {}, resume: { user, groups: {}, conversations: {}, changes: {} } },
        named: { user: 0, groups: {}, conversations: {}, changes: {} },
    });
    await browser.clock.advance(100);
    assert.deepEqual(second.texts, ["1", "2", "3"]);
});

test("a second tab shows how many messages are unread, and so does one that goes on", async () => {
    const browser = new Browser();
    const stores = [];
    const open = () => browser.open({ client: (client) => stores.push(new Store(client)) });
    const [first] = [await open()];
    const unread = (total) => first.gateway.socket.event("conversation.totalUnreadChanged", { total });
    unread(3);
    await settled();
    await open();
    assert.deepEqual(stores.map(({ totalUnread }) => totalUnread), [3, 3]);
    await browser.freeze(1);
    unread(4);
    await settled();
    await browser.thaw(1);
    assert.deepEqual(stores.map(({ totalUnread }) => totalUnread), [4, 4]);
});

test("an own message that comes while the list is read leaves the counts as the list has them", async () => {
    const rig = new Rig();
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 1)], nextSeq: 0, isFinished: true };
    await rig.open();
    rig.gateway.login = () => ({
        stream: { seq: 4 }, resume: { user: { verdict: "reset", seq: 4, from: 1 }, groups: {}, conversations: {}, changes: {} },
    });
    rig.gateway.answers["conversation.list"] = (_, socket) => {
        socket.event("message.new", message("c2c_bob", 9, { from: "alice" }));
        return { conversations: [conversation("c2c_bob", 8, { unreadCount: 5 })], nextSeq: 0, isFinished: true };
    };
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    const [shown] = rig.of("sync.list").at(-1).conversations;
    assert.deepEqual([shown.seq, shown.unreadCount, shown.lastMessage.seq], [9, 5, 9]);
});
