/** The console as operators use it: at a gateway under load, by the keyboard, light and dark, wide and narrow, in both languages. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { Chromium } from "../../clients/javascript/test/support/chromium.js";
import { freePort, Gateway } from "../../clients/javascript/test/support/gateway.js";
import { until } from "../../clients/javascript/test/support/until.js";
import { Operated } from "./support/operated.js";

const out = process.env.MARTLET_OUT ?? new URL("../../out/console", import.meta.url).pathname;
/** scripts/console names axe-core. */
const axe = process.env.MARTLET_AXE && readFileSync(process.env.MARTLET_AXE, "utf8");
let browser, operated, page, group, stopLoad;

before(async () => {
    mkdirSync(out, { recursive: true });
    operated = await Operated.start();
    ({ groupID: group } = await operated.gateway.ask("admin.group.create", { owner: "alice", name: "Team", isInviteNeedConfirm: false, invitees: ["bob"] }));
    stopLoad = operated.load();
    browser = await Chromium.start();
    page = await (await browser.context()).open(operated.url);
    await page.look({ width: 1280, height: 800, scheme: "light" });
});
after(async () => {
    stopLoad?.();
    await browser?.stop();
    await operated?.stop();
});

/** The texts of a part of the page, as they are seen. */
const says = (selector, text) => `document.querySelector(${JSON.stringify(selector)})?.innerText.includes(${JSON.stringify(text)})`;

async function tabTo(selector) {
    for (let count = 0; count < 60; count++) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await page.press("Tab");
    }
    throw new Error(`Tab does not lead to ${selector}`);
}

/** A screenshot, and what axe-core finds fault with. */
async function shot(name) {
    await page.screenshot(`${out}/${name}.png`);
    assert.deepEqual(page.problems, [], name);
    const isWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
    assert.equal(isWide, false, `${name} is wider than its window`);
    if (!axe) return;
    await page.evaluate(`${axe}; 0`);
    const serious = await page.evaluate(`axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
    assert.deepEqual(serious, [], name);
}

/** Leads to a view, and waits until it is shown. */
async function go(view, text) {
    await page.evaluate(`void (location.hash = ${JSON.stringify(`#/${view}`)})`);
    await page.until(says("#view", text));
}

test("an operator signs in by the keyboard, after a wrong secret", async () => {
    await page.until(`document.activeElement.id === "field-name"`);
    await page.type("tests");
    await page.press("Tab");
    await page.type("wrong");
    await page.press("Enter");
    await page.until(says("#sign-in [role=alert]", "no admin key"));
    await shot("sign-in");
    await page.evaluate(`document.querySelector("#field-secret").select()`);
    await page.evaluate(`document.querySelector("#field-secret").focus()`);
    await page.type(operated.secret);
    await page.press("Enter");
    await page.until(says("#who", "Key tests"));
    assert.equal(await page.evaluate("document.cookie"), "", "a script reads the cookie");
});

test("the overview shows the load as it is", async () => {
    const now = (title) => `document.querySelector('svg[aria-label^="${title},"]')?.getAttribute("aria-label") ?? ""`;
    await page.until(`/Now: sessions 4,/.test(${now("Sessions")})`);
    await page.until(`Number(/sent ([\\d.]+)/.exec(${now("Messages")})?.[1]) > 5`);
    await page.until(`Number(/deliveries ([\\d.]+)/.exec(${now("Messages")})?.[1]) > 5`);
    await page.until(`Number(/99 % ([\\d.]+) ms/.exec(${now("Commits")})?.[1]) > 0`);
    await page.until(`document.querySelector(".chart .line-0").getAttribute("d").split("L").length > 8`, 40);
    await page.until(says(".state", "Ready"));
    await shot("overview");
    await page.look({ width: 1280, height: 800, scheme: "dark" });
    await shot("overview-dark");
    await page.look({ width: 390, height: 800, scheme: "light" });
    await shot("overview-narrow");
    await page.look({ width: 1280, height: 800, scheme: "light" });
});

test("a user is found by the keyboard, with everything about it, and a session is kicked", async () => {
    await tabTo("#find input");
    await page.type("alice");
    await page.press("Enter");
    await page.until(says("#view", "User alice"));
    for (const text of ["alice-phone", "Team", "c2c_bob", "Devices for pushes", "Friends"]) await page.until(says("#view", text));
    await shot("user");
    const kicked = new Promise((resolve) => operated.clients[0].on("session.kicked", resolve));
    await tabTo("#view button.danger");
    await page.press("Enter");
    await page.until(`document.querySelector("dialog")?.open`);
    await page.type("Please update");
    await shot("kick");
    await page.press("Enter");
    assert.equal((await kicked).text, "Please update");
    await page.until(`!document.querySelector("dialog") && !${says("#view", "alice-phone")}`);
    assert.deepEqual((await operated.gateway.ask("admin.user.state", { userID: "alice" })).sessions, []);
});

test("lists of users and groups lead to each of them", async () => {
    await go("users", "dave");
    await shot("users");
    await go("groups", "Team");
    await page.evaluate(`document.querySelector("#view td a").click()`);
    await page.until(says("#view", `Group ${group}`));
    await page.until(says("#view", "bob"));
    await shot("group");
});

test("a conversation, a message and what became of its push are found", async () => {
    const body = { text: "<img src=x onerror=alert(1)> & more" };
    const { msgId } = await operated.gateway.ask("message.send", { conversationID: "c2c_dave", clientMsgId: "one", type: 0, body }, "carol");
    await page.evaluate(`document.querySelector("#find select").value = "message"`);
    await page.evaluate(`document.querySelector("#find input").value = ${JSON.stringify(msgId)}`);
    await page.evaluate(`document.querySelector("#find").requestSubmit()`);
    await page.until(says("#view", `Message ${msgId}`));
    await page.until(says("#view", body.text));
    await shot("message");
    await go("conversation/c2c_dave/carol", body.text);
    assert.equal(await page.evaluate(`document.querySelector("#view img")`), null, "a message became an element");
    await shot("conversation");
    await go(`push/dave/${msgId}`, "Not pushed");
    await page.until(says("#view", "Reason"));
    await shot("push");
    await go("message/17", "no such message");
});

test("a push is found with what the device shows, and with its receipt", async () => {
    await operated.gateway.makeAccounts("frank");
    const frank = await operated.connect("frank", "frank-phone");
    await frank.request("push.register", { provider: "webhook", token: "frank-token-0123456789", language: "zh-Hans" });
    frank.disconnect();
    await until(async () => (await operated.gateway.ask("admin.session.list", { userID: "frank" })).sessions.length === 0);
    const { msgId } = await operated.gateway.ask("message.send", { conversationID: "c2c_frank", clientMsgId: "away", type: 1, body: { url: "x" } }, "carol");
    await until(() => operated.pushes.some(({ message }) => message === msgId));
    const { ticket } = operated.pushes.find(({ message }) => message === msgId);
    const receipt = { method: "POST", body: JSON.stringify({ ticket, event: "opened" }) };
    assert.equal((await fetch(`${operated.gateway.url.replace(/^ws/, "http").replace(/\/v1.*/, "")}/v1/push/receipts`, receipt)).status, 200);
    await until(async () => (await operated.gateway.ask("admin.push.explain", { userID: "frank", msgId })).devices?.[0].opened);
    await go(`push/frank/${msgId}`, "Pushed");
    for (const text of ["frank-phone", "carol · [图片]", "accepted", "opened"]) await page.until(says("#view", text));
    await shot("pushed");
    await go("user/frank", "frank-phone");
    for (const text of ["zh-Hans", "webhook", "full"]) await page.until(says("#view", text));
});

test("events are read as they come", async () => {
    await go("events", "Events");
    await page.until(says("#view", "message.created"));
    await page.until(`document.querySelectorAll(".events li").length > 20`);
    await page.evaluate(`document.querySelector("#field-types").value = "account.*"`);
    await operated.gateway.makeAccounts("erin");
    await page.until(says(".events", "account.created"));
    await page.evaluate(`document.querySelector(".events summary").click()`);
    await shot("events");
});

test("what an endpoint does not take is shown, and delivered again", async () => {
    await until(async () => (await operated.gateway.ask("admin.events.parked", { endpoint: "shop" })).events.length > 0);
    await go("webhooks", "Endpoint");
    assert.equal(await page.evaluate(`document.querySelector("#endpoints option").value`), "shop");
    await go("webhooks/shop", "400 this shop is closed");
    await shot("webhooks");
    stopLoad();
    operated.endpoint.removeAllListeners("request");
    let taken = "";
    operated.endpoint.on("request", (request, response) =>
        request.setEncoding("utf8").on("data", (text) => (taken += text)).on("end", () => response.writeHead(204).end()));
    const id = await page.evaluate(`document.querySelector("#view td").innerText`);
    await page.evaluate(`document.querySelector("#view td button").click()`);
    await page.until(`document.querySelector("dialog")?.open`);
    await page.press("Enter");
    await page.until(`!document.querySelector("dialog")`);
    await until(() => taken.includes(id));
    const metrics = await page.evaluate(`fetch("/metrics").then((response) => response.text())`);
    assert.ok(metrics.includes('martlet_requests_total{operation="admin.events.replay",result="ok"} 1\n'));
});

test("the audit log shows who did what, and what concerns a user", async () => {
    await go("user/alice", "Audit log of alice");
    await page.evaluate(`[...document.querySelectorAll("#view a")].find((link) => link.innerText === "Audit log of alice").click()`);
    await page.until(says("#view", "admin.session.kick"));
    for (const text of ["console:tests", "127.0.0.1", "ok"]) assert.ok(await page.evaluate(says("#view", text)), text);
    await shot("audit");
    await page.evaluate(`document.querySelector("#field-userID").value = ""`);
    await page.evaluate(`document.querySelector("#field-kind").value = "failedLogin"`);
    await page.evaluate(`document.querySelector("#view form").requestSubmit()`);
    await page.until(`location.hash.includes("failedLogin") && ${says("#view h2", "Audit log")} && !${says("#view", "admin.session.kick")}`);
});

test("settings are shown as they are in force, without what may be secret", async () => {
    await go("settings", "sessions.perUser");
    assert.equal(await page.evaluate(says("#view", "token=hidden")), false);
    await page.until(says("#view", "/events?…"));
    await page.evaluate(`document.querySelector("#changed").click()`);
    await page.evaluate(`document.querySelector("#field-filter").value = "perUser"`);
    await page.evaluate(`document.querySelector("#field-filter").dispatchEvent(new Event("input", { bubbles: true }))`);
    await page.until(`document.querySelectorAll("#view tbody tr").length === 1 && ${says("#view code.changed", "7")}`);
    await shot("settings");
    await go("keys", "tests");
    await page.until(says("#view", "HS256"));
    assert.equal(await page.evaluate(`document.body.innerText.includes(${JSON.stringify(operated.secret)})`), false);
    await shot("keys");
});

test("the whole console speaks Chinese", async () => {
    await page.evaluate(`localStorage.setItem("martlet.language", "zh-Hans")`);
    await page.reload();
    await page.until(says("#who", "密钥 tests"));
    assert.equal(await page.evaluate("document.documentElement.lang"), "zh-Hans");
    await go("overview", "概览");
    await page.until(says(".state", "就绪"));
    await page.look({ width: 1280, height: 800, scheme: "dark" });
    await shot("overview-chinese-dark");
    for (const [view, text] of [["users", "账号"], ["user/bob", "用户 bob"], ["groups", "群组"], ["events", "事件"], ["audit", "审计日志"], ["settings", "设置"], ["keys", "密钥与证书"]]) await go(view, text);
    const [english, chinese] = await page.evaluate(`import("./texts.js").then(({ dictionaries }) => Object.values(dictionaries).map(Object.keys))`);
    assert.deepEqual(chinese, english);
    await page.evaluate(`localStorage.removeItem("martlet.language")`);
    await page.reload();
    await page.until(says("#who", "Key tests"));
});

test("without an admin key the console says what is missing, and asks for none", async () => {
    const port = await freePort();
    const gateway = await Gateway.start({ admin: { listen: port }, auth: { testMode: true } });
    const missing = await (await browser.context()).open(`http://127.0.0.1:${port}/console/`);
    try {
        for (const [language, title] of [["en", "This gateway has no admin key"], ["zh-Hans", "此网关没有管理密钥"]]) {
            await missing.evaluate(`localStorage.setItem("martlet.language", "${language}")`);
            await missing.reload();
            await missing.until(`document.querySelector("#sign-in h1")?.innerText === "${title}"`);
            assert.equal(await missing.evaluate(`document.querySelectorAll("input, form:not(#find)").length`), 0);
            assert.ok(await missing.evaluate(`document.querySelector("#sign-in").innerText.includes("martlet token --new-admin-key-file")`));
            await missing.look({ width: 1000, height: 600, scheme: "light" });
            await missing.screenshot(`${out}/no-key-${language}.png`);
        }
        assert.deepEqual(missing.problems, []);
    } finally {
        await missing.close();
        await gateway.stop();
    }
});

test("the Chinese texts have the punctuation of Chinese", async () => {
    const texts = await page.evaluate(`import("./texts.js").then(({ dictionaries }) => Object.values(dictionaries["zh-Hans"]))`);
    assert.deepEqual(texts.filter((text) => /[\u4e00-\u9fff]/.test(text) && /[,:;?!()]/.test(text)), []);
});

test("nothing is asked for elsewhere, and nothing breaks the policy", async () => {
    const asked = await page.evaluate(`performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)`);
    assert.deepEqual([...new Set(asked)], [new URL(operated.url).origin]);
    assert.deepEqual(page.problems, []);
});

test("who signs out is out, and a session that has ended asks to sign in", async () => {
    await page.evaluate(`[...document.querySelectorAll("#who button")].at(-1).click()`);
    await page.until(`!document.querySelector("#sign-in").hidden && document.querySelector("#view").innerText === ""`);
    await page.reload();
    await operated.signIn(page);
    const { cookies } = await page.call("Network.getCookies");
    assert.deepEqual(cookies.map(({ httpOnly, sameSite, path }) => [httpOnly, sameSite, path]), [[true, "Strict", "/console"]]);
    await page.call("Network.clearBrowserCookies");
    await page.evaluate(`void (location.hash = "#/users")`);
    await page.until(`!document.querySelector("#sign-in").hidden && document.querySelector("#console").hidden`);
});
