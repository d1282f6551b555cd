/** A day's work of an operator in the console: each task in at most four clicks from the overview, by what the page says. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../../clients/javascript/test/support/chromium.js";
import { until } from "../../clients/javascript/test/support/until.js";
import { Operated } from "./support/operated.js";

const most = 4;
let browser, operated, page, group, clicks;
const ask = (...asked) => operated.gateway.ask(...asked);

before(async () => {
    operated = await Operated.start();
    ({ groupID: group } = await ask("admin.group.create", { owner: "alice", name: "Team", isInviteNeedConfirm: false, invitees: ["bob"] }));
    await ask("message.send", { conversationID: "c2c_bob", clientMsgId: "one", type: 0, body: { text: "Meet me at noon" } }, "alice");
    browser = await Chromium.start();
    page = await (await browser.context()).open(operated.url);
    await operated.signIn(page);
});
after(async () => {
    await browser?.stop();
    await operated?.stop();
});

const says = (text) => page.until(`document.querySelector("#view").innerText.includes(${JSON.stringify(text)})`);

/** Clicks the link or the button of that name; `place`: in the view, or in the navigation. */
async function click(text, place = "#view") {
    clicks++;
    const named = `[...document.querySelectorAll("${place} a, ${place} button")].find(({ innerText }) => innerText === ${JSON.stringify(text)})`;
    await page.until(`Boolean(${named})`);
    await page.evaluate(`${named}.click()`);
}

const open = (text) => click(text, "#views");

/** Confirms by Enter, which is a click as well, after a reason or a text if there is one to give. */
async function confirm(text = undefined) {
    clicks++;
    await page.until(`document.querySelector("dialog")?.open`);
    if (text) await page.type(text);
    await page.press("Enter");
    await page.until(`!document.querySelector("dialog")`);
}

/** Finds an id by the one box: a slash leads there, and Enter is a click. */
async function find(id) {
    clicks++;
    await page.press("/");
    await page.type(id);
    await page.press("Enter");
}

/** Writes into a field by the name that stands above it. */
async function write(label, text) {
    const wanted = `[...document.querySelectorAll("#view label")].find(({ innerText }) => innerText === ${JSON.stringify(label)})`;
    await page.until(`Boolean(${wanted})`);
    await page.evaluate(`document.getElementById(${wanted}.htmlFor).select()`);
    await page.type(text);
}

const state = (userID) => ask("admin.user.state", { userID });
const groupNow = () => ask("admin.group.get", { groupID: group }).then((answer) => answer.group);

const tasks = {
    "see that the gateway is ready": () => says("Ready"),
    "see how many sessions there are": () => page.until(`document.querySelector('svg[aria-label*="sessions 4"]') !== null`),
    "see how many users were active in the last hours": async () => {
        await click("24 hours");
        await page.until(`/Last: active users [1-9]/.test(document.querySelector('.kept svg[aria-label^="Users,"]')?.getAttribute("aria-label"))`);
    },
    "see what alice has": async () => {
        await find("alice");
        for (const text of ["alice-phone", "Team", "c2c_bob"]) await says(text);
    },
    "end alice's session": async () => {
        await find("alice");
        await click("Kick");
        await confirm("Please update");
        await until(async () => (await state("alice")).sessions.length === 0);
    },
    "write to bob": async () => {
        const heard = new Promise((resolve) => operated.clients[1].on("message.new", resolve));
        await find("bob");
        await click("Write");
        await confirm("Please call us");
        assert.equal((await heard).body.text, "Please call us");
    },
    "keep carol out": async () => {
        await find("carol");
        await click("Disable");
        await confirm();
        assert.equal((await state("carol")).disabled, true);
    },
    "let carol in again": async () => {
        await find("carol");
        await click("Enable again");
        await confirm();
        assert.equal((await state("carol")).disabled, false);
    },
    "make dave's stolen token useless": async () => {
        // The client asks for another token, and comes back with it unless it is of the same second.
        const [{ session }] = (await state("dave")).sessions;
        await find("dave");
        await click("Revoke tokens");
        await confirm();
        await until(async () => (await state("dave")).sessions.every((open) => open.session !== session));
    },
    "read what alice and bob wrote to each other": async () => {
        await find("alice");
        await click("c2c_bob");
        await page.until(`document.querySelector(".thread .bubble")?.innerText === "Meet me at noon"`);
    },
    "find out why bob was not pushed it": async () => {
        await find("alice");
        await click("c2c_bob");
        await click("Why not pushed?");
        await says("the user has no device to push to");
    },
    "take the message back": async () => {
        await find("alice");
        await click("c2c_bob");
        await click("Recall");
        await confirm("Sent by mistake");
        await says("(recalled)");
    },
    "make a group": async () => {
        await open("Groups");
        await write("Name", "Support");
        await write("Owner", "carol");
        await write("Members, by their ids", "bob, dave");
        await click("Create a group");
        await says("Group Support");
        await says("3 / 200");
    },
    "mute a group": async () => {
        await open("Groups");
        await click(group);
        await click("Mute all");
        await confirm();
        assert.equal((await groupNow()).isAllMemberMuted, true);
    },
    "close a group": async () => {
        await find(group);
        await click("Disable");
        await confirm();
        assert.equal((await groupNow()).disabled, true);
    },
    "open it again": async () => {
        await find(group);
        await click("Enable again");
        await confirm();
        assert.equal((await groupNow()).disabled, false);
    },
    "write to a group": async () => {
        await find(`group_${group}`);
        await write("Text", "Be kind");
        await click("Write");
        await confirm();
        await page.until(`[...document.querySelectorAll(".thread .bubble")].some(({ innerText }) => innerText === "Be kind")`);
    },
    "send a message to several users": async () => {
        await open("System message");
        await write("Text", "Your order is on its way");
        await write("Ids of users, or group_ and the id of one group", "alice, bob, nobody");
        await click("Send");
        await confirm();
        for (const text of ["Sent to 2.", "nobody", "no such user"]) await says(text);
    },
    "tell all users something": async () => {
        await open("Broadcasts");
        await write("Text", "Down from 2 to 3 a.m.");
        await click("Broadcast");
        await confirm();
        await says("Down from 2 to 3 a.m.");
    },
    "stop telling it": async () => {
        await open("Broadcasts");
        await click("Stop");
        await confirm();
        await says("stopped");
    },
    "send a message tomorrow": async () => {
        await open("System message");
        await write("Text", "Good morning");
        await write("Ids of users, or group_ and the id of one group", "bob");
        const tomorrow = `new Date(Date.now() + 86_400_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16)`;
        await page.evaluate(`void (document.querySelector("#field-at").value = ${tomorrow})`);
        await click("Send");
        await confirm();
        await says("It waits among the scheduled messages.");
        const [{ at }] = (await ask("admin.message.scheduled", {})).messages;
        assert.ok(Math.abs(at - Date.now() - 86_400_000) < 600_000, String(at));
    },
    "see what waits to be sent, and take it back": async () => {
        await open("Scheduled messages");
        await says("Good morning");
        await click("Take back");
        await confirm();
        assert.deepEqual((await ask("admin.message.scheduled", {})).messages, []);
    },
    "work off a report": async () => {
        const { reportID } = await ask("report.create", { userID: "carol", reason: "fraud", text: "sells gold" }, "bob");
        await open("Reports");
        await says("sells gold");
        clicks++;
        await page.evaluate(`document.querySelector("#view td a").click()`);
        await click("Resolve");
        await confirm("Warned");
        await says("Warned");
        assert.equal((await ask("admin.report.get", { reportID })).report.state, "resolved");
    },
    "have an endpoint told again what it did not take": async () => {
        await until(async () => (await ask("admin.events.parked", { endpoint: "shop" })).events.length > 0);
        await open("Webhooks");
        await click("shop");
        await click("Deliver again from here");
        await confirm();
    },
    "see who has ended alice's session": async () => {
        await find("alice");
        await click("Audit log of alice");
        for (const text of ["console:tests", "admin.session.kick"]) await says(text);
    },
    "see how a setting differs from its default": async () => {
        await open("Settings");
        await write("Filter", "sessions.perUser");
        await page.until(`document.querySelector("#view code.changed")?.innerText === "7"`);
    },
};

for (const [task, act] of Object.entries(tasks)) {
    test(task, { timeout: 60_000 }, async () => {
        await page.evaluate(`void (location.hash = "#/overview")`);
        await says("Ready");
        await page.evaluate("document.activeElement.blur()");
        clicks = 0;
        await act();
        assert.ok(clicks <= most, `${task}: ${clicks} clicks`);
        assert.deepEqual(page.problems, []);
    });
}
