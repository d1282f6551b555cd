/** examples/chat as people use it: through the keyboard alone, light and dark, wide and narrow. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";

const out = process.env.MARTLET_OUT ?? new URL("../../../../out/clients", import.meta.url).pathname;
/** scripts/clients names axe-core. */
const axe = process.env.MARTLET_AXE && readFileSync(process.env.MARTLET_AXE, "utf8");
let browser, site, alice, bob;

before(async () => {
    mkdirSync(out, { recursive: true });
    site = await Site.start({ messages: { textCharacters: 200 } });
    browser = await Chromium.start();
    alice = await (await browser.context()).open(site.url);
    bob = await (await browser.context()).open(site.url);
    await alice.look({ width: 1000, height: 700, scheme: "light" });
    await bob.look({ width: 400, height: 700, scheme: "dark" });
});
after(async () => {
    await browser.stop();
    await site.stop();
});

/** Presses Tab until the focus is on what a CSS selector means. */
async function tabTo(page, selector) {
    for (let count = 0; count < 40; count++) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await page.press("Tab");
    }
    throw new Error(`Tab does not lead to ${selector}; it is on ${await page.evaluate("document.activeElement.outerHTML")}`);
}

/** A screenshot, and what axe-core finds fault with. */
async function shot(page, name) {
    await page.screenshot(`${out}/${name}.png`);
    if (!axe) return;
    await page.evaluate(`void (window.axe ?? (0, eval)(${JSON.stringify(axe)}))`);
    const serious = await page.evaluate(`axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
    assert.deepEqual(serious, [], name);
}

const says = (selector, text) => `document.querySelector(${JSON.stringify(selector)})?.innerText.includes(${JSON.stringify(text)})`;

test("sign in, write and read, by the keyboard alone", async () => {
    for (const [page, name] of [[alice, "alice"], [bob, "bob"]]) {
        await tabTo(page, "#user");
        await page.type(name);
        if (name === "alice") await shot(page, "sign-in");
        await page.press("Enter");
        await page.until(says("#connection", "Online"));
    }
    await tabTo(alice, "#new-chat");
    await alice.press("Enter");
    await alice.type("nobody");
    await alice.press("Enter");
    await alice.until(says("#chat-dialog [role=alert]", "no such user"));
    await alice.evaluate(`document.querySelector("#peer").select()`);
    await alice.type("bob");
    await alice.press("Enter");
    await alice.until(`document.activeElement.id === "text"`);
    await alice.type("Hello Bob");
    await alice.press("Enter");
    await alice.until(says("#messages .own", "Hello Bob"));

    await bob.until(says("#list", "Hello Bob"));
    await bob.until(says("#list .badge", "1"));
    await shot(bob, "list-narrow-dark");
    await tabTo(bob, "#list button");
    await bob.press("Enter");
    await bob.until(says("#messages", "Hello Bob"));
    await bob.type("Hello Alice");
    await bob.press("Enter");
    await shot(bob, "thread-narrow-dark");
    await alice.until(says("#messages", "Hello Alice"));
    await alice.until(says("#messages .own", "read"));
    await alice.until(says("#presence", "online"));
});

test("a message is taken back by the keyboard, and both see it", async () => {
    await tabTo(alice, "#messages button");
    assert.equal(await alice.evaluate("document.activeElement.innerText"), "Take back");
    await alice.press("Enter");
    await alice.until(says("#messages .note", "You took a message back"));
    await bob.until(says("#messages .note", "alice took a message back"));
    await alice.until(`!${says("#messages", "Hello Bob")}`);
    await bob.until(`!${says("#messages", "Hello Bob")}`);
    await shot(alice, "taken-back");
});

test("who writes is seen to write, and the newest own message is edited by the keyboard", async () => {
    await tabTo(bob, "#text");
    await bob.type("See you at four");
    await alice.until(says("#typing", "bob is typing"));
    await bob.press("Enter");
    await alice.until(says("#messages", "See you at four"));
    await alice.until(`document.querySelector("#typing").innerText === ""`);
    await bob.until(says("#messages .own:last-child small", "You,"));
    await bob.press("ArrowUp");
    assert.equal(await bob.evaluate(`document.querySelector("#text").value`), "See you at four");
    await bob.evaluate(`document.querySelector("#text").select()`);
    await bob.type("See you at five");
    await bob.press("Enter");
    await alice.until(says("#messages", "See you at five"));
    await alice.until(says("#messages li:last-child small", "edited"));
    assert.equal(await alice.evaluate(says("#messages", "See you at four")), false);
    await bob.until(`document.querySelector("#editing").hidden && document.querySelector("#text").value === ""`);
});

test("a reaction is given by the keyboard, counted, and taken back", async () => {
    await tabTo(alice, "#messages li:last-child .reactions button");
    await alice.press("Enter");
    await bob.until(says("#messages li:last-child .reactions", "👍 1"));
    await alice.until(`document.querySelector("#messages li:last-child .reactions [aria-pressed=true]")?.innerText === "👍 1"`);
    assert.equal(await bob.evaluate(`document.querySelector("#messages li:last-child .reactions [aria-pressed=true]")`), null);
    await bob.evaluate(`document.querySelector("#messages li:last-child .reactions button").click()`);
    await alice.until(says("#messages li:last-child .reactions", "👍 2"));
    await shot(alice, "reactions");
    await bob.evaluate(`document.querySelector("#messages li:last-child .reactions button").click()`);
    await alice.until(says("#messages li:last-child .reactions", "👍 1"));
});

test("a refused message stays with its reason, and can be discarded", async () => {
    await tabTo(alice, "#text");
    await alice.type("too long ".repeat(30));
    await alice.press("Enter");
    await alice.until(says("#messages .failed", "Not sent"));
    await shot(alice, "refused");
    await alice.evaluate(`[...document.querySelectorAll("#messages button")].find(({ textContent }) => textContent === "Discard").focus()`);
    await alice.press("Enter");
    await alice.until(`!document.querySelector("#messages .failed")`);
});

test("offline: messages wait and go when the network is back", async () => {
    site.proxy.isRefusing = true;
    site.proxy.cut();
    await alice.until(says("#connection", "Offline"));
    await tabTo(alice, "#text");
    await alice.type("Written offline");
    await alice.press("Enter");
    await alice.until(says("#messages", "Sending"));
    await shot(alice, "offline");
    site.proxy.isRefusing = false;
    await alice.evaluate(`void dispatchEvent(new Event("online"))`);
    await bob.until(says("#messages", "Written offline"));
    await alice.until(`!${says("#messages", "Sending")}`);
});

test("a group: made, written in, and its members' roles changed", async () => {
    await tabTo(alice, "#new-group");
    await alice.press("Enter");
    await alice.type("Team");
    await alice.press("Tab");
    await alice.type("bob");
    await alice.press("Enter");
    await alice.until(says("#title", "Team"));
    await alice.type("Welcome, all");
    await alice.press("Enter");
    await alice.until(says("#messages .own", "Welcome, all"));
    await tabTo(alice, "#members");
    await alice.press("Enter");
    await alice.until(says("#member-list", "bob, member"));
    await tabTo(alice, "#member-list button");
    await alice.press("Enter");
    await alice.until(says("#member-list", "bob, admin"));
    await shot(alice, "members");
    await alice.press("Escape");
    await tabTo(bob, "#back");
    await bob.press("Enter");
    await bob.until(says("#list", "Team"));
});

test("an edit that is refused after the user went to another conversation says so where it belongs", async () => {
    const openChat = (name) => alice.evaluate(`[...document.querySelectorAll("#list button")].find(({ innerText }) => innerText.includes("${name}")).click()`);
    const shown = () => alice.evaluate(`["title", "problem"].map((id) => document.getElementById(id).innerText).concat(document.querySelector("#text").value.length)`);
    await openChat("bob");
    await alice.until(says("#messages .own", "Written offline"));
    await tabTo(alice, "#text");
    await alice.press("ArrowUp");
    await alice.type("too long ".repeat(30));
    site.proxy.delay = 200;
    await alice.press("Enter");
    await openChat("Team");
    await alice.type("Not yet sent");
    // It is answered after the edit.
    await alice.evaluate(`chat.client.request("session.list").then(() => {})`);
    site.proxy.delay = 0;
    assert.deepEqual(await shown(), ["Team", "", "Not yet sent".length]);
    await openChat("bob");
    const [title, problem, length] = await shown();
    assert.deepEqual([title, length > 250], ["bob", true]);
    assert.match(problem, /^Not edited: /);
    await shot(alice, "edit-refused");
    await alice.press("Escape");
    assert.deepEqual(await shown(), ["bob", "", 0]);
    assert.equal(await alice.evaluate(`document.querySelector("#editing").hidden`), true);
    await openChat("Team");
    assert.deepEqual(await shown(), ["Team", "", "Not yet sent".length]);
});

test("history scrolls: older messages are read, and what is seen stays in its place", async () => {
    for (let part = 0; part < 3; part++) {
        const calls = Array.from({ length: 50 }, (_, index) => ({ op: "message.send", as: "bob", data: { conversationID: "c2c_alice", clientMsgId: `old ${part} ${index}`, type: 0, body: { text: `Number ${part * 50 + index}` } } }));
        await site.gateway.ask("batch", { calls });
    }
    await alice.reload();
    await alice.until(says("#list", "Number 149"));
    await alice.evaluate(`[...document.querySelectorAll("#list button")].find(({ innerText }) => innerText.includes("bob")).click()`);
    await alice.until(says("#messages", "Number 149"));
    assert.equal(await alice.evaluate(says("#messages", "Number 50")), false);
    await alice.evaluate(`document.querySelector("#scroller").scrollTop = 0`);
    await alice.until(says("#messages", "Number 50"));
    assert.ok((await alice.evaluate(`document.querySelector("#scroller").scrollTop`)) > 500);
    await alice.look({ width: 1000, height: 700, scheme: "dark" });
    await shot(alice, "history-dark");
    await alice.look({ width: 1000, height: 700, scheme: "light" });
    await shot(alice, "history-light");
});

test("a message is searched for by the keyboard, and found where it was said", async () => {
    await tabTo(alice, "#query");
    await alice.type("number 12");
    await alice.until(says("#search-note", "11 messages"));
    assert.equal(await alice.evaluate(`document.querySelector("#list").hidden`), true);
    await shot(alice, "search");
    const last = "#hits li:last-child button";
    assert.equal(await alice.evaluate(`document.querySelector("${last}").innerText`), "bob\nbob: Number 12");
    assert.equal(await alice.evaluate(`[...document.querySelectorAll("${last} mark")].map(({ innerText }) => innerText).join("|")`), "Number|12");
    await tabTo(alice, last);
    await alice.press("Enter");
    await alice.until(`document.activeElement.matches("#messages li") && document.activeElement.firstChild.data === "Number 12"`);
    const place = await alice.evaluate(`(({ top, bottom }) => [top, bottom, innerHeight])(document.activeElement.getBoundingClientRect())`);
    assert.ok(place[0] > 0 && place[1] < place[2], place.join());
    await tabTo(alice, "#query");
    await alice.press("Escape");
    await alice.until(`!document.querySelector("#list").hidden && !document.querySelector("#hits li")`);
    await alice.type("nothing of the kind");
    await alice.until(says("#search-note", "Nothing found"));
    await alice.press("Escape");
});

test("each control has a name, and nothing was thrown", async () => {
    for (const page of [alice, bob]) {
        const { nodes } = await page.call("Accessibility.getFullAXTree");
        const controls = nodes.filter(({ ignored, role }) => !ignored && ["button", "textbox", "dialog", "log", "navigation", "region"].includes(role?.value));
        const nameless = controls.filter(({ name }) => !name?.value && true).map(({ role }) => role.value).filter((role) => role !== "log");
        assert.deepEqual(nameless, []);
        assert.deepEqual(page.problems, []);
    }
});
