/**
 * Two users, each with two tabs in Chromium, write 1,000 messages to each other while 50 faults happen in a random order. At
 * the end every tab shows what the gateway has. MARTLET_SEED repeats one; MARTLET_BROWSER_TRIALS says how many there are.
 */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";
import { seeded, until } from "../support/until.js";

const messages = 1000;
const faults = 50;
const seeds = process.env.MARTLET_SEED
    ? [Number(process.env.MARTLET_SEED)]
    : Array.from({ length: Number(process.env.MARTLET_BROWSER_TRIALS ?? 1) }, () => Math.floor(Math.random() * 2 ** 32));
let browser, site;

beforeEach(async () => {
    site = await Site.start({ requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 } });
    await site.gateway.makeAccounts("alice", "bob");
    browser = await Chromium.start();
});
afterEach(async () => {
    await browser.stop();
    await site.stop();
});

for (const seed of seeds) test(`1,000 messages each way between tabs under 50 faults, seed ${seed}`, { timeout: 240_000 }, async (context) => {
    context.diagnostic(`seed MARTLET_SEED=${seed}`);
    const random = seeded(seed);
    const tabs = [];
    for (const user of ["alice", "bob"]) {
        const own = await browser.context();
        for (let count = 0; count < 2; count++) tabs.push(await openTab(own, site, user, "gapLimit: Infinity"));
    }
    for (const tab of tabs) await tab.until(isOpen);
    const began = Date.now();
    const counts = {};
    await Promise.all([write(tabs[0], "bob", random), write(tabs[2], "alice", random), disturb(tabs, random, counts)]);
    for (const tab of tabs) {
        await judge(tab).catch(async (error) => {
            throw new Error(`${tab.user}'s tab ${tabs.indexOf(tab)}: ${error.message}\n${await standing(tabs)}`, { cause: error });
        });
    }
    context.diagnostic(`measured: ${Date.now() - began} ms, faults ${JSON.stringify(counts)}`);
    for (const tab of tabs) assert.deepEqual(tab.problems, []);
});

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first tab of a user writes. It is never reloaded, so that it knows what it has written. */
async function write(tab, peer, random) {
    for (let count = 0; count < messages; ) {
        const end = Math.min(messages, count + 1 + random.below(60));
        await tab.evaluate(`for (let count = ${count}; count < ${end}; count++) client.send("c2c_${peer}", "${tab.user} " + count).catch(() => {});`);
        count = end;
        await pause(random.below(500));
        if (random.below(4) === 0) await tab.evaluate(`void client.markRead("c2c_${peer}").catch(() => {})`);
    }
}

async function disturb(tabs, random, counts) {
    const { proxy, gateway } = site;
    /** The network changes after a while, which browsers tell their pages. */
    const wake = () => Promise.all(tabs.map((tab) => tab.evaluate(`void dispatchEvent(new Event("online"))`)));
    const kinds = {
        cut: () => proxy.cut(),
        halfOpen: async () => {
            proxy.halfOpen();
            await pause(1200);
            await wake();
        },
        delay: () => (proxy.delay = random.below(30)),
        refuse: async () => {
            proxy.isRefusing = true;
            proxy.cut();
            await pause(random.below(800));
            proxy.isRefusing = false;
        },
        kill: async () => {
            await gateway.kill();
            await pause(random.below(300));
            await gateway.start();
        },
        reload: async () => {
            const tab = tabs[1 + 2 * random.below(2)];
            tab.wasReloaded = true;
            await tab.reload();
            await tab.connect();
        },
        freeze: async () => {
            const tab = tabs[random.below(4)];
            await tab.freeze(true);
            await pause(random.below(500));
            await tab.freeze(false);
        },
    };
    const names = ["cut", "cut", "cut", "halfOpen", "delay", "delay", "refuse", "kill", "reload", "freeze"];
    for (let count = 0; count < faults; count++) {
        await pause(50 + random.below(250));
        const name = names[random.below(names.length)];
        counts[name] = (counts[name] ?? 0) + 1;
        await kinds[name]();
    }
    proxy.delay = 0;
    await wake();
}

/** What each tab has, to find out why one of them has not come to its end. */
async function standing(tabs) {
    const lines = tabs.map(async (tab, index) => {
        const { visibility, ...facts } = await tab.evaluate(`({
            visibility: document.visibilityState,
            leads: client.link.leads,
            state: { ...client.state, reason: client.state.reason?.message },
            isListed: store.isListed,
            outbox: client.outbox.entries().map(({ clientMsgId, state, error, message }) => [clientMsgId, state, error?.message, message.body.text]),
            positions: client.positions,
            told: [told.length, told.at(-1)],
            heard: [heard.length, heard.at(-1)],
        })`);
        const { outbox, ...rest } = facts;
        return `tab ${index} of ${tab.user}, ${visibility}: ${JSON.stringify(rest)}; outbox has ${outbox.length}: ${JSON.stringify(outbox.slice(0, 5))}`;
    });
    return (await Promise.all(lines)).join("\n");
}

async function judge(tab) {
    const { user } = tab;
    const conversationID = user === "alice" ? "c2c_bob" : "c2c_alice";
    await tab.until(`${isOpen} && client.outbox.entries().length === 0 && client.positions?.conversations.${conversationID} >= ${2 * messages}`, 70);
    const history = await site.gateway.history(user, conversationID);
    for (const writer of ["alice", "bob"]) {
        const texts = history.filter(({ from }) => from === writer).map(({ body }) => body.text);
        assert.deepEqual(texts, Array.from({ length: messages }, (_, count) => `${writer} ${count}`));
    }
    const shown = await tab.evaluate(`(async () => {
        await store.open("${conversationID}");
        while (!store.view("${conversationID}").isComplete) await store.older("${conversationID}", 100);
        return store.view("${conversationID}").messages.map(({ body }) => body.text);
    })()`);
    assert.deepEqual(shown, history.map(({ body }) => body.text));
    // What a tab was told came once, and in order. Own messages come when they are acknowledged, which can be on the second try.
    const [told, heard] = await tab.evaluate("[told, heard]");
    assert.deepEqual(told, [...new Set(told)].sort((one, other) => one - other));
    assert.deepEqual(heard, [...new Set(heard)]);
    // A tab that was never reloaded has all of them, whatever else has happened to it.
    const lost = ["alice", "bob"].flatMap((writer) => Array.from({ length: messages }, (_, count) => `${writer} ${count}`)).filter((text) => !heard.includes(text));
    if (!tab.wasReloaded) assert.deepEqual(lost, []);
    const { conversation } = await site.gateway.ask("conversation.get", { conversationID }, user);
    const { total } = await site.gateway.ask("conversation.totalUnread", {}, user);
    await until(async () => {
        const [unread, sum] = await tab.evaluate(`[store.conversation("${conversationID}").unreadCount, store.totalUnread]`);
        return unread === conversation.unreadCount && sum === total;
    }, { seconds: 5 });
}
