/** The client in Chromium through long absences, slow networks, kicks and clocks that jump. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";

const missed = 20_000;
let browser, site;

before(async () => {
    site = await Site.start({
        requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 },
        messages: { bytesPerUserPerDay: 1_000_000_000 },
    });
    await site.gateway.makeAccounts("alice", "bob", "carol");
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

const texts = (name, count) => Array.from({ length: count }, (_, number) => `${name} ${number}`);
const heardOf = async (page, name) => (await page.evaluate("heard")).filter((text) => text.startsWith(name));
const send = (page, peer, text) => page.evaluate(`void client.send("c2c_${peer}", ${JSON.stringify(text)}).catch(() => {})`);

/** A page of a user, alone in its browser. */
async function open(user, options = "") {
    const page = await openTab(await browser.context(), site, user, options);
    await page.until(isOpen);
    return page;
}

test("20,000 missed messages come in order, and live ones behind them", { timeout: 100_000 }, async (context) => {
    const page = await open("alice", "gapLimit: Infinity");
    site.proxy.isRefusing = true;
    site.proxy.cut();
    const calls = texts("missed", missed).map((text, number) => ({
        op: "admin.message.send", data: { from: "bob", conversationID: "c2c_alice", clientMsgId: `missed-${number}`, type: 0, body: { text } },
    }));
    // A batch is carried out call by call: many go beside each other.
    const batches = Array.from({ length: missed / 100 }, (_, index) => calls.slice(index * 100, index * 100 + 100));
    const store = async () => {
        for (let batch = batches.pop(); batch; batch = batches.pop()) {
            const { results } = await site.gateway.ask("batch", { calls: batch });
            assert.ok(results.every(({ error }) => error === undefined));
        }
    };
    await Promise.all(Array.from({ length: 25 }, store));
    const began = Date.now();
    site.proxy.isRefusing = false;
    await page.evaluate(`void dispatchEvent(new Event("online"))`);
    const live = texts("live", 100);
    for (const [number, text] of live.entries()) {
        await site.gateway.ask("message.send", { conversationID: "c2c_alice", clientMsgId: `live-${number}`, type: 0, body: { text } }, "bob");
    }
    await page.until(`heard.length >= ${missed + live.length}`, 60);
    context.diagnostic(`measured: ${missed} missed messages after ${Date.now() - began} ms`);
    const heard = await page.evaluate("heard");
    assert.deepEqual(await page.evaluate("told"), Array.from({ length: missed + live.length }, (_, index) => index + 1));
    assert.deepEqual(heard.slice(0, missed).sort(), texts("missed", missed).sort());
    assert.deepEqual(heard.slice(missed), live);
    assert.deepEqual(page.problems, []);
    await page.close();
});

test("a slow network: requests overlap, and messages keep their order", async () => {
    const [page, other] = [await open("alice"), await open("bob")];
    site.proxy.delay = 400;
    try {
        const began = Date.now();
        for (const text of texts("slow", 8)) await send(page, "bob", text);
        await page.evaluate(`Promise.all([store.open("c2c_bob"), client.request("session.list"), client.request("friend.list")])`);
        await other.until(`heard.includes("slow 7")`, 30);
        assert.deepEqual(await heardOf(other, "slow"), texts("slow", 8));
        assert.ok(Date.now() - began < 15_000);
        assert.equal(await page.evaluate("client.state.name"), "open");
    } finally {
        site.proxy.delay = 0;
    }
    for (const one of [page, other]) await one.close();
});

test("a network that dies under a message: the page says soon that it waits, and the message goes out", async () => {
    const [page, other] = [await open("alice"), await open("bob")];
    await page.evaluate(`window.states = [], void client.on("state", ({ name }) => states.push(name))`);
    site.proxy.halfOpen();
    await send(page, "bob", "through a dead network");
    // A silence without a request takes 30 seconds.
    await page.until(`states.includes("waiting")`, 20);
    await other.until(`heard.includes("through a dead network")`, 60);
    assert.deepEqual(await heardOf(other, "through"), ["through a dead network"]);
    for (const one of [page, other]) await one.close();
});

test("a kicked device stays away, keeps what is unsent, and comes back when it is told to", async () => {
    const [page, other] = [await open("carol"), await open("bob")];
    await site.gateway.ask("admin.session.kick", { userID: "carol", reason: "kicked by a test" });
    await page.until(`client.state.name === "ended"`);
    assert.match(await page.evaluate("JSON.stringify(client.state.kick)"), /kicked by a test/);
    await send(page, "bob", "after the kick");
    await new Promise((resolve) => setTimeout(resolve, 2000));
    assert.deepEqual(await page.evaluate("[client.state.name, client.outbox.entries().length]"), ["ended", 1]);
    await page.evaluate("client.connect()");
    await other.until(`heard.includes("after the kick")`);
    for (const one of [page, other]) await one.close();
});

test("a message that is written right before a reload is sent after it", async () => {
    const [page, other] = [await open("alice"), await open("bob")];
    site.proxy.isRefusing = true;
    site.proxy.cut();
    await page.until(`client.state.name === "waiting"`);
    const loaded = new Promise((resolve) => (page.loaded = resolve));
    await page.evaluate(`void client.send("c2c_bob", "last words").catch(() => {}), location.reload()`).catch(() => {});
    await loaded;
    site.proxy.isRefusing = false;
    await page.connect();
    await other.until(`heard.includes("last words")`);
    assert.deepEqual(await heardOf(other, "last words"), ["last words"]);
    for (const one of [page, other]) await one.close();
});

test("clocks that jump an hour ahead, and two back: messages go on, in their order", async () => {
    const [page, other] = [await open("alice"), await open("bob")];
    await page.evaluate(`window.ahead = 0, window.realNow = Date.now, Date.now = () => realNow() + ahead`);
    const jumps = [0, 3_600_000, -3_600_000, 0];
    for (const [number, ahead] of jumps.entries()) {
        await page.evaluate(`window.ahead = ${ahead}`);
        await send(page, "bob", `jump ${number}`);
        await send(other, "alice", `back ${number}`);
        await page.evaluate(`void dispatchEvent(new Event("online"))`);
        await page.until(`heard.includes("back ${number}")`);
    }
    await other.until(`heard.includes("jump ${jumps.length - 1}")`);
    assert.deepEqual(await heardOf(other, "jump"), texts("jump", jumps.length));
    assert.deepEqual(await heardOf(page, "back"), texts("back", jumps.length));
    await page.until(`${isOpen} && client.outbox.entries().length === 0`);
    for (const one of [page, other]) await one.close();
});
