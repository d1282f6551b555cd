/**
 * Two users, each with two tabs in Chromium, write 1,000 messages to each other while 50 faults happen in a random order, and
 * edit messages, take some back and react to others. At the end every tab shows what the gateway has. Each trial has a gateway of its own.
 *
 * MARTLET_SEED repeats one; MARTLET_BROWSER_TRIALS says how many there are.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";
import { seeded, seedsOf, until } from "../support/until.js";

const messages = 1000;
const faults = 50;
const seeds = seedsOf("MARTLET_BROWSER_TRIALS");
/** They wait more than they work. */
const atOnce = 4;
const settings = { requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 } };
let browser;

before(async () => (browser = await Chromium.start()));
after(() => browser.stop());

describe("trials", { concurrency: atOnce }, () => seeds.forEach(trialOf));

function trialOf(seed) {
    test(`1,000 messages each way between tabs under 50 faults, seed ${seed}`, { timeout: 240_000 }, async (context) => {
        context.diagnostic(`seed MARTLET_SEED=${seed}`);
        const site = await Site.start(settings);
        try {
            await site.gateway.makeAccounts("alice", "bob");
            context.diagnostic(`measured: ${await run(seed, site)}`);
        } finally {
            await site.stop();
        }
    });
}

async function run(seed, site) {
    const random = seeded(seed);
    const tabs = [];
    for (const user of ["alice", "bob"]) {
        const own = await browser.context();
        for (let count = 0; count < 2; count++) tabs.push(await openTab(own, site, user, "gapLimit: Infinity"));
    }
    for (const tab of tabs) await tab.until(isOpen);
    const began = Date.now();
    const counts = {};
    const chance = seeded(~seed);
    const change = () => changeMessages(tabs[chance.below(4)], chance);
    await Promise.all([write(tabs[0], "bob", random, change), write(tabs[2], "alice", random, change), disturb(tabs, random, counts, site)]);
    for (const tab of tabs) {
        await judge(tab, tabs, site.gateway).catch(async (error) => {
            throw new Error(`${tab.user}'s tab ${tabs.indexOf(tab)}: ${error.message}\n${await standing(tabs)}`, { cause: error });
        });
    }
    counts.changes = 0;
    for (const tab of tabs) {
        counts.changes += await tab.evaluate("changed");
        assert.deepEqual(tab.problems, []);
        await tab.close();
    }
    return `${Date.now() - began} ms, faults ${JSON.stringify(counts)}`;
}

/** What a user sees of a message. */
const visible = ({ seq, body, recalled, edited, reactions = [] }) =>
    [seq, body, recalled, edited, reactions.map(({ reaction, count, mine = false }) => [reaction, count, mine])];

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first tab of a user writes. It is never reloaded, so that it knows what it has written. */
async function write(tab, peer, random, change) {
    for (let count = 0; count < messages; ) {
        const end = Math.min(messages, count + 1 + random.below(60));
        await tab.evaluate(`for (let count = ${count}; count < ${end}; count++) client.send("c2c_${peer}", "${tab.user} " + count).catch(() => {});`);
        count = end;
        await pause(random.below(500));
        if (random.below(4) === 0) await tab.evaluate(`void client.markRead("c2c_${peer}").catch(() => {})`);
        await change();
    }
}

/** Some messages that the tab has heard of are reacted to, edited or taken back. Texts stay, so that the order can be judged. */
async function changeMessages(tab, chance) {
    if (tab.isBusy) return;
    const orders = Array.from({ length: chance.below(10) }, () => [chance.below(100), chance.below(6), chance.below(3) === 0]);
    await tab.evaluate(`(() => {
        // A page that is being loaded has none.
        for (const [back, kind, remove] of window.known ? ${JSON.stringify(orders)} : []) {
            const { conversationID, msgId, from, body } = known[known.length - 1 - back] ?? {};
            if (!msgId) continue;
            const isOwn = from === client.user;
            const change = !isOwn || kind < 3 ? client.react(conversationID, msgId, ["👍", "❤️", "🎉"][kind % 3], { remove })
                : kind < 5 ? client.edit(conversationID, msgId, { text: body.text, edition: back })
                : client.recall(conversationID, msgId);
            changing++;
            // Recalled already, or without a reply in time.
            change.then(() => changed++, () => {}).finally(() => changing--);
        }
    })()`);
}

async function disturb(tabs, random, counts, { proxy, gateway }) {
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
            if (tab.isBusy) return;
            tab.wasReloaded = tab.isBusy = true;
            await tab.reload();
            await tab.connect();
            tab.isBusy = false;
        },
        freeze: async () => {
            const tab = tabs[random.below(4)];
            const time = random.below(3000);
            if (tab.isBusy) return;
            await tab.freeze(true);
            occupy(tab, pause(time).then(() => tab.freeze(false)));
        },
        /** A script does not let anything else happen in its tab. */
        hang: () => {
            const tab = tabs[random.below(4)];
            const time = random.below(3000);
            if (!tab.isBusy) occupy(tab, tab.evaluate(`for (const end = Date.now() + ${time}; Date.now() < end; );`));
        },
        /** As when another tab takes the leading one for frozen. */
        steal: async () => {
            const tab = tabs[random.below(4)];
            if (!tab.isBusy) await tab.evaluate(`void navigator.locks.request("martlet.tabs:" + client.options.url + ":" + client.user, { steal: true }, () => {})`);
        },
    };
    const occupied = [];
    const occupy = (tab, end) => {
        tab.isBusy = true;
        occupied.push(end.then(() => (tab.isBusy = false)));
    };
    const names = ["cut", "cut", "cut", "halfOpen", "delay", "delay", "refuse", "kill", "reload", "freeze", "freeze", "hang", "steal"];
    for (let count = 0; count < faults; count++) {
        await pause(50 + random.below(250));
        const name = names[random.below(names.length)];
        counts[name] = (counts[name] ?? 0) + 1;
        await kinds[name]();
    }
    proxy.delay = 0;
    await Promise.all(occupied);
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
            synced,
        })`);
        const { outbox, ...rest } = facts;
        return `tab ${index} of ${tab.user}, ${visibility}: ${JSON.stringify(rest)}; outbox has ${outbox.length}: ${JSON.stringify(outbox.slice(0, 5))}`;
    });
    return (await Promise.all(lines)).join("\n");
}

async function judge(tab, tabs, gateway) {
    const { user } = tab;
    const conversationID = user === "alice" ? "c2c_bob" : "c2c_alice";
    await tab.until(`${isOpen} && client.outbox.entries().length === 0 && client.positions?.conversations.${conversationID} >= ${2 * messages}`, 70);
    for (const other of tabs) await other.until("changing === 0", 40);
    const history = await gateway.history(user, conversationID);
    for (const writer of ["alice", "bob"]) {
        const written = Array.from({ length: messages }, (_, count) => `${writer} ${count}`);
        const texts = history.filter(({ from }) => from === writer).map(({ body, recalled }, index) => (recalled ? written[index] : body.text));
        assert.deepEqual(texts, written);
    }
    const shown = await tab.evaluate(`(async () => {
        await store.open("${conversationID}");
        while (!store.view("${conversationID}").isComplete) await store.older("${conversationID}", 100);
        return store.view("${conversationID}").messages;
    })()`);
    assert.deepEqual(shown.map(visible), history.map(visible));
    // What a tab was told came once, and in order. Own messages come when they are acknowledged, which can be on the second try.
    const [told, heard] = await tab.evaluate("[told, known.map(({ seq }) => seq)]");
    assert.deepEqual(told, [...new Set(told)].sort((one, other) => one - other));
    assert.deepEqual(heard, [...new Set(heard)]);
    // A tab that was never reloaded has all of them, whatever else has happened to it.
    const lost = Array.from({ length: 2 * messages }, (_, index) => index + 1).filter((seq) => !heard.includes(seq));
    if (!tab.wasReloaded) assert.deepEqual(lost, []);
    const { conversation } = await gateway.ask("conversation.get", { conversationID }, user);
    const { total } = await gateway.ask("conversation.totalUnread", {}, user);
    await until(async () => {
        const [unread, sum] = await tab.evaluate(`[store.conversation("${conversationID}").unreadCount, store.totalUnread]`);
        return unread === conversation.unreadCount && sum === total;
    });
}
