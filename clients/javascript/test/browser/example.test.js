/** examples/chat as people use it: through the keyboard alone, light and dark, wide and narrow. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { choose, find, findAll, focused, openChat, says, tabTo, texts } from "../support/shadow.js";
import { shot } from "../support/shot.js";
import { Site } from "../support/site.js";

let browser, site, alice, bob;

before(async () => {
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

const label = (page, selector) => page.evaluate(`${find(selector)}?.ariaLabel`);
/** The roles that need a name. */
const named = ["button", "textbox", "searchbox", "listbox", "option", "menu", "dialog", "log", "navigation"];
const isWriting = `${focused}.matches("textarea")`;
const last = "li:last-child";

test("sign in, write and read, by the keyboard alone", async () => {
    for (const [page, name] of [[alice, "alice"], [bob, "bob"]]) {
        await tabTo(page, "#user");
        await page.type(name);
        if (name === "alice") await shot(page, "sign-in");
        await page.press("Enter");
        await page.until(`window.chat?.client.state.name === "open"`);
    }
    await alice.until(says(".empty", "No conversations yet"));
    await shot(alice, "empty");
    await tabTo(alice, "#new-chat");
    await alice.press("Enter");
    await alice.type("nobody");
    await alice.press("Enter");
    await alice.until(says("#chat-dialog [role=alert]", "no such user"));
    await alice.evaluate(`document.querySelector("#peer").select()`);
    await alice.type("bob");
    await alice.press("Enter");
    await alice.until(isWriting);
    await alice.type("Hello Bob");
    await alice.press("Enter");
    await alice.until(says(".own", "Hello Bob"));

    await bob.until(says("[role=option]", "Hello Bob"));
    await bob.until(says("[role=option] .badge", "1"));
    await shot(bob, "list-narrow-dark");
    await tabTo(bob, "[role=option]");
    await bob.press("Enter");
    await bob.until(says(".other", "Hello Bob"));
    await bob.until(isWriting);
    await bob.type("Hello Alice");
    await bob.press("Enter");
    await shot(bob, "thread-narrow-dark");
    await alice.until(says(".other", "Hello Alice"));
    await alice.until(says(".own", "read"));
    await alice.until(says(".about", "online"));
});

test("a message is taken back by the keyboard, and both see it", async () => {
    await tabTo(alice, "li");
    assert.match(await alice.evaluate(`${focused}.innerText`), /Hello Alice/);
    await alice.press("ArrowUp");
    assert.match(await alice.evaluate(`${focused}.innerText`), /Hello Bob/);
    await alice.press("Enter");
    await alice.until(`${focused}.role === "menuitemcheckbox"`);
    await shot(alice, "menu");
    await choose(alice, "Take back");
    await alice.until(says(".note", "You took a message back"));
    await bob.until(says(".note", "alice took a message back"));
    await alice.until(`!${says("li", "Hello Bob")}`);
    await bob.until(`!${says("li", "Hello Bob")}`);
    // The focus has stayed at the message, and Escape leads from there to the field.
    assert.equal(await alice.evaluate(`${focused}.innerText`), "You took a message back");
    await alice.press("Escape");
    assert.equal(await alice.evaluate(isWriting), true);
    await shot(alice, "taken-back");
});

test("who writes is seen to write, and the newest own message is edited by the keyboard", async () => {
    await tabTo(bob, "textarea");
    await bob.type("See you at four");
    await alice.until(says(".typing", "bob is typing"));
    await bob.press("Enter");
    await alice.until(says("li", "See you at four"));
    await alice.until(`${find(".typing")}.innerText === ""`);
    await bob.until(`${says(`${last}.own`, "See you at four")} && !${says("li", "sending")}`);
    await bob.press("ArrowUp");
    assert.equal(await bob.evaluate(`${find("textarea")}.value`), "See you at four");
    await bob.until(says("[part=bar]", "Edit message"));
    await bob.evaluate(`${find("textarea")}.select()`);
    await bob.type("See you at five");
    await bob.press("Enter");
    await alice.until(says("li", "See you at five"));
    await alice.until(says(`${last} .meta`, "edited"));
    assert.equal(await alice.evaluate(says("li", "See you at four")), false);
    await bob.until(`${find("[part=bar]")}.hidden && ${find("textarea")}.value === ""`);
});

test("a reaction is given by the keyboard, counted, and taken back", async () => {
    const given = `${last} .reactions button`;
    await tabTo(alice, "li");
    await alice.press("End");
    await alice.press("Enter");
    await choose(alice, "React with 👍");
    await bob.until(`${find(given)}?.ariaLabel === "👍, given by 1"`);
    await alice.until(`${find(given)}?.ariaPressed === "true"`);
    assert.equal(await bob.evaluate(`${find(given)}.ariaPressed`), "false");
    await bob.evaluate(`${find(given)}.click()`);
    await alice.until(`${find(given)}?.ariaLabel === "👍, given by 2"`);
    await shot(alice, "reactions");
    await bob.evaluate(`${find(given)}.click()`);
    await alice.until(`${find(given)}?.ariaLabel === "👍, given by 1"`);
    await alice.press("Enter");
    assert.equal(await alice.evaluate(`${find("[role=menuitemcheckbox]")}.ariaChecked`), "true");
    await alice.press("Escape");
    assert.deepEqual(await texts(alice, "[role=menu]"), []);
});

test("a refused message stays with its reason, and can be discarded", async () => {
    await tabTo(alice, "textarea");
    await alice.type("too long ".repeat(30));
    await alice.press("Enter");
    await alice.until(says("div.failed", "Not sent"));
    await shot(alice, "refused");
    await tabTo(alice, "li");
    await tabTo(alice, "div.failed button:last-child");
    await alice.press("Enter");
    await alice.until(`!${find("div.failed")}`);
});

test("offline: messages wait and go when the network is back", async () => {
    site.proxy.isRefusing = true;
    site.proxy.cut();
    await alice.until(says(".banner", "Offline"));
    await tabTo(alice, "textarea");
    await alice.type("Written offline");
    await alice.press("Enter");
    await alice.until(says(`${last}.own`, "sending"));
    await shot(alice, "offline");
    site.proxy.isRefusing = false;
    await alice.evaluate(`void dispatchEvent(new Event("online"))`);
    await bob.until(says("li", "Written offline"));
    await alice.until(`!${says("li", "sending")}`);
    await alice.until(`${find(".banner")}.hidden`);
});

test("a group: made, written in, and its members' roles changed", async () => {
    await tabTo(alice, "#new-group");
    await alice.press("Enter");
    await alice.type("Team");
    await alice.press("Tab");
    await alice.type("bob");
    await alice.press("Enter");
    await alice.until(says(".title", "Team"));
    await alice.until(isWriting);
    await alice.type("Welcome, all");
    await alice.press("Enter");
    await alice.until(says(".own", "Welcome, all"));
    await tabTo(alice, ".members");
    await alice.press("Enter");
    await alice.until(says(".panel li", "bob\nmember"));
    await tabTo(alice, ".panel li button");
    assert.equal(await label(alice, ".panel li button"), "Make admin: bob");
    await alice.press("Enter");
    await alice.until(says(".panel li", "bob\nadmin"));
    await shot(alice, "members");
    await alice.press("Escape");
    await tabTo(bob, ".back");
    await bob.press("Enter");
    await bob.until(says("[role=option]", "Team"));
});

test("an edit that is refused after the user went to another conversation says so where it belongs", async () => {
    const shown = () => alice.evaluate(
        `[${find(".title")}.innerText, ${find(".problem")}.innerText, ${find("textarea")}.value.length]`,
    );
    await openChat(alice, "bob");
    await alice.until(says(".own", "Written offline"));
    await tabTo(alice, "textarea");
    await alice.press("ArrowUp");
    await alice.type("too long ".repeat(30));
    site.proxy.delay = 200;
    await alice.press("Enter");
    await openChat(alice, "Team");
    await alice.type("Not yet sent");
    // It is answered after the edit.
    await alice.evaluate(`chat.client.request("session.list").then(() => {})`);
    site.proxy.delay = 0;
    assert.deepEqual(await shown(), ["Team", "", "Not yet sent".length]);
    await openChat(alice, "bob");
    await alice.until(says("[role=option]", "Draft: Not yet sent"));
    const [title, problem, length] = await shown();
    assert.deepEqual([title, length > 250], ["bob", true]);
    assert.match(problem, /^Not edited: /);
    await shot(alice, "edit-refused");
    await alice.press("Escape");
    assert.deepEqual(await shown(), ["bob", "", 0]);
    assert.equal(await alice.evaluate(`${find("[part=bar]")}.hidden`), true);
    await openChat(alice, "Team");
    assert.deepEqual(await shown(), ["Team", "", "Not yet sent".length]);
});

test("history scrolls: older messages are read, and what is seen stays in its place", async () => {
    for (let part = 0; part < 3; part++) {
        const calls = Array.from({ length: 50 }, (_, index) => ({
            op: "message.send", as: "bob", data: {
                conversationID: "c2c_alice", clientMsgId: `old ${part} ${index}`, type: 0,
                body: { text: `Number ${part * 50 + index}` },
            },
        }));
        await site.gateway.ask("batch", { calls });
    }
    await alice.reload();
    await alice.until(says("[role=option]", "Number 149"));
    await openChat(alice, "bob");
    await alice.until(says("li", "Number 149"));
    const has = (number) => `chat.store.view("c2c_bob").messages.some(({ body }) => body.text === "Number ${number}")`;
    assert.equal(await alice.evaluate(has(50)), false);
    await alice.evaluate(`${find(".scroller")}.scrollTop = 10`);
    await alice.until(says("li", "Number 102"));
    const row = `${findAll("li")}.find(({ innerText }) => innerText.includes("Number 102"))`;
    const top = () => alice.evaluate(`${row}.getBoundingClientRect().top`);
    const before = await top();
    await alice.until(has(50));
    await alice.until(says("li", "Number 98"));
    assert.ok(Math.abs((await top()) - before) < 2, `${before} ${await top()}`);
    assert.ok((await alice.evaluate(`${find(".scroller")}.scrollTop`)) > 500);
    await alice.look({ width: 1000, height: 700, scheme: "dark" });
    await shot(alice, "history-dark");
    await alice.look({ width: 1000, height: 700, scheme: "light" });
    await shot(alice, "history-light");
});

test("a message is searched for by the keyboard, and found where it was said", async () => {
    await tabTo(alice, "[type=search]");
    await alice.type("number 12");
    await alice.until(says("p.note", "11 messages"));
    assert.equal(await alice.evaluate(`${find(".list")}.hidden`), true);
    await shot(alice, "search");
    const lastHit = ".hits [role=option]:last-child";
    assert.deepEqual(await texts(alice, `${lastHit} .last`), ["bob: Number 12"]);
    assert.deepEqual(await texts(alice, `${lastHit} mark`), ["Number", "12"]);
    await alice.press("ArrowDown");
    await alice.press("End");
    assert.equal(await alice.evaluate(`${focused}.matches(${JSON.stringify(lastHit)})`), true);
    await alice.press("Enter");
    await alice.until(`${focused}.matches("li") && ${focused}.querySelector(".text").innerText === "Number 12"`);
    const place = await alice.evaluate(
        `(({ top, bottom }) => [top, bottom, innerHeight])(${focused}.getBoundingClientRect())`,
    );
    assert.ok(place[0] > 60 && place[1] < place[2] - 60, place.join());
    await tabTo(alice, "[type=search]");
    await alice.press("Escape");
    await alice.until(`!${find(".list")}.hidden && !${find(".hits [role=option]")}`);
    await alice.type("nothing of the kind");
    await alice.until(says("p.note", "Nothing found"));
    await alice.press("Escape");
});

test("each control has a name, and nothing was thrown", async () => {
    for (const page of [alice, bob]) {
        const { nodes } = await page.call("Accessibility.getFullAXTree");
        const controls = nodes.filter(({ ignored, role }) => !ignored && named.includes(role?.value));
        const nameless = controls.filter(({ name }) => !name?.value).map(({ role }) => role.value);
        assert.deepEqual(nameless, []);
        assert.deepEqual(page.problems, []);
    }
});
