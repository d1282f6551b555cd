/** A page that is offline for a minute comes back by itself, without a word from the browser. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";

let browser, site;

before(async () => {
    site = await Site.start();
    await site.gateway.makeAccounts("alice", "bob");
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

test("offline for a minute: what was written goes, and what was missed comes", { timeout: 140_000 }, async () => {
    const page = await openTab(await browser.context(), site, "alice");
    await page.until(isOpen);
    site.proxy.isRefusing = true;
    site.proxy.halfOpen();
    const ask = (number) => site.gateway.ask("message.send", { conversationID: "c2c_alice", clientMsgId: `m${number}`, type: 0, body: { text: `missed ${number}` } }, "bob");
    for (let number = 0; number < 6; number++) {
        await page.evaluate(`void client.send("c2c_bob", "written ${number}").catch(() => {})`);
        await ask(number);
        await new Promise((resolve) => setTimeout(resolve, 10_000));
    }
    assert.equal(await page.evaluate("client.outbox.entries().length"), 6);
    site.proxy.isRefusing = false;
    await page.until(`${isOpen} && client.outbox.entries().length === 0`, 65);
    await page.until(`heard.includes("missed 5")`);
    const heard = await page.evaluate("heard");
    assert.deepEqual(heard.filter((text) => text.startsWith("missed")), Array.from({ length: 6 }, (_, number) => `missed ${number}`));
    const history = await site.gateway.history("alice", "c2c_bob");
    assert.deepEqual(history.filter(({ from }) => from === "alice").map(({ body }) => body.text), Array.from({ length: 6 }, (_, number) => `written ${number}`));
    await page.close();
});
