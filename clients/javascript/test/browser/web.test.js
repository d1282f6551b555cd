/** The elements of clients/web in a chat that has been used for a while, through the example's page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Scene } from "../support/scene.js";
import { choose, find, findAll, focused, openChat, says, tabTo, texts } from "../support/shadow.js";
import { shot } from "../support/shot.js";

const desktop = { width: 1280, height: 800, scheme: "light" };
const phone = { width: 390, height: 780, scheme: "light" };
let browser, scene, alice;

before(async () => {
    scene = await Scene.start({ messages: { textCharacters: 2000 } });
    browser = await Chromium.start();
    alice = await open("alice", desktop);
});
after(async () => {
    await browser.stop();
    await scene.stop();
});

/** A page whose user has signed in before. @param {string} query as the example takes it */
async function open(user, look, query = "") {
    const page = await (await browser.context()).open(scene.site.url);
    await page.look(look);
    await page.evaluate(`localStorage.setItem("chat.user", "${user}")`);
    await page.go(`${scene.site.url}/${query}`);
    await page.until(`window.chat?.client.state.name === "open" && chat.store.isListed`);
    return page;
}

const row = (text) => `${findAll("li")}.find(({ innerText }) => innerText.includes(${JSON.stringify(text)}))`;
/** The middle of what an expression gives, or of a part of it. */
const middle = (page, element) => page.evaluate(`(({ left, top, width, height }) =>
    ({ x: left + width / 2, y: top + height / 2 }))(${element}.getBoundingClientRect())`);
const mouse = (page, type, at, more = {}) => page.call("Input.dispatchMouseEvent", { type, ...at, ...more });

async function click(page, element, button = "left") {
    const at = await middle(page, element);
    await mouse(page, "mouseMoved", at);
    await mouse(page, "mousePressed", at, { button, clickCount: 1 });
    await mouse(page, "mouseReleased", at, { button, clickCount: 1 });
}

const write = async (page, text) => {
    await page.evaluate(`${find("textarea")}.focus()`);
    await page.type(text);
};

test("the list says what is new, muted, pinned and meant for the user", async () => {
    await alice.until(says("[role=option]", "Launch team"));
    await alice.until(says("[role=option] .name", "Bob Lindqvist"));
    const names = await texts(alice, "[role=option] .name");
    assert.equal(names[0], "Launch team");
    const first = `${find("[role=option]")}`;
    const signs = (option) =>
        alice.evaluate(`[...${option}.querySelectorAll("[role=img]")].map(({ ariaLabel }) => ariaLabel)`);
    assert.deepEqual(await signs(first), ["you were mentioned", "pinned", "2 unread"]);
    const rosa = `${findAll("[role=option]")}.find(({ innerText }) => innerText.includes("Rosa"))`;
    assert.deepEqual(await signs(rosa), ["muted", "120 unread"]);
    await shot(alice, "web-list");
});

test("unread messages begin below a line, which stays while they are read", async () => {
    await openChat(alice, "Launch team");
    await alice.until(says("li", "Then it is settled"));
    const rows = await alice.evaluate(`${findAll("li")}.map(({ className, innerText }) => className + innerText)`);
    const divider = rows.findIndex((text) => text.startsWith("divider"));
    assert.match(rows[divider - 1], /book the room/);
    assert.match(rows[divider + 1], /perfect, thank you/);
    await alice.until(`chat.store.conversation("${scene.group}").unreadCount === 0`);
    assert.equal(await alice.evaluate(`${findAll("li.divider")}.length`), 1);
    await alice.until(says(".about", "5 members"));
    await shot(alice, "web-group");
});

test("the menu opens by the button that hovering shows, by a right click, and by a long press", async () => {
    const settled = row("Then it is settled");
    const opacity = `getComputedStyle(${settled}.querySelector(".more")).opacity`;
    assert.equal(await alice.evaluate(opacity), "0");
    await mouse(alice, "mouseMoved", await middle(alice, settled));
    await alice.until(`${opacity} === "1"`);
    await click(alice, `${settled}.querySelector(".more")`);
    await alice.until(says("[role=menu]", "Reply"));
    assert.deepEqual(await texts(alice, "[role=menuitem]"), ["Reply", "Copy text", "Delete for me"]);
    await shot(alice, "web-menu");
    await alice.press("Escape");
    assert.equal(await alice.evaluate(`${focused} === ${settled}`), true);
    await click(alice, `${settled}.querySelector(".bubble")`, "right");
    await alice.until(says("[role=menu]", "Reply"));
    // A click beside it closes it.
    await click(alice, find(".title"));
    assert.deepEqual(await texts(alice, "[role=menu]"), []);

    await alice.call("Emulation.setTouchEmulationEnabled", { enabled: true });
    const touchPoints = [await middle(alice, `${settled}.querySelector(".bubble")`)];
    await alice.call("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await alice.until(says("[role=menu]", "Reply"));
    await alice.call("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.equal((await texts(alice, "[role=menu]")).length, 1);
    await alice.call("Emulation.setTouchEmulationEnabled", { enabled: false });
    await alice.press("Escape");
    assert.deepEqual(await texts(alice, "[role=menu]"), []);
    assert.equal(await alice.evaluate(`${focused} === ${settled}`), true);
});

test("a reply quotes a message, and a click on the quote leads there", async () => {
    await click(alice, `${row("Then it is settled")}.querySelector(".bubble")`, "right");
    await choose(alice, "Reply");
    await alice.until(says("[part=bar]", "Reply to Carol Jansen"));
    await alice.type("See you all there");
    await shot(alice, "web-reply");
    await alice.press("Enter");
    const own = row("See you all there");
    await alice.until(`${own}?.querySelector(".quote")?.innerText.includes("Then it is settled")`);
    assert.equal(await alice.evaluate(`${find("[part=bar]")}.hidden`), true);
    await alice.until(`${row("Thursday works for me")} || (${find(".scroller")}.scrollTop = 0, false)`);
    await alice.evaluate(`${row("Thursday works for me")}.querySelector(".quote").click()`);
    await alice.until(`${focused}.innerText.includes("Can we still change the date?")`);
    await alice.evaluate(`${find(".newest")}.click()`);
    await alice.until(`${find(".newest")}.hidden && ${own}`);
});

test("members are mentioned by a completion", async () => {
    await write(alice, "Thanks @ca");
    await alice.until(`${findAll(".people [role=option]")}.length === 1`);
    assert.equal(await alice.evaluate(`${find("textarea")}.getAttribute("aria-activedescendant")`), "person-0");
    await shot(alice, "web-mention");
    await alice.press("Enter");
    assert.equal(await alice.evaluate(`${find("textarea")}.value`), "Thanks @Carol Jansen ");
    await alice.press("Enter");
    const own = row("Thanks @Carol Jansen");
    await alice.until(`${own}?.querySelector(".mention") && ${own}.querySelector(".state-sent")`);
    const sent = await scene.gateway.ask("message.history", { conversationID: scene.group, limit: 1 }, "alice");
    assert.deepEqual(sent.messages[0].atUserList, ["carol"]);
});

test("in a group, the id of a user whose name is being read is not seen", async () => {
    await scene.gateway.ask("admin.account.create", { accounts: [{ userID: "zoe", nickname: "Zoe Adams" }] });
    await scene.gateway.ask("group.invite", { groupID: scene.group.slice("group_".length), userIDs: ["zoe"] }, "alice");
    scene.site.proxy.delay = 200;
    await scene.send("zoe", scene.group, "Hello, I am new here");
    const sender = `${row("Hello, I am new here")}?.querySelector(".sender")`;
    await alice.until(`${sender}?.innerText === "zoe"`);
    assert.equal(await alice.evaluate(`getComputedStyle(${sender}).color`), "rgba(0, 0, 0, 0)");
    scene.site.proxy.delay = 0;
    await alice.until(`${sender}?.innerText === "Zoe Adams"`);
    assert.notEqual(await alice.evaluate(`getComputedStyle(${sender}).color`), "rgba(0, 0, 0, 0)");
});

test("a draft and its reply are there after a reload", async () => {
    await openChat(alice, "Yuki Tanaka");
    await alice.until(says("li", "Lunch?"));
    await click(alice, `${row("Lunch?")}.querySelector(".bubble")`, "right");
    await choose(alice, "Reply");
    await alice.type("In ten minutes");
    await openChat(alice, "Tom");
    await alice.until(says("[role=option]", "Draft: In ten minutes"));
    // It is written to the device in a moment.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await alice.reload();
    await alice.until(says("[role=option]", "Draft: In ten minutes"));
    await openChat(alice, "Yuki Tanaka");
    await alice.until(`${find("textarea")}.value === "In ten minutes"`);
    await alice.until(says("[part=bar]", "Lunch?"));
    await tabTo(alice, "textarea");
    await alice.press("Enter");
    await alice.until(`${row("In ten minutes")}?.querySelector(".quote")`);
});

test("a message that was refused is tried again", async () => {
    await scene.gateway.ask("blacklist.add", { userIDs: ["alice"] }, "tom");
    await openChat(alice, "Tom");
    await alice.until(says("li", "Thanks for the ride!"));
    await write(alice, "Any time");
    await alice.press("Enter");
    await alice.until(says("div.failed", "Not sent"));
    const listed = `[role=option] [role=img][aria-label="not sent"]`;
    await alice.until(`${find(listed)} && ${says("[role=option]", "You: Any time")}`);
    await shot(alice, "web-failed");
    await scene.gateway.ask("blacklist.delete", { userIDs: ["alice"] }, "tom");
    await click(alice, find("div.failed button"));
    await alice.until(`${row("Any time")}?.querySelector(".state-sent") && !${find("div.failed")} && !${find(listed)}`);
});

test("what others write is text and nothing else", async () => {
    const hostile = [
        "<img src=x onerror=\"window.isHurt=1\"><script>window.isHurt=1</script>", "javascript:alert(1)",
        "\u202Egnp.elif\u202C and more", "x".repeat(400), "https://example.com/\u202Egpj.exe", "\n".repeat(30) + "end",
    ];
    for (const text of hostile) await scene.send("max", "c2c_alice", text);
    const image = { url: "javascript:window.isHurt=1", text: 7, width: "x" };
    await scene.send("max", "c2c_alice", { type: 1, body: image });
    await scene.send("max", "c2c_alice", { type: 6, body: { url: "data:text/html,x", name: { a: 1 } } });
    await scene.send("max", "c2c_alice", { type: 100, body: { poll: 1 } });
    await scene.send("max", "c2c_alice", { type: 0, body: { text: "Last" } });
    const values = { nickname: "<b>M</b>", faceUrl: "javascript:1" };
    await scene.gateway.ask("profile.modifySelf", { values }, "max");
    await alice.until(says("[role=option]", "Last"));
    await openChat(alice, "<b>M</b>");
    await alice.until(says("li", "Message of another kind"));
    await alice.evaluate(`${find(".scroller")}.scrollTop = 0`);
    await alice.until(says("li", "<img src=x"));
    assert.equal(await alice.evaluate("window.isHurt"), undefined);
    const links = await alice.evaluate(`${findAll("li a")}.map(({ href }) => new URL(href).protocol)`);
    assert.deepEqual(links, ["https:"]);
    assert.deepEqual(await texts(alice, "li a"), ["https://example.com/"]);
    assert.deepEqual(await alice.evaluate(`${findAll("li img, li script, li b")}.length`), 0);
    // Nothing is wider than its thread.
    assert.equal(await alice.evaluate(`${find(".scroller")}.scrollWidth - ${find(".scroller")}.clientWidth`), 0);
    await shot(alice, "web-hostile");
});

test("dark, from right to left, narrow and in Chinese", async () => {
    const looks = {
        "web-dark": [{ ...desktop, scheme: "dark" }, "", "ltr"],
        "web-rtl": [desktop, "?dir=rtl&lang=ar", "rtl"],
        "web-rtl-dark": [desktop, "?dir=rtl&lang=ar&scheme=dark", "rtl"],
        "web-chinese": [desktop, "?lang=zh", "ltr"],
        "web-phone": [phone, "", "ltr"],
        "web-phone-chinese-dark": [{ ...phone, scheme: "dark" }, "?lang=zh", "ltr"],
    };
    for (const [name, [look, query, dir]] of Object.entries(looks)) {
        const page = await open("bob", look, query);
        await page.until(says("[role=option] .name", "Alice Moreau"));
        await shot(page, `${name}-list`);
        await openChat(page, "Launch team");
        await page.until(says("li", "Thanks @Carol Jansen"));
        // Names are read when they are looked at.
        await page.until(says(".sender", "Carol Jansen"));
        await shot(page, name);
        const left = (element) => page.evaluate(`${element}.getBoundingClientRect().left`);
        const own = await left(`${row("perfect, thank you")}.querySelector(".bubble")`);
        assert.equal(own - (await left(find("martlet-thread"))) < 60, dir === "rtl", name);
        await page.evaluate(`${findAll("li .more")}.at(-1).click()`);
        await page.until(`${find("[role=menu]")}`);
        await shot(page, `${name}-menu`);
        await page.press("Escape");
        await page.evaluate(`${find(".members")}.click()`);
        await page.until(`${findAll(".panel li")}.length === 6`);
        await shot(page, `${name}-members`);
        await page.press("Escape");
        if (query.includes("zh")) assert.equal(await page.evaluate(`${find("textarea")}.placeholder`), "输入消息");
        const panes = findAll("martlet-conversations, martlet-thread");
        const shown = () => page.evaluate(`${panes}.map(({ offsetWidth }) => offsetWidth > 0)`);
        if (look.width === phone.width) {
            assert.deepEqual(await shown(), [false, true]);
            await tabTo(page, ".back");
            await page.press("Enter");
            assert.deepEqual(await shown(), [true, false]);
        } else assert.deepEqual(await shown(), [true, true]);
        assert.deepEqual(page.problems, []);
        await page.close();
    }
});

test("a thread and a composer make a support chat without a list", async () => {
    const page = await open("ines", phone);
    await page.evaluate(`(() => {
        document.body.replaceChildren(...["thread", "composer"].map((name) => {
            const element = document.createElement("martlet-" + name);
            element.client = chat.client;
            element.store = chat.store;
            element.conversation = "c2c_alice";
            return element;
        }));
        document.body.style = "display: flex; flex-direction: column; height: 100dvh";
        document.body.addEventListener("message-written", ({ detail }) => (window.written = detail));
    })()`);
    await page.until(says("li", "See you in spring"));
    await write(page, "I need help");
    await page.press("Enter");
    await page.until(`${row("I need help")}?.querySelector(".state-sent")`);
    assert.deepEqual(await page.evaluate("written"), {
        conversationID: "c2c_alice", message: { type: 0, body: { text: "I need help" } },
    });
    await shot(page, "web-support");
    scene.site.proxy.isRefusing = true;
    scene.site.proxy.cut();
    await page.until(says(".banner", "Offline"));
    scene.site.proxy.isRefusing = false;
    assert.deepEqual(page.problems, []);
});

test("nothing was thrown", () => assert.deepEqual(alice.problems, []));
