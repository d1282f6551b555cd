/** What the client costs a page: the time to the first list, and the memory of messages. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { openTab } from "../support/tab.js";

const conversations = 100;
const messages = 10_000;
let browser, site;

before(async () => {
    site = await Site.start({ requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 } });
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

const message = (from, to, number) => ({
    op: "admin.message.send",
    data: { from, conversationID: `c2c_${to}`, clientMsgId: `${from}-${number}`, type: 0, body: { text: `Message ${number} of some length, as people write them` } },
});

async function inBatches(calls) {
    for (let first = 0; first < calls.length; first += 100) {
        const { results } = await site.gateway.ask("batch", { calls: calls.slice(first, first + 100) });
        for (const { error } of results) assert.equal(error, undefined);
    }
}

test("the first list of 100 conversations, and 10,000 messages in memory", async (context) => {
    const users = Array.from({ length: conversations }, (_, index) => `user-${index}`);
    await site.gateway.makeAccounts("alice");
    for (let first = 0; first < users.length; first += 100) await site.gateway.makeAccounts(...users.slice(first, first + 100));
    await inBatches(users.map((user) => message(user, "alice", 0)));
    await inBatches(Array.from({ length: messages - 1 }, (_, index) => message(users[0], "alice", index + 1)));

    const own = await browser.context();
    const times = [];
    for (let count = 0; count < 5; count++) {
        const page = await openTab(own, site, "alice");
        await page.until("store.conversations.length === 100");
        times.push(await page.evaluate(`new Promise((resolve) => {
            const [began, probe] = [performance.now(), new client.constructor({ ...client.options, link: undefined, storage: undefined })];
            probe.on("sync.list", () => (probe.disconnect(), resolve(performance.now() - began)));
            probe.connect();
        })`));
        await page.close();
    }
    context.diagnostic(`measured: first list of ${conversations} conversations after ${Math.round(times.sort((one, other) => one - other)[2])} ms`);

    const page = await openTab(own, site, "alice");
    await page.until("store.isListed");
    const heap = async () => {
        await page.call("HeapProfiler.collectGarbage");
        return (await page.call("Runtime.getHeapUsage")).usedSize;
    };
    const before = await heap();
    await page.evaluate(`(async () => {
        await store.open("c2c_user-0", 100);
        while (!store.view("c2c_user-0").isComplete) await store.older("c2c_user-0", 100);
    })()`);
    assert.equal(await page.evaluate(`store.view("c2c_user-0").messages.length`), messages);
    const megabytes = ((await heap()) - before) / 2 ** 20;
    context.diagnostic(`measured: ${messages} messages take ${megabytes.toFixed(1)} MiB`);
    assert.ok(megabytes < 20);
});
