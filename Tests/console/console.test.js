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
    page = await (await browser.context()).open("about:blank");
    // Half an hour beside UTC's hours.
    await page.call("Emulation.setTimezoneOverride", { timezoneId: "Asia/Kolkata" });
    await page.go(operated.url);
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

/** Looks for an id by the one box. */
async function find(id) {
    await page.evaluate(`document.querySelector("#find input").value = ${JSON.stringify(id)}`);
    await page.evaluate(`document.querySelector("#find").requestSubmit()`);
}

/** Leads to a view, and waits until it is shown. */
async function go(view, text) {
    await page.evaluate(`void (location.hash = ${JSON.stringify(`#/${view}`)})`);
    await page.until(says("#view", text));
}

/** Presses a button, and confirms it. */
async function act(action, text = undefined) {
    await page.evaluate(`[...document.querySelectorAll("#view .bar button")].find(({ innerText }) => innerText === ${JSON.stringify(action)}).click()`);
    await page.until(`document.querySelector("dialog")?.open`);
    if (text) await page.evaluate(`document.querySelector("#field-confirm").value = ${JSON.stringify(text)}`);
    await page.evaluate(`document.querySelector("dialog form").requestSubmit()`);
    await page.until(`!document.querySelector("dialog")`);
}

const shows = (action) => page.until(`[...document.querySelectorAll("#view .bar button")].some(({ innerText }) => innerText === ${JSON.stringify(action)})`);

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

test("the overview begins with what was kept, and shows the load as it is", async () => {
    await page.until(`document.querySelectorAll(".kept .chart").length === 3`);
    // Days are those of UTC, hours those of the browser.
    const axes = (part) => page.evaluate(`[...document.querySelectorAll("${part} .chart")].map((chart) => [...chart.querySelectorAll(".scale span, .times span")].map(({ innerText }) => innerText))`);
    for (const [, , , begin, end] of await axes(".kept")) assert.match(`${begin} ${end}`, /^\w+ \d+, \d{4} UTC \w+ \d+, \d{4} UTC$/);
    await until(async () => (await operated.gateway.ask("admin.statistics")).periods.at(-1)?.messageCount > 0);
    await go("overview/hours", "24 hours");
    await page.until(`document.querySelector(".kept [aria-current]")?.innerText === "24 hours"`);
    await page.until(`/Last: all [1-9]/.test(document.querySelector('.kept svg[aria-label^="Messages,"]')?.getAttribute("aria-label"))`);
    const thisHour = `new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" }).format(Math.floor(Date.now() / 3600000) * 3600000)`;
    for (const [, , , , end] of await axes(".kept")) assert.ok(end.endsWith(await page.evaluate(thisHour)) && end.includes(":30"), end);
    const now = (title) => `document.querySelector('.now svg[aria-label^="${title},"]')?.getAttribute("aria-label") ?? ""`;
    await page.until(`/Now: sessions 4,/.test(${now("Sessions")})`);
    await page.until(`Number(/sent ([\\d.]+)/.exec(${now("Messages")})?.[1]) > 5`);
    await page.until(`Number(/deliveries ([\\d.]+)/.exec(${now("Messages")})?.[1]) > 5`);
    await page.until(`Number(/99 % ([\\d.]+) ms/.exec(${now("Commits")})?.[1]) > 0`);
    await page.until(`document.querySelector(".now .line-0").getAttribute("d").split("L").length > 8`, 40);
    const live = await axes(".now");
    // Four sessions and the connections of the browser: how many of these there are is the browser's matter.
    assert.ok(["10/5", "20/10"].includes(live[0].slice(0, 2).join("/")), live[0]);
    for (const [top, , zero, begin, end] of live) assert.ok(top && zero === "0" && /^\d+ s ago$/.test(begin) && end === "now", `${top} ${zero} ${begin} ${end}`);
    await page.until(says(".state", "Ready"));
    const widths = await page.evaluate(`[...document.querySelectorAll("#views a")].map((link) => link.getBoundingClientRect().height)`);
    assert.ok(widths.length === 17 && widths.every((height) => height < 40), `an entry of the navigation takes two lines: ${widths}`);
    await shot("overview");
    await page.look({ width: 1280, height: 800, scheme: "dark" });
    await shot("overview-dark");
    await page.look({ width: 390, height: 800, scheme: "light" });
    await page.evaluate("scrollTo(0, 0)");
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

test("lists sort and page, by the keyboard too, and lead to what they list", async () => {
    await operated.gateway.makeAccounts(...Array.from({ length: 60 }, (_, place) => `member${place}`));
    const first = `document.querySelector("#view tbody td").innerText`;
    await go("users", "dave");
    await page.until(says("#view .pages", "1–50 of 50 and more"));
    await shot("users");
    await tabTo("#view thead button");
    await page.press("Enter");
    await page.until(`${first} === "alice" && document.querySelector("#view th").getAttribute("aria-sort") === "ascending"`);
    await page.press("Enter");
    await page.until(`${first} === "member45" && document.activeElement.matches("th[aria-sort=descending] button")`);
    await page.press("Enter");
    await page.until(`${first} === "alice" && !document.querySelector("th[aria-sort]")`);
    await page.evaluate(`[...document.querySelectorAll(".pages button")].at(-1).click()`);
    await page.until(`${says("#view .pages", "51–64 of 64")} && document.querySelectorAll("#view tbody tr").length === 14`);
    assert.equal(await page.evaluate("document.activeElement.innerText"), "Previous", "the focus is lost");
    // All that was read is sorted, and what is counted by its number.
    await page.evaluate(`document.querySelector("#view thead button").click()`);
    await page.until(`${first} === "member46"`);
    await page.evaluate(`document.querySelector(".pages button").click()`);
    await page.until(`${first} === "alice" && ${says("#view .pages", "1–50 of 64")}`);
    await page.evaluate(`document.querySelectorAll("#view thead button")[4].click()`);
    await page.evaluate(`document.querySelectorAll("#view thead button")[4].click()`);
    await page.until(`${first}.startsWith("member")`);
    await go("groups", "Team");
    await page.evaluate(`document.querySelector("#view td a").click()`);
    await page.until(says("#view", "Group Team"));
    await page.until(says("#view", "bob"));
    const roles = await page.evaluate(`Object.fromEntries([...document.querySelectorAll("#view tbody tr")].map(({ cells }) => [cells[0].innerText, cells[2].innerText]))`);
    assert.deepEqual(roles, { alice: "owner", bob: "member" });
    assert.ok(await page.evaluate(`document.querySelector('#views a[href="#/groups"]').matches("[aria-current]")`));
    await shot("group");
    await operated.gateway.ask("admin.group.modify", { groupID: group, name: "The team" });
    await operated.gateway.ask("message.send", { conversationID: `group_${group}`, clientMsgId: "picture", type: 1, body: { url: "x" } }, "alice");
    await go(`conversation/group_${group}`, "alice changed the group (name: The team)");
    for (const text of ["alice invited bob", "[image]"]) await page.until(says("#view", text));
    await page.until(`document.querySelector(".thread .bubble")?.innerText.includes("[image]")`);
    await shot("group-messages");
    await operated.gateway.ask("admin.group.modify", { groupID: group, name: "Team" });
});

test("a conversation, a message and what became of its push are found", async () => {
    const body = { text: "<img src=x onerror=alert(1)> & more" };
    const { msgId } = await operated.gateway.ask("message.send", { conversationID: "c2c_dave", clientMsgId: "one", type: 0, body }, "carol");
    await find(msgId);
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

test("one box finds users, groups, channels, conversations and messages", async () => {
    await operated.gateway.ask("admin.channel.create", { channelID: "news", title: "News & more", access: "open" });
    await page.press("/");
    await page.until(`document.activeElement.matches("#find input")`);
    for (const [id, title] of [["news", "Channel News & more"], ["bob", "User bob"], [group, "Group Team"], [`group_${group}`, "Conversation group_"], ["c2c_bob", "The other user"]]) {
        await find(id);
        await page.until(says("#view", title));
    }
    await find("<b>nobody</b>");
    await page.until(says("#view", "Nothing has the id “<b>nobody</b>”."));
    await shot("find-nothing");
    // Several things may have the same id; each is offered.
    await operated.gateway.makeAccounts("news");
    await find("news");
    await page.until(`${says("#view", "What has the id news")} && document.querySelectorAll("#view tbody tr").length === 2`);
    await shot("find");
    await go("channels", "News & more");
    await shot("channels");
    // A link from elsewhere leads to the same.
    const linked = await (await browser.context()).open(`${operated.url}#/channel/news`);
    await operated.signIn(linked);
    await linked.until(says("#view", "Channel News & more"));
    await linked.close();
});

test("an operator writes to a user, disables and enables it, mutes and disables a group, and recalls a message", async () => {
    await go("user/carol", "User carol");
    const written = new Promise((resolve) => operated.clients[2].on("message.new", (message) => message.from === "system" && resolve(message)));
    await act("Write", "Please call us");
    const { msgId, body } = await written;
    assert.equal(body.text, "Please call us");
    await act("Disable");
    await shows("Enable again");
    assert.deepEqual(await operated.gateway.ask("admin.user.state", { userID: "carol" }).then(({ disabled, sessions }) => [disabled, sessions.length]), [true, 0]);
    await page.until(says("#view", "Friends"));
    assert.equal(await page.evaluate(`document.querySelector("#view [role=alert]")`), null);
    await shot("disabled");
    await act("Enable again");
    await shows("Disable");
    await act("Revoke tokens");
    await go(`group/${group}`, "Group Team");
    await act("Mute all");
    await shows("Unmute all");
    await act("Disable");
    await page.until(says("#view", "Disabled, all muted"));
    await act("Enable again");
    await act("Unmute all");
    await shows("Mute all");
    await go(`message/${msgId}`, "Please call us");
    await act("Recall", "Sent by mistake");
    const { messages } = await operated.gateway.ask("admin.message.history", { conversationID: "c2c_system", userID: "carol", limit: 1 });
    assert.ok(messages[0].recalled, JSON.stringify(messages[0]));
});

test("a broadcast is made and stopped, and a message that waits is taken back", async () => {
    await go("broadcasts", "Nothing");
    await page.evaluate(`document.querySelector("#field-text").value = "Down from 2 to 3 a.m."`);
    await page.evaluate(`document.querySelector("#view form").requestSubmit()`);
    await page.until(`document.querySelector("dialog")?.open`);
    await shot("broadcast");
    const told = new Promise((resolve) => operated.clients[1].on("broadcast.new", resolve));
    await page.press("Enter");
    assert.equal((await told).body.text, "Down from 2 to 3 a.m.");
    await page.until(`!document.querySelector("dialog") && ${says("#view td", "1")} && ${says("#view", "sessions")}`);
    await page.evaluate(`document.querySelector("#view td button").click()`);
    await page.until(`document.querySelector("dialog")?.open`);
    await page.press("Enter");
    await page.until(`${says("#view", "stopped")} && !document.querySelector("#view td button")`);
    await shot("broadcasts");
    const later = { conversationID: "c2c_bob", from: "alice", clientMsgId: "later", type: 0, body: { text: "Good morning" }, at: Date.now() + 3_600_000 };
    await operated.gateway.ask("admin.message.send", later);
    await go("scheduled", "Good morning");
    await shot("scheduled");
    await page.evaluate(`document.querySelector("#view td button").click()`);
    await page.until(`document.querySelector("dialog")?.open`);
    await page.press("Enter");
    await page.until(`!document.querySelector("dialog") && ${says("#view", "Nothing")}`);
    assert.deepEqual((await operated.gateway.ask("admin.message.scheduled", {})).messages, []);
});

test("a report is worked off", async () => {
    const { reportID } = await operated.gateway.ask("report.create", { userID: "carol", reason: "fraud", text: "sells <b>gold</b>" }, "dave");
    await go("reports", "sells <b>gold</b>");
    await shot("reports");
    await go(`report/${reportID}`, "Report");
    // The page of all reports says it as well.
    const button = `[...document.querySelectorAll("#view .bar button")].find(({ innerText }) => innerText === "Resolve")`;
    await page.until(button);
    assert.ok(await page.evaluate(says("#view", "fraud")));
    await page.evaluate(`${button}.click()`);
    await page.until(`document.querySelector("dialog [name=confirm]")`);
    await page.type("warned");
    await page.press("Enter");
    await page.until(says("#view", "warned"));
    await page.until(says("#view", "resolved"));
    await shot("report");
    await go("reports/resolved", "carol");
});

test("statistics begin with what was kept, as charts, a table and a file", async () => {
    await until(async () => (await operated.gateway.ask("admin.statistics")).periods.at(-1)?.messageCount > 0);
    await go("statistics", "active users");
    await page.until(`/Last: all [1-9]/.test(document.querySelector('svg[aria-label^="Messages,"]').getAttribute("aria-label"))`);
    assert.equal(await page.evaluate(`document.querySelector("table tbody").children.length`), 30);
    await shot("statistics");
    await go("statistics/hours", "24 hours");
    await page.until(`document.querySelector("table tbody")?.children.length === 24`);
    const { csv } = await operated.gateway.ask("admin.statistics", { csv: true });
    assert.match(csv, /^time,activeUsers,/);
});

test("on a phone the navigation is behind a button, and rows are cards", async () => {
    await page.look({ width: 390, height: 800, scheme: "dark" });
    await go("users", "dave");
    const isShown = `document.querySelector("#views").offsetParent !== null || getComputedStyle(document.querySelector("#views")).display !== "none"`;
    assert.equal(await page.evaluate(isShown), false);
    await shot("users-phone");
    await page.evaluate(`document.querySelector("#menu").focus()`);
    await page.press("Enter");
    await page.until(`${isShown} && document.querySelector("#menu").getAttribute("aria-expanded") === "true"`);
    await shot("menu-phone");
    await page.press("Escape");
    await page.until(`!(${isShown})`);
    await page.evaluate(`document.querySelector("#menu").click()`);
    await page.evaluate(`document.querySelector('#views a[href="#/groups"]').click()`);
    await page.until(`${says("#view", "Groups")} && !(${isShown})`);
    for (const [view, text] of [["webhooks/shop", "shop"], ["audit", "console:tests"], ["settings", "sessions.perUser"], ["user/alice", "User alice"]]) {
        await go(view, text);
        await shot(`${view.split("/")[0]}-phone`);
    }
    await page.look({ width: 1280, height: 800, scheme: "light" });
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
    // Its provider's answer is written down a moment later.
    await until(async () => {
        const [device] = (await operated.gateway.ask("admin.push.explain", { userID: "frank", msgId })).devices ?? [];
        return device?.opened && device.state === "accepted";
    });
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
    await go("webhooks", "does not take");
    for (const text of ["/events?…", "message.created, group.created, account.created"]) assert.ok(await page.evaluate(says("#view", text)), text);
    await shot("endpoints");
    await page.evaluate(`document.querySelector("#view td a").click()`);
    await page.until(says("#view", "400 this shop is closed"));
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
    await page.evaluate(`document.querySelector("#field-filter").value = "consoleIdleSeconds"`);
    await page.evaluate(`document.querySelector("#changed").click()`);
    await page.until(`document.querySelector("#view code.name")?.innerText === "admin.consoleIdleSeconds"`);
    assert.equal(await page.evaluate(`document.querySelector("#view code.name").getClientRects().length`), 1, "a name is broken");
    await go("keys", "tests");
    await page.until(says("#view", "HS256"));
    assert.equal(await page.evaluate(`document.body.innerText.includes(${JSON.stringify(operated.secret)})`), false);
    await shot("keys");
});

test("files are listed, and one is looked at, accepted and deleted", async () => {
    const bytes = readFileSync(new URL("../../docs/pictures/console.png", import.meta.url));
    const { mediaID, upload } = await operated.gateway.ask("media.prepare", { name: "cat & dog.png", type: "image/png", size: bytes.length }, "alice");
    const sent = await fetch(new URL(upload.url, operated.gateway.url.replace(/^ws/, "http")), { method: "PUT", body: bytes });
    assert.equal(sent.status, 204);
    await operated.gateway.ask("media.complete", { mediaID }, "alice");
    await go("user/alice", "Files of alice");
    await go("media", "cat & dog.png");
    await shot("media");
    await page.evaluate(`document.querySelector("#field-user").value = "bob"`);
    await page.evaluate(`document.querySelector("#view form").requestSubmit()`);
    await page.until(`${says("#view", "Files of bob")} && ${says("#view", "Nothing")}`);
    await go(`upload/${mediaID}`, "waits for a review");
    await shot("upload");
    const href = await page.evaluate(`document.querySelector("#view a[target]").href`);
    assert.deepEqual(Buffer.from(await (await fetch(href)).arrayBuffer()), bytes);
    await act("Accept");
    await page.until(says("#view", "ready"));
    await act("Delete");
    await page.until(`${says("#view", "Files of alice")} && ${says("#view", "Nothing")}`);
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
    for (const [view, text] of [["users", "账号"], ["user/bob", "用户 bob"], ["groups", "群组"], [`group/${group}`, "群主"], [`conversation/group_${group}`, "alice 邀请 bob 加入了群组"], ["channels", "频道"], ["media", "图片和文件"], ["write", "系统消息"], ["broadcasts", "已停止"], ["scheduled", "定时消息"], ["webhooks", "端点"], ["find/zzz", "没有标识为“zzz”的内容"], ["events", "事件"], ["audit", "审计日志"], ["settings", "设置"], ["keys", "密钥与证书"], ["reports/", "举报"], ["statistics", "活跃用户"]]) await go(view, text);
    // Every setting has a Chinese text, which says all that the English one has between backticks, and no other has one.
    const untold = await page.evaluate(`Promise.all(["settingsChinese", "rulesChinese", "api"].map((name) => import("./" + name + ".js"))).then(async ([{ chineseSettings }, { chineseRule }, { call }]) => {
        const { sections } = await call("admin.setting.list");
        const said = sections.flatMap((section) => [section, ...section.settings]);
        const names = new Set(said.map(({ name }) => name));
        return [
            ...said.filter(({ name, meaning }) => [...meaning.matchAll(/\`[^\`]+\`/g)].some(([code]) => !chineseSettings[name]?.includes(code)) || !chineseSettings[name]).map(({ name }) => name),
            ...Object.keys(chineseSettings).filter((name) => !names.has(name)),
            ...said.filter(({ mustBe = "" }) => /\\b(an?|of|or|to)\\b/.test(chineseRule(mustBe))).map(({ mustBe }) => mustBe),
        ];
    })`);
    assert.deepEqual(untold, []);
    await go("settings", "一个用户最多有多少个登录会话");
    await shot("settings-chinese");
    await go(`conversation/group_${group}`, "会话从这里开始");
    await shot("group-messages-chinese-dark");
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
        for (const [language, title] of [["en", "This gateway has no admin key"], ["zh-Hans", "此网关没有管理员密钥"]]) {
            await missing.evaluate(`localStorage.setItem("martlet.language", "${language}")`);
            await missing.reload();
            await missing.until(`document.querySelector("#sign-in h1")?.innerText === "${title}"`);
            assert.equal(await missing.evaluate(`document.querySelectorAll("input, form:not(#find)").length`), 0);
            assert.ok(await missing.evaluate(`document.querySelector("#sign-in").innerText.includes("martlet admin-key add")`));
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
