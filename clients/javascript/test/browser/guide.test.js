/** docs/clients.md and docs/web.md, as a newcomer follows them: their pages in a browser, and the bot in Node. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { watched } from "../support/children.js";
import { freePort, Gateway, listens } from "../support/gateway.js";
import { find, says } from "../support/shadow.js";
import { until } from "../support/until.js";

const path = (name) => new URL(`../../../../${name}`, import.meta.url).pathname;
const guide = readFileSync(path("docs/clients.md"), "utf8");
const webGuide = readFileSync(path("docs/web.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "martlet-guide-"));
let gateway, browser, server, port;

/** The page of docs/web.md with what the page shows further below: a room, and parts of a chat. */
function withParts(page) {
    const parts = [...webGuide.matchAll(/```html\n(<martlet-.*?)<script type="module">\n(.*?)<\/script>/gs)];
    assert.equal(parts.length, 2);
    const own = (group) => parts.map((part) => part[group]).join("");
    return page
        .replace("<martlet-chat>", `${own(1)}$&`)
        .replace('"imports": {', '$& "@martlet/web/room": "./web/room.js", "@martlet/client/rooms": "./client/rooms.js",')
        .replace(/<\/script>\n$/, `${own(2)}$&`);
}

before(async () => {
    port = await freePort();
    gateway = await Gateway.start({ origins: { allowed: [`http://127.0.0.1:${port}`] } });
    const [, page] = guide.match(/```html\n(.*?)```/s);
    writeFileSync(join(folder, "chat.html"), page.replace("ws://127.0.0.1:7750/v1/ws", gateway.url));
    const [, webPage] = webGuide.match(/```html\n(.*?)```/s);
    writeFileSync(join(folder, "web.html"), webPage.replace("ws://127.0.0.1:7750/v1/ws", gateway.url));
    writeFileSync(join(folder, "parts.html"), withParts(webPage).replace("ws://127.0.0.1:7750/v1/ws", gateway.url));
    symlinkSync(path("clients/javascript/src"), join(folder, "client"));
    symlinkSync(path("clients/web/src"), join(folder, "web"));
    const [, bot] = guide.match(/## Node\n.*?```js\n(.*?)```/s);
    writeFileSync(join(folder, "bot.mjs"), bot);
    mkdirSync(join(folder, "node_modules/@martlet"), { recursive: true });
    symlinkSync(path("clients/javascript"), join(folder, "node_modules/@martlet/client"));
    server = watched(spawn("python3", ["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", folder], { stdio: "ignore" }));
    await until(() => listens(port));
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    server.kill();
    await gateway.stop();
    rmSync(folder, { recursive: true });
});

const open = async (user, peer, page = "chat.html") =>
    (await browser.context()).open(`http://127.0.0.1:${port}/${page}#${user},${peer},${gateway.token(user)}`);

const write = async (page, text) => {
    await page.evaluate(`document.querySelector("input").focus()`);
    await page.type(text);
    await page.press("Enter");
};

const shows = (page, ...lines) => page.until(`[...document.querySelectorAll("li")].map(({ innerText }) => innerText).join("\\n") === ${JSON.stringify(lines.join("\n"))}`);

test("the first chat in five minutes", async () => {
    const alice = await open("alice", "bob");
    // She has looked for what there is before he has ever signed in.
    await until(async () => (await gateway.ask("admin.account.list", {})).accounts.some(({ userID }) => userID === "alice"));
    const bob = await open("bob", "alice");
    await until(async () => (await gateway.ask("admin.account.list", {})).accounts.some(({ userID }) => userID === "bob"));
    await write(alice, "Hello Bob");
    await shows(bob, "alice: Hello Bob");
    await write(bob, "Hello Alice");
    await shows(alice, "alice: Hello Bob", "bob: Hello Alice");
    await gateway.kill();
    await write(alice, "Still there?");
    await shows(alice, "alice: Hello Bob", "bob: Hello Alice", "waiting: Still there?");
    // What has come is on the device a tenth of a second later.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await alice.reload();
    await shows(alice, "alice: Hello Bob", "bob: Hello Alice", "waiting: Still there?");
    await gateway.start();
    await shows(alice, "alice: Hello Bob", "bob: Hello Alice", "alice: Still there?");
    await shows(bob, "alice: Hello Bob", "bob: Hello Alice", "alice: Still there?");
    assert.deepEqual([...alice.problems, ...bob.problems], []);
});

test("the bot answers each text once, also one that came while it was away", async (t) => {
    await gateway.makeAccounts("carol", "bot");
    const start = () => watched(spawn(process.execPath, ["bot.mjs", gateway.url, "bot", gateway.token("bot")], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }));
    const write = (text) => gateway.ask("message.send", { conversationID: "c2c_bot", clientMsgId: text, type: 0, body: { text } }, "carol");
    const answers = async () => (await gateway.history("carol", "c2c_bot")).filter(({ from }) => from === "bot").map(({ body }) => body.text);
    const stop = async (bot) => {
        const ended = new Promise((resolve) => bot.once("exit", resolve));
        bot.kill();
        await ended;
    };
    let bot = start();
    t.after(() => bot.kill());
    await until(async () => (await gateway.ask("admin.session.list", { userID: "bot" })).sessions.length === 1);
    await write("one");
    await until(async () => (await answers()).length === 1);
    // What was delivered is in its file a moment later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await stop(bot);
    await gateway.ask("message.send", { conversationID: "c2c_bot", clientMsgId: "picture", type: 100, body: { url: "cat.png" } }, "carol");
    await write("two");
    bot = start();
    await until(async () => (await answers()).length === 2);
    await write("three");
    await until(async () => (await answers()).length === 3);
    await stop(bot);
    assert.deepEqual(await answers(), ["You say: one", "You say: two", "You say: three"]);
});

test("a chat of web components in five minutes", async () => {
    const pages = [await open("carol", "dave", "web.html"), await open("dave", "carol", "web.html")];
    await until(async () => {
        const { accounts } = await gateway.ask("admin.account.list", {});
        return ["carol", "dave"].every((user) => accounts.some(({ userID }) => userID === user));
    });
    await pages[0].until(says(".title", "dave"));
    await pages[0].evaluate(`${find("textarea")}.focus()`);
    await pages[0].type("Hello Dave");
    await pages[0].press("Enter");
    await pages[1].until(says(".other", "Hello Dave"));
    for (const [, program] of webGuide.matchAll(/```js\n(.*?)```/gs)) {
        await pages[0].evaluate(`{ const chat = document.querySelector("martlet-chat"); window.run = (text) => (window.ran = text); ${program} }`);
    }
    await pages[0].until(`${find("textarea")}.placeholder === "Your question"`);
    await pages[0].evaluate(`${find("textarea")}.focus()`);
    await pages[0].type("/help");
    await pages[0].press("Enter");
    await pages[0].until(`window.ran === "/help"`);
    // What waits for the gateway is in the list, too.
    const clock = find(`[role=option] [role=img][aria-label="sending"]`);
    await gateway.kill();
    await pages[1].evaluate(`${find("textarea")}.focus()`);
    await pages[1].type("See you later");
    await pages[1].press("Enter");
    await pages[1].until(`${clock} && ${says("[role=option]", "You: See you later")}`);
    await gateway.start();
    await pages[0].until(says(".other", "See you later"));
    await pages[1].until(`!${clock} && ${says("[role=option]", "You: See you later")}`);
    assert.deepEqual(pages.flatMap(({ problems }) => problems), []);
});

test("a room and parts of a chat in a page", async () => {
    await gateway.makeAccounts("erin", "support");
    await gateway.ask("admin.room.create", { roomID: "live/7", title: "Show" });
    const page = await open("erin", "support", "parts.html");
    await page.until(says(".title", "Show"));
    await gateway.ask("admin.room.send", { roomID: "live/7", clientMsgId: "g1", type: 100, body: { name: "Frank", gift: "rose" } });
    await page.until(`document.querySelector("martlet-room").shadowRoot.textContent.includes("gives a rose")`);
    await gateway.ask("message.send", { conversationID: "c2c_erin", clientMsgId: "s1", type: 0, body: { text: "How can I help?" } }, "support");
    await page.until(`document.querySelector("body > martlet-thread").shadowRoot.textContent.includes("How can I help?")`);
    assert.deepEqual(page.problems, []);
});
