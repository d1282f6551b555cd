/** The client in Chromium: tabs, reloads, kills. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";
import { until } from "../support/until.js";

let browser, site;

before(async () => {
    site = await Site.start();
    await site.gateway.makeAccounts("alice", "bob");
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

const open = (context, user) => openTab(context, site, user);
const heard = (text) => `heard.includes(${JSON.stringify(text)})`;
const send = (page, peer, text) => page.evaluate(`void client.send("c2c_${peer}", ${JSON.stringify(text)}).catch(() => {})`);
const sessionsOf = async (user) => (await site.gateway.ask("admin.session.list", { userID: user })).sessions.length;

/** Whose tab has the connection. */
async function leaderOf(pages) {
    const leads = await Promise.all(pages.map((page) => page.evaluate("client.link.leads")));
    assert.equal(leads.filter(Boolean).length, 1);
    return pages[leads.indexOf(true)];
}

test("three tabs have one connection; when its tab closes, the others go on", async () => {
    const [alice, bob] = [await browser.context(), await browser.context()];
    const tabs = [await open(alice, "alice"), await open(alice, "alice"), await open(alice, "alice")];
    const other = await open(bob, "bob");
    for (const page of [...tabs, other]) await page.until(isOpen);
    assert.equal(await sessionsOf("alice"), 1);
    await send(other, "alice", "to all tabs");
    for (const page of tabs) await page.until(heard("to all tabs"));
    await send(tabs[2], "bob", "from the third");
    for (const page of [...tabs, other]) await page.until(heard("from the third"));

    const leader = await leaderOf(tabs);
    const rest = tabs.filter((page) => page !== leader);
    await leader.close();
    await send(other, "alice", "after the leader");
    for (const page of rest) await page.until(heard("after the leader"));
    await until(async () => (await sessionsOf("alice")) === 1);
    for (const page of rest) assert.deepEqual(await page.evaluate("heard"), ["to all tabs", "from the third", "after the leader"]);
    for (const page of [...rest, other]) await page.close();
});

test("a tab that the browser freezes gives the connection to another, and follows when it wakes", async () => {
    const context = await browser.context();
    const tabs = [await open(context, "alice"), await open(context, "alice")];
    for (const page of tabs) await page.until(isOpen);
    const leader = await leaderOf(tabs);
    const second = tabs.find((page) => page !== leader);
    await leader.freeze(true);
    await second.until("client.link.leads");
    await second.until(isOpen);
    await send(second, "bob", "while it is frozen");
    await second.until(heard("while it is frozen"));
    await leader.freeze(false);
    await leader.until(isOpen);
    await send(second, "bob", "thawed");
    await leader.until(heard("thawed"));
    assert.equal(await sessionsOf("alice"), 1);
    for (const page of tabs) await page.close();
});

test("messages that were written while the gateway was dead survive a reload, and arrive once and in order", async () => {
    const [alice, bob] = [await browser.context(), await browser.context()];
    const [page, other] = [await open(alice, "alice"), await open(bob, "bob")];
    for (const one of [page, other]) await one.until(isOpen);
    await site.gateway.kill();
    const texts = Array.from({ length: 20 }, (_, index) => `unsent ${index}`);
    for (const text of texts) await send(page, "bob", text);
    await page.until(`client.storage.range("outbox").then((rows) => rows.length === 20)`);
    // The page's backend asks the gateway for nothing but the account: it answers only when the gateway is back.
    const restart = new Promise((resolve) => setTimeout(resolve, 1000)).then(() => site.gateway.start());
    await page.reload();
    await page.connect();
    await restart;
    await page.until("client.outbox.entries().length === 0");
    await other.until(heard("unsent 19"));
    assert.deepEqual((await other.evaluate("heard")).filter((text) => text.startsWith("unsent")), texts);
    for (const one of [page, other]) await one.close();
});

test("offline: messages wait, and what was missed comes", async () => {
    const [alice, bob] = [await browser.context(), await browser.context()];
    const [page, other] = [await open(alice, "alice"), await open(bob, "bob")];
    for (const one of [page, other]) await one.until(isOpen);
    site.proxy.isRefusing = true;
    site.proxy.cut();
    await page.until(`client.state.name === "waiting"`);
    await send(page, "bob", "written offline");
    await site.gateway.ask("message.send", { conversationID: "c2c_alice", clientMsgId: "missed", type: 0, body: { text: "missed" } }, "bob");
    site.proxy.isRefusing = false;
    await page.evaluate(`void window.dispatchEvent(new Event("online"))`);
    await page.until(heard("missed"));
    await other.until(heard("written offline"));
    for (const one of [page, other]) await one.close();
});

test("drain: the page comes back by itself", async () => {
    const context = await browser.context();
    const page = await open(context, "alice");
    await page.until(isOpen);
    await page.evaluate(`window.session = client.state.session, client.on("server.draining", () => (window.drained = true))`);
    await site.gateway.drain();
    await site.gateway.start();
    await page.until(`${isOpen} && client.state.session !== session && drained`);
    await page.close();
});

test("a duplicated tab takes a name of its own as a device", async () => {
    const context = await browser.context();
    const [first, second] = [await context.open(`${site.url}/none`), await context.open(`${site.url}/none`)];
    const nameOf = (page) => page.evaluate(`import("/client/device.js").then(({ tabDevice }) => tabDevice())`);
    const name = await nameOf(first);
    await second.evaluate(`sessionStorage.setItem("martlet.device", ${JSON.stringify(name)})`);
    assert.notEqual(await nameOf(second), name);
    await first.reload();
    assert.equal(await nameOf(first), name);
    for (const page of [first, second]) await page.close();
});

test("a page of a foreign origin is told so, and does not try again", async () => {
    const context = await browser.context();
    const page = await context.open(`${site.url.replace("127.0.0.1", "localhost")}/none`);
    page.user = "alice";
    const state = await page.evaluate(`import("/client/index.js").then(({ Client }) => new Promise((resolve) => {
        const client = new Client({ url: "ws://127.0.0.1:${site.proxy.port}/v1/ws", user: "alice", token: () => "any" });
        client.on("state", (state) => state.name !== "connecting" && resolve([state.name, state.reason.code]));
        client.connect();
    }))`);
    assert.deepEqual(state, ["ended", 4403]);
    await page.close();
});
