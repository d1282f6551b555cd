import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.js";
import { Browser } from "../support/tabs.js";
import { conversation, message, refusal } from "../support/scripted.js";

test("three tabs have one connection, and all of them hear and ask", async () => {
    const browser = new Browser();
    const [first, second, third] = [await browser.open(), await browser.open(), await browser.open()];
    assert.deepEqual(browser.tabs.map((tab) => tab.gateway.sockets.length), [1, 0, 0]);
    assert.deepEqual(browser.tabs.map((tab) => tab.client.state.name), ["open", "open", "open"]);
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    assert.deepEqual(browser.tabs.map((tab) => tab.texts), [["1"], ["1"], ["1"]]);
    first.gateway.answers["profile.getSelf"] = { nickname: "Alice" };
    assert.deepEqual(await second.client.request("profile.getSelf"), { nickname: "Alice" });
    const sent = [];
    for (const tab of browser.tabs) tab.client.on("message.sent", ({ body }) => sent.push(body.text));
    assert.equal((await third.client.send("c2c_bob", "hello")).body.text, "hello");
    await settled();
    assert.deepEqual(sent, ["hello", "hello", "hello"]);
    assert.deepEqual(await browser.storage.range("outbox"), []);
});

test("when the leading tab closes, another goes on where it was", async () => {
    const browser = new Browser();
    const [first, second, third] = [await browser.open(), await browser.open(), await browser.open()];
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    first.gateway.isAnswering = false;
    const sent = third.client.send("c2c_bob", "hello");
    const asked = third.client.request("profile.getSelf");
    await settled();
    const { clientMsgId } = first.gateway.asked("message.send")[0].data;
    second.gateway.login = ({ resume }) => ({
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: { c2c_bob: { verdict: "recovered", seq: 2, messages: [message("c2c_bob", resume.conversations.c2c_bob + 1)] } } },
    });
    first.client.disconnect();
    await browser.clock.advance(100);
    await sent;
    await asked;
    assert.deepEqual(second.gateway.socket.open.resume.conversations, { c2c_bob: 1 });
    assert.equal(second.gateway.asked("message.send")[0].data.clientMsgId, clientMsgId);
    assert.deepEqual([second.texts, third.texts], [["1", "2"], ["1", "2"]]);
    assert.deepEqual(browser.leaders, [second]);
});

test("trap 7: a frozen leading tab is replaced, and follows when it goes on", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    browser.channels.frozen.add(0);
    const sent = second.client.send("c2c_bob", "hello");
    await browser.clock.advance(20_000);
    await sent;
    assert.equal(second.gateway.sockets.length, 1);
    assert.equal(first.gateway.asked("message.send").length, 0);
    browser.channels.thaw(0);
    await browser.clock.advance(100);
    assert.deepEqual(browser.leaders, [second]);
    assert.equal(first.client.state.name, "open");
    assert.equal(first.gateway.socket.isClosed, true);
});

test("trap 7: a hidden tab replaces a frozen leading tab too, when it has asked three times", async () => {
    const browser = new Browser();
    const [, second] = [await browser.open(), await browser.open()];
    browser.documents[1].visibilityState = "hidden";
    browser.channels.frozen.add(0);
    const sent = second.client.send("c2c_bob", "hello");
    await browser.clock.advance(40_000);
    assert.equal(second.gateway.sockets.length, 0);
    await browser.clock.advance(10_000);
    await sent;
    assert.equal(second.gateway.sockets.length, 1);
});

test("a hidden tab does not replace a leading tab that answers", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    browser.documents[1].visibilityState = "hidden";
    await browser.clock.advance(300_000);
    assert.deepEqual([browser.leaders, second.gateway.sockets.length], [[first], 0]);
});

test("a leading tab that is seen again keeps its connection", async () => {
    const browser = new Browser();
    const tab = await browser.open();
    await browser.clock.advance(2000);
    tab.client.link.wake();
    await browser.clock.advance(20_000);
    assert.equal(tab.gateway.sockets.length, 1);
    assert.equal(tab.gateway.socket.isClosed, false);
});

test("unsent messages of a closed tab are sent by another", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    first.gateway.isAnswering = false;
    second.client.send("c2c_bob", "one");
    second.client.send("c2c_bob", "two");
    await settled();
    second.client.disconnect();
    first.client.disconnect();
    await settled();
    const third = await browser.open();
    await browser.clock.advance(100);
    assert.deepEqual(third.gateway.asked("message.send").map(({ data }) => data.body.text), ["one", "two"]);
    assert.deepEqual(await browser.storage.range("outbox"), []);
});

/** Two tabs, and messages of the second that wait for the first, which has the connection. */
async function unsentOfTheSecond(...texts) {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    first.gateway.isAnswering = false;
    const sent = texts.map((text) => second.client.send("c2c_bob", text));
    await settled();
    return { browser, first, second, sent };
}

/** The gateway acknowledges the next message of a tab. */
async function acknowledge(tab) {
    tab.gateway.socket.answer(tab.gateway.asked("message.send").at(-1));
    await settled();
}

test("what was sent while a tab was frozen leaves its outbox when it goes on", async () => {
    const { browser, first, second, sent } = await unsentOfTheSecond("one", "two");
    await browser.freeze(1);
    await acknowledge(first);
    await acknowledge(first);
    assert.deepEqual(first.client.outbox.entries(), []);
    assert.equal(second.client.outbox.entries().length, 2);
    first.gateway.isAnswering = true;
    await browser.thaw(1);
    assert.deepEqual(second.client.outbox.entries(), []);
    assert.deepEqual((await Promise.all(sent)).map(({ body }) => body.text), ["one", "two"]);
    assert.equal(first.gateway.asked("message.send").length, 2);
});

test("what was refused while a tab was frozen has failed in its outbox when it goes on", async () => {
    const { browser, first, second, sent } = await unsentOfTheSecond("one");
    await browser.freeze(1);
    first.gateway.answers["message.send"] = () => { throw refusal("tim", 80001); };
    await acknowledge(first);
    await browser.thaw(1);
    assert.deepEqual(second.client.outbox.entries().map(({ state }) => state), ["failed"]);
    await assert.rejects(sent[0], { code: 80001 });
});

test("what was sent by a tab that is gone is asked for again, under the same name", async () => {
    const { browser, first, second, sent } = await unsentOfTheSecond("one");
    await browser.freeze(1);
    await acknowledge(first);
    first.client.disconnect();
    const third = await browser.open();
    await browser.thaw(1);
    assert.equal((await sent[0]).body.text, "one");
    assert.deepEqual(second.client.outbox.entries(), []);
    const [before, again] = [first, third].map((tab) => tab.gateway.asked("message.send").map(({ data }) => data.clientMsgId));
    assert.deepEqual(again, before);
});

test("what was sent by a tab that is gone, longer ago than the gateway remembers, is looked for", async () => {
    const { browser, first, second, sent } = await unsentOfTheSecond("one");
    await browser.freeze(1);
    const { clientMsgId } = first.gateway.asked("message.send")[0].data;
    await acknowledge(first);
    first.client.disconnect();
    browser.clock.time += 25 * 3_600_000;
    const third = await browser.open();
    third.gateway.answers["message.history"] = { messages: [message("c2c_bob", 7, { clientMsgId, from: "alice" })], cursor: 7, isFinished: true };
    await browser.thaw(1);
    assert.equal((await sent[0]).seq, 7);
    assert.deepEqual([second.client.outbox.entries(), third.gateway.asked("message.send")], [[], []]);
});

test("what another tab writes while this one is frozen is in its outbox when it goes on", async () => {
    const { browser, first, second } = await unsentOfTheSecond();
    await browser.freeze(1);
    first.client.send("c2c_bob", "one");
    await settled();
    await browser.thaw(1);
    assert.deepEqual(second.client.outbox.entries().map(({ message: { body } }) => body.text), ["one"]);
});

test("a tab that begins to lead sends nothing before it knows what an earlier tab has left", async () => {
    const { browser, first, second } = await unsentOfTheSecond("one");
    await browser.freeze(1);
    const third = await browser.open();
    const { range } = browser.storage;
    let go;
    const slow = new Promise((resolve) => (go = resolve));
    browser.storage.range = async (...bounds) => (await slow, range.apply(browser.storage, bounds));
    first.client.disconnect();
    await settled();
    assert.deepEqual(browser.leaders, [third]);
    third.client.send("c2c_bob", "two");
    await browser.clock.advance(100);
    assert.equal(third.gateway.asked("message.send").length, 0);
    go();
    await browser.clock.advance(100);
    assert.deepEqual(third.gateway.asked("message.send").map(({ data }) => data.body.text), ["one", "two"]);
    assert.equal(second.gateway.sockets.length, 0);
});

test("a tab that leads no more answers to none that it has stopped", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    const seen = [];
    const other = new (browser.channels.classFor(2))("martlet.tabs:ws://gateway/v1/ws:alice");
    other.onmessage = ({ data }) => seen.push(data);
    first.gateway.isAnswering = second.gateway.isAnswering = false;
    const asked = second.client.request("profile.getSelf");
    await settled();
    const { from, to, call } = seen.find(({ type }) => type === "request");
    first.client.disconnect();
    await settled();
    assert.deepEqual(browser.leaders, [second]);
    other.postMessage({ type: "reply", from: to, to: from, call, error: { name: "stopped", message: "" } });
    await settled();
    second.gateway.isAnswering = true;
    second.gateway.answers["profile.getSelf"] = { nickname: "Alice" };
    await browser.clock.advance(60_000);
    assert.deepEqual(await asked, { nickname: "Alice" });
});
