import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { until } from "../javascript/test/support/until.js";

/**
 * What a client has sent, was told and shows, against the gateway. One that ran again without its positions may be told
 * something twice.
 */
export async function judge(driver, gateway, drivers, { isToldAgain = false } = {}) {
    await judgeSent(driver, gateway, drivers);
    await judgeTold(driver, gateway, drivers, isToldAgain);
    await judgeCounts(driver, gateway);
}

async function judgeSent({ user, texts: sent }, gateway, drivers) {
    for (const [conversationID, texts] of sent) {
        const own = (await gateway.history(user, conversationID)).filter(({ from, recalled }) => from === user && !recalled);
        const isRecalled = drivers.some(({ changed }) => changed.length > 0);
        const wanted = isRecalled ? texts.filter((text) => own.some(({ body }) => body.text === text)) : texts;
        assert.deepEqual(own.map(({ body }) => body.text), wanted, `${user} has sent to ${conversationID}`);
    }
}

async function judgeTold(driver, gateway, drivers, isToldAgain) {
    const { user } = driver;
    for (const other of drivers.filter((one) => one.user !== user)) {
        const conversationID = `c2c_${other.user}`;
        const history = await historyOf(gateway, user, conversationID);
        const theirs = history.filter(({ from }) => from === other.user).map(({ seq }) => seq);
        const told = () => {
            const seqs = (driver.told.get(conversationID) ?? []).filter(({ from }) => from !== user).map(({ seq }) => seq);
            return isToldAgain ? [...new Set(seqs)].sort((one, other) => one - other) : seqs;
        };
        await until(() => told().length >= theirs.length, { show: () => ({ user, theirs: theirs.length, told: told() }) });
        assert.deepEqual(told(), theirs, `${user} was told of ${conversationID}`);
    }
}

async function judgeCounts(driver, gateway) {
    const { user } = driver;
    const wanted = sorted(await counts(gateway, user));
    await same(async () => sorted(await driver.show()), wanted, user);
}

/** None, if the two have never written. */
export function historyOf(gateway, user, conversationID) {
    return gateway.history(user, conversationID).catch(() => []);
}

/** A client that has a store shows the list, and every message of each conversation, as the gateway has them. */
export async function judgeStore(driver, gateway) {
    const { user } = driver;
    const list = await listOf(gateway, user);
    await same(async () => (await driver.show()).list, list, `${user}'s list`);
    for (const { conversationID } of list) {
        await scrollToEnd(driver, conversationID);
        const history = (await gateway.history(user, conversationID)).map(shownOf);
        await same(async () => (await driver.show()).messages[conversationID], history, `${user} shows ${conversationID}`);
    }
    await judgeCounts(driver, gateway);
}

/** Scrolls until there is nothing older. At each step what is shown is in order, and has no holes. */
export async function scrollToEnd(driver, conversationID, { limit = 20, truth } = {}) {
    for (let count = 0; ; count++) {
        assert.ok(count < 300, `${conversationID} is never complete`);
        const { isComplete, error } = await driver.scroll(conversationID, limit);
        assert.equal(error, undefined);
        if (truth) await judgeHoles(driver, conversationID, truth);
        if (isComplete) return;
    }
}

/** What is shown of a conversation is a part of what there is, from one message to another without holes. */
export async function judgeHoles(driver, conversationID, truth) {
    const messages = (await driver.show()).messages[conversationID] ?? [];
    if (messages.length === 0) return;
    const [first, last] = [messages[0][0], messages.at(-1)[0]];
    const between = truth.filter(([seq]) => first <= seq && seq <= last);
    assert.deepEqual(messages, between, `${driver.user} shows ${conversationID} from ${first} to ${last}`);
}

/** What the list is to show. */
export async function listOf(gateway, user) {
    const { conversations } = await gateway.ask("conversation.list", { nextSeq: 0, count: 100 }, user);
    return conversations.map(({ conversationID, seq, isPinned, lastMessage }) => {
        return { conversationID, seq, isPinned, last: lastMessage ? shownOf(lastMessage)[1] : null };
    });
}

/** What a client is to show of a message. */
export const shownOf = ({ seq, body, recalled }) => [seq, recalled ? null : (body.text ?? null)];

async function counts(gateway, user) {
    const { conversations } = await gateway.ask("conversation.list", { nextSeq: 0, count: 100 }, user);
    const { total } = await gateway.ask("conversation.totalUnread", {}, user);
    return { totalUnread: total, conversations: Object.fromEntries(conversations.map((one) => [one.conversationID, one.unreadCount])) };
}

function sorted({ totalUnread, conversations }) {
    return [totalUnread, Object.entries(conversations).sort()];
}

/** Waits until something is as it is wanted. */
export async function same(what, wanted, about) {
    let last;
    const isSame = async () => JSON.stringify((last = await what())) === JSON.stringify(wanted);
    await until(isSame, { seconds: 15 }).catch(() => assert.deepEqual(last, wanted, about));
}

/** Whether a file of the client's storage has this text. */
export function isIn(folder, text) {
    return readdirSync(folder).some((name) => readFileSync(join(folder, name), "latin1").includes(text));
}
