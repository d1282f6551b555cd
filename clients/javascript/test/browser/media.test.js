/** Pictures and files in the elements of clients/web, with a real gateway. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Scene } from "../support/scene.js";
import { find, findAll, openChat, says } from "../support/shadow.js";
import { shot } from "../support/shot.js";

let browser, scene, alice, bob;

before(async () => {
    scene = await Scene.start();
    browser = await Chromium.start();
    [alice, bob] = [await open("alice"), await open("bob")];
    await openChat(alice, "Launch team");
    await openChat(bob, "Launch team");
});
after(async () => {
    await browser.stop();
    await scene.stop();
});

async function open(user, query = "") {
    const page = await (await browser.context()).open(scene.site.url);
    await page.look({ width: 1280, height: 800, scheme: "light" });
    await page.evaluate(`localStorage.setItem("chat.user", "${user}")`);
    await page.go(`${scene.site.url}/${query}`);
    await page.until(`window.chat?.client.state.name === "open" && chat.store.isListed`);
    return page;
}

/** A file that a page draws. */
const drawn = (width, height, hue) => `(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: ${width}, height: ${height} });
    const context = canvas.getContext("2d");
    for (let index = 0; index < 60; index++) {
        context.fillStyle = "hsl(" + (${hue} + index * 5) + ", 60%, 55%)";
        context.fillRect((index % 10) * ${width} / 10, Math.floor(index / 10) * ${height} / 6, ${width} / 10, ${height} / 6);
    }
    return new File([await new Promise((done) => canvas.toBlob(done))], "photo-${hue}.png", { type: "image/png" });
})()`;
const text = `new File(["<script>alert(1)</script>"], "notes <b>.html", { type: "text/html" })`;

/** Drops or pastes files, as a user does. */
const give = (page, kind, ...files) => page.evaluate(`(async () => {
    const data = new DataTransfer();
    for (const file of await Promise.all([${files}])) data.items.add(file);
    const init = { bubbles: true, composed: true, cancelable: true };
    const events = { drop: () => new DragEvent("drop", { dataTransfer: data, ...init }), paste: () => new ClipboardEvent("paste", { clipboardData: data, ...init }) };
    ${find("textarea")}.focus();
    ${find("textarea")}.dispatchEvent(events.${kind}());
})()`);
const waiting = (page, count) => page.until(`${findAll(".tray li")}.length === ${count}`);
const shownPictures = (page, count) => page.until(`${findAll(".shot img")}.filter(({ complete, naturalWidth }) => complete && naturalWidth).length >= ${count}`);

test("a picture and a file are dropped, sent with a text, and seen by others", async () => {
    await give(alice, "drop", drawn(1600, 1000, 20), text);
    await waiting(alice, 2);
    await shot(alice, "media-tray");
    await alice.type("Here is the poster");
    await alice.press("Enter");
    await waiting(alice, 0);
    await shownPictures(bob, 1);
    await bob.until(says("li .doc", "notes <b>.html"));
    await bob.until(says("li", "Here is the poster"));
    const { messages } = await scene.gateway.ask("message.history", { conversationID: scene.group, limit: 1 }, "bob");
    const [picture, file] = messages[0].media;
    assert.deepEqual([picture.width, picture.height, file.type], [1600, 1000, "text/html"]);
    // What others see first is the small one.
    assert.ok(picture.thumbnail);
    assert.equal(await bob.evaluate(`${find(".shot img")}.src.includes(${JSON.stringify(String(picture.thumbnail?.mediaID ?? picture.thumbnail))})`), true);
    assert.equal(await bob.evaluate(`${find(".shot img")}.naturalWidth`), 640);
    await shot(bob, "media-thread");
});

test("the place of a picture is there before it", async () => {
    const height = await bob.evaluate(`${find(".shot")}.offsetHeight`);
    await bob.evaluate(`${find(".shot img")}.removeAttribute("src")`);
    assert.equal(await bob.evaluate(`${find(".shot")}.offsetHeight`), height);
});

test("several pictures are pasted; a viewer shows them by the keyboard", async () => {
    await give(alice, "paste", drawn(800, 600, 100), drawn(800, 600, 200), drawn(600, 800, 300));
    await waiting(alice, 3);
    await alice.evaluate(`${find(".tray .remove")}.click()`);
    await waiting(alice, 2);
    await alice.press("Enter");
    await bob.until(`${findAll(".grid .shot")}.length === 2`);
    await shownPictures(bob, 3);
    await bob.evaluate(`${find(".grid .shot")}.click()`);
    await bob.until(`${find(".large-picture")}?.naturalWidth > 0 && ${says(".place", "1 / 2")}`);
    await bob.press("ArrowRight");
    await bob.until(says(".place", "2 / 2"));
    await shot(bob, "media-viewer");
    await bob.press("Escape");
    await bob.until(`!${find(".viewer")}`);
});

test("what cannot go waits, and goes on after a reload", async () => {
    scene.site.proxy.isRefusing = true;
    scene.site.proxy.cut();
    await give(alice, "drop", drawn(900, 1400, 40));
    await waiting(alice, 1);
    await alice.press("Enter");
    await alice.until(`${findAll("[role=progressbar]")}.length === 1`);
    await shot(alice, "media-waiting");
    assert.deepEqual(await alice.evaluate(`chat.client.outbox.entries().map(({ state }) => state)`), ["uploading"]);
    await alice.reload();
    await alice.until("window.chat?.client.outbox.entries().length === 1");
    scene.site.proxy.isRefusing = false;
    await openChat(alice, "Launch team");
    await shownPictures(bob, 4);
    await alice.until("chat.client.outbox.entries().length === 0");
});

test("an upload is stopped by its button", async () => {
    scene.site.proxy.isRefusing = true;
    scene.site.proxy.cut();
    await give(alice, "drop", drawn(300, 300, 60));
    await waiting(alice, 1);
    await alice.press("Enter");
    await alice.until(`Boolean(${find(".stop")})`);
    await alice.evaluate(`${find(".stop")}.click()`);
    await alice.until("chat.client.outbox.entries().length === 0");
    scene.site.proxy.isRefusing = false;
    await alice.until(`chat.client.state.name === "open"`);
});

test("in Chinese, dark, from right to left, on a phone", async () => {
    await bob.look({ width: 390, height: 780, scheme: "dark" });
    await bob.go(`${scene.site.url}/?lang=zh&dir=rtl`);
    await bob.until(`window.chat?.client.state.name === "open"`);
    await openChat(bob, "Launch team");
    await shownPictures(bob, 2);
    await give(bob, "drop", drawn(500, 500, 10), text);
    await waiting(bob, 2);
    assert.equal(await bob.evaluate(`${find(".tray")}.getAttribute("aria-label")`), "已添加");
    assert.equal(await bob.evaluate(`${find(".scroller")}.scrollWidth <= ${find(".scroller")}.clientWidth`), true);
    await shot(bob, "media-phone");
});

test("nothing was thrown", () => assert.deepEqual([...alice.problems, ...bob.problems], []));
