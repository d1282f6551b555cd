/**
 * A browser is killed in the middle of a write, again and again. What the next one shows offline has no holes, and in the end
 * it shows what the gateway has; each message was sent once.
 *
 * MARTLET_SEED repeats one.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";
import { seeded, seedsOf } from "../support/until.js";

const kills = process.env.MARTLET_LONG ? 50 : 1;
const [seed] = seedsOf("MARTLET_KILLED");
const conversationID = "c2c_bob";
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test(`a browser that is killed at random writes, ${kills} times, seed ${seed}`, { timeout: (kills + 1) * 30_000 }, async (context) => {
    context.diagnostic(`seed MARTLET_SEED=${seed}`);
    const random = seeded(seed);
    const site = await Site.start();
    let browser = await Chromium.start();
    const written = [];
    const waiting = new Set();
    try {
        await site.gateway.makeAccounts("alice", "bob");
        let page = await openTab(browser.lasting, site, "alice");
        await page.until(isOpen);
        for (let round = 0; round < kills; round++) {
            const killed = killAt(browser, page, 1 + random.below(12));
            for (let step = 0; !killed.isSo && step < 100; step++) {
                const text = `${round}.${step}`;
                written.push(text);
                void page.evaluate(`void client.send("${conversationID}", "${text}").catch(() => {})`);
                const calls = Array.from({ length: 1 + random.below(5) }, (_, index) => fromBob(`${text}.${index}`));
                await site.gateway.ask("batch", { calls });
                if (random.below(3) === 0) void page.evaluate(`void store.open("${conversationID}", ${1 + random.below(20)}).catch(() => {})`);
                await pause(random.below(40));
            }
            const folder = await killed.end;
            site.proxy.isRefusing = true;
            browser = await Chromium.start(folder);
            page = await openTab(browser.lasting, site, "alice");
            await page.evaluate("store.ready.then(() => {})");
            const { shown, unsent } = await offline(page, 1 + random.below(40));
            for (const text of unsent) waiting.add(text);
            const history = await site.gateway.history("alice", conversationID).catch(() => []);
            const between = history.filter(({ seq }) => shown.length > 0 && shown[0][0] <= seq && seq <= shown.at(-1)[0]);
            assert.deepEqual(shown, between.map(seen), `round ${round}, offline`);
            site.proxy.isRefusing = false;
            await page.evaluate("client.link.wake()");
            await page.until(isOpen, 60);
        }
        await page.until("client.outbox.entries().length === 0", 60);
        const history = (await site.gateway.history("alice", conversationID)).map(seen);
        for (const isAgain of [false, true]) {
            if (isAgain) await page.reload().then(page.connect);
            await page.until(isOpen, 60);
            const shown = await page.evaluate(`(async () => {
                await store.open("${conversationID}", 100);
                while (!store.view("${conversationID}").isComplete) await store.older("${conversationID}", 100);
                return store.view("${conversationID}").messages.map(${seen});
            })()`);
            assert.deepEqual(shown, history, isAgain ? "after a reload" : "at the end");
        }
        const texts = history.map(([, text]) => text);
        assert.deepEqual(texts, [...new Set(texts)], "each was sent once");
        const own = texts.filter((text) => written.includes(text));
        assert.deepEqual(own, written.filter((text) => own.includes(text)), "in their order");
        assert.deepEqual([...waiting].filter((text) => !own.includes(text)), [], "what waited was sent");
        context.diagnostic(`measured: ${kills} kills, ${written.length} messages written, ${own.length} of them sent, ${texts.length - own.length} heard`);
    } finally {
        await browser.stop();
        await site.stop();
    }
});

const seen = ({ seq, body }) => [seq, body.text];

const fromBob = (text) => ({
    op: "message.send", as: "bob", data: { conversationID: "c2c_alice", clientMsgId: `bob ${text}`, type: 0, body: { text: `bob ${text}` } },
});

/** What the page shows of the device, and what it says is to be sent. */
function offline(page, limit) {
    return page.evaluate(`(async () => {
        const opening = store.open("${conversationID}", ${limit}).catch(() => {});
        await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, 300))]);
        const { messages, unsent } = store.view("${conversationID}");
        return { shown: messages.map(${seen}), unsent: unsent.map(({ message }) => message.body.text) };
    })()`);
}

/** Kills the browser as soon as the page has begun so many writes. */
function killAt(browser, page, writes) {
    const killed = { isSo: false };
    const reached = page.evaluate(`new Promise((resolve) => {
        const { write } = client.storage;
        let missing = ${writes};
        client.storage.write = (changes) => {
            if (--missing === 0) resolve();
            return write.call(client.storage, changes);
        };
    })`);
    killed.end = reached.then(() => {
        killed.isSo = true;
        return browser.kill();
    });
    return killed;
}
