/** examples/live-room: the element of a live room, with a real gateway, and the backend's gifts and likes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { choose, find, findAll, focused, says, texts } from "../support/shadow.js";
import { shot } from "../support/shot.js";
import { Site } from "../support/site.js";
import { openTab } from "../support/tab.js";
import { until } from "../support/until.js";

const roomID = "live/harbour";
let browser, site, olga, bob, count = 0;

before(async () => {
    site = await Site.start({ rooms: { highPerSecond: 1000, messagesPerSecond: 20 } }, "live-room");
    browser = await Chromium.start();
    olga = await watch("olga", { width: 1280, height: 760, scheme: "light" });
    bob = await watch("bob", { width: 390, height: 780, scheme: "light" }, "?lang=zh&scheme=dark");
});
after(async () => {
    await browser.stop();
    await site.stop();
});

async function watch(user, look, query = "") {
    const page = await (await browser.context()).open(`${site.url}/${query}`);
    await page.look(look);
    await page.until(`document.activeElement?.id === "user"`);
    await page.type(user);
    await page.press("Enter");
    await page.until(`window.live?.chat.live.state.name === "in"`);
    return page;
}

const write = async (page, text) => {
    await page.evaluate("live.chat.focus()");
    await page.type(text);
    await page.press("Enter");
};
const announce = (text, more = {}) =>
    site.gateway.ask("admin.room.send", { roomID, clientMsgId: `n${++count}`, type: 0, body: { text }, priority: "high", ...more });
const field = find("[part=field]");
/** In the shadow tree of the room. */
const inRoom = (selector) => `live.chat.shadowRoot.querySelectorAll(${JSON.stringify(selector)})`;

test("what one says both see; gifts and likes are the backend's", async () => {
    await write(bob, "What a sky");
    await olga.until(says(".line", "What a sky"));
    await bob.until(says(".line", "What a sky"));
    await olga.evaluate(`document.querySelector("[data-gift=rocket]").click()`);
    for (let time = 0; time < 3; time++) await bob.evaluate(`document.querySelector("#like").click()`);
    await bob.until(says(".line.high", "送出 🚀 火箭"));
    await olga.until(says(".line.high", "gives a rocket"));
    await olga.until(`document.querySelector("#like b").textContent === "3"`);
    // What only looks like a gift is none.
    await bob.evaluate(`live.chat.live.send({ type: 100, body: { gift: "rose" } }).then(() => true)`);
    await write(olga, "Thank you all");
    await bob.until(says(".line", "Thank you all"));
    assert.equal(await bob.evaluate(`${findAll(".line.high")}.length`), 1);
    await until(async () => (await texts(olga, ".about"))[0] === "2 here");
    await shot(olga, "room");
    await shot(bob, "room-phone");
});

test("while the user looks at earlier lines they stay, and newer ones are counted", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, line) => announce(`line ${line}`)));
    await olga.until(`${findAll(".line")}.filter(({ innerText }) => innerText.includes("line ")).length === 40`);
    await olga.evaluate(`${inRoom(".log")}[0].scrollTop = 0`);
    await announce("newest");
    await olga.until(`${inRoom(".newer")}[0].innerText === "1 new message"`);
    assert.equal(await olga.evaluate(`${inRoom(".log")}[0].scrollTop`), 0);
    await olga.evaluate(`${inRoom(".newer")}[0].click()`);
    await olga.until(`${inRoom(".newer")}[0].hidden && ${says(".line", "newest")}`);
});

test("a text that is not told stays in the field, with the reason", async () => {
    await olga.evaluate(`live.client.room.modify({ roomID: "${roomID}", slowSeconds: 600 }).then(() => true)`);
    await bob.until(`${field}.placeholder === "慢速模式：每 600 秒一条"`);
    await write(bob, "first");
    await bob.until(says(".line", "first"));
    // The button counts the seconds, and Enter does nothing.
    await bob.until(`Number(${inRoom(".send")}[0].innerText) > 500`);
    await write(bob, "second");
    assert.equal(await bob.evaluate(`${field}.value`), "second");
    await shot(bob, "room-slow");
    await olga.evaluate(`live.client.room.modify({ roomID: "${roomID}", slowSeconds: 0 }).then(() => true)`);
    await olga.evaluate(`live.client.room.muteAll({ roomID: "${roomID}", isMuted: true }).then(() => true)`);
    await bob.until(`${field}.placeholder === "仅主持人和指定发言人可发言"`);
    await bob.evaluate("live.chat.focus()");
    await bob.press("Enter");
    await bob.until(says(".says.problem", "仅主持人"));
    assert.equal(await bob.evaluate(`${field}.value`), "second");
    await olga.evaluate(`live.client.room.muteAll({ roomID: "${roomID}", isMuted: false }).then(() => true)`);
    await bob.until(`${field}.placeholder === "输入消息"`);
    await bob.press("Enter");
    await olga.until(says(".line", "second"));
});

test("a lost connection says so, and what was missed comes, or a note", async () => {
    site.proxy.isRefusing = true;
    site.proxy.cut();
    await bob.until(says(".banner", "正在连接"));
    await Promise.all(Array.from({ length: 60 }, (_, line) => announce(`away ${line}`)));
    site.proxy.isRefusing = false;
    await bob.evaluate("live.client.link.wake()");
    await bob.until(says(".note", "有 10 条消息未收到"));
    assert.equal(await bob.evaluate("live.chat.live.state.verdict"), "gap");
    assert.equal(await bob.evaluate(`${findAll(".line")}.filter(({ innerText }) => innerText.includes("away ")).length`), 50);
    await olga.until(`live.chat.live.state.name === "in"`);
});

test("of what is too much the page says how much", async () => {
    const said = Array.from({ length: 80 }, (_, line) => announce(`flood ${line}`, { priority: "normal" }).catch(({ code }) => code));
    const shed = (await Promise.all(said)).filter((code) => code === 1024).length;
    assert.ok(shed > 0);
    await olga.until(`/^\\d+ more messages?, too many to show$/.test(${inRoom(".says")}[0].innerText)`);
});

test("of two tabs with one session, one leaves and the other stays; the last one leads and comes back", async () => {
    await site.gateway.ask("admin.room.create", { roomID: "tabs" });
    const context = await browser.context();
    const tabs = [await openTab(context, site, "alice"), await openTab(context, site, "alice")];
    for (const tab of tabs) {
        await tab.evaluate(`(async () => {
            const { Room } = await import("/client/rooms.js");
            window.room = new Room(client, "tabs");
            window.seqs = [];
            room.on("news", ({ messages, missed }) => seqs.push(...messages.map(({ seq }) => seq), ...(missed ? ["missed"] : [])));
            await room.enter();
            return true;
        })()`);
    }
    const leads = await Promise.all(tabs.map((tab) => tab.evaluate("client.link.leads")));
    const [first, second] = leads[0] ? tabs : tabs.reverse();
    const say = (tab, text) => tab.evaluate(`room.send("${text}").then(({ seq }) => seq)`);
    assert.deepEqual([await say(second, "one"), await say(first, "two")], [1, 2]);
    await second.until(`seqs.join() === "1,2"`);
    await second.evaluate("room.leave().then(() => true)");
    assert.equal(await say(first, "three"), 3);
    await second.evaluate("room.enter().then(() => true)");
    await first.close();
    await second.until(`client.link.leads && room.state.name === "in"`);
    assert.equal(await say(second, "four"), 4);
    await second.until(`seqs.join() === "1,2,3,4"`);
});

test("the host takes a line away, and mutes and removes a user, by the keyboard", async () => {
    await write(bob, "rude words");
    await olga.until(says(".line", "rude words"));
    const open = async () => {
        await olga.evaluate(`[...${inRoom(".line")}].filter(({ innerText }) => innerText.includes("rude words")).at(-1).querySelector("button").focus()`);
        await olga.press("Enter");
        await olga.until(`${focused}.matches("[role=menuitem]")`);
    };
    await open();
    await shot(olga, "room-menu");
    await choose(olga, "Mute for 10 minutes");
    await write(bob, "still here");
    await bob.until(`/^你已被禁言至/.test(${field}.placeholder) && ${field}.disabled`);
    await open();
    await choose(olga, "Remove from the room");
    await bob.until(says(".out", "你已被移出房间"));
    await olga.until(`!${says(".line", "rude words")}`);
    await shot(bob, "room-out");
    await olga.evaluate(`live.client.room.mute({ roomID: "${roomID}", userID: "bob", seconds: -1 }).then(() => true)`);
    await bob.evaluate(`${inRoom(".out button")}[0].click()`);
    await bob.until(`live.chat.live.state.name === "in" && ${field}.placeholder === "你已被禁言"`);
    await site.gateway.ask("admin.room.end", { roomID });
    await olga.until(says(".out", "The room has ended"));
    assert.deepEqual([...olga.problems, ...bob.problems], []);
});
