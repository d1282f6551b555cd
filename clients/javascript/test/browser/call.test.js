/** examples/call: two browsers call each other, and see each other. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";

let browser, site, alice, bob;

before(async () => {
    site = await Site.start();
    browser = await Chromium.start();
    [alice, bob] = await Promise.all(["alice", "bob"].map(signedIn));
});
after(async () => {
    await browser.stop();
    await site.stop();
});

async function signedIn(user) {
    const page = await (await browser.context()).open(`${site.url}/call/`);
    await page.evaluate(`document.querySelector("[name=user]").focus()`);
    await page.type(user);
    await page.press("Enter");
    await page.until(says(`You are ${user}`));
    return page;
}

const says = (text) => `document.querySelector("#status").textContent === ${JSON.stringify(text)}`;
const click = (page, id) => page.evaluate(`document.querySelector("#${id}").click()`);

async function call(page, peer) {
    await page.evaluate(`document.querySelector("[name=peer]").value = ""`);
    await page.evaluate(`document.querySelector("[name=peer]").focus()`);
    await page.type(peer);
    await page.press("Enter");
}

test("one calls, the other accepts, both see each other until one hangs up", async () => {
    await call(alice, "bob");
    await bob.until(says("alice calls"));
    await click(bob, "accept");
    for (const page of [alice, bob]) {
        await page.until(says("Connected"));
        await page.until(`document.querySelector("#other").videoWidth > 0`);
    }
    await click(bob, "hang-up");
    for (const page of [alice, bob]) await page.until(says("The call is over: answered"));
    assert.deepEqual([alice.problems, bob.problems], [[], []]);
});

test("a call that is rejected rings no longer", async () => {
    await call(bob, "alice");
    await alice.until(says("bob calls"));
    await click(alice, "reject");
    for (const page of [alice, bob]) await page.until(says("The call is over: rejected"));
});
